"""States that a strategy imagines: its view laid into memory of its own, to be played on.

    words = scratch(3 * N)                      # room for three, N = words_of(STATE)
    state = state_at(words, 0)                  # state_at = states_in(STATE)
    see(words, 0, public, own)                  # see = views_into(STATE); the rest is zeros
    determinize(state, seat, key)               # what the view does not tell
    copy_state(words, 0, 1, N)                  # a second one, to try an action on

A strategy of one game imagines with that game's kernels: nothing here knows the game.
"""

from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from simcards.cards import NONE
from simcards.jit import PLAIN, kernel
from simcards.scratch import copy_record

WORD = 8  # bytes


def words_of(dtype: np.dtype[Any]) -> int:
    """How many 64-bit words a state takes."""
    return dtype.itemsize // WORD


@kernel
def copy_state(words: Any, source: Any, target: Any, n_words: Any) -> None:
    """State number `target` of `words` becomes what number `source` is."""
    for i in range(n_words):
        words[target * n_words + i] = words[source * n_words + i]


def states_in(dtype: np.dtype[Any]) -> Callable[..., Any]:
    """The function `(words, i)` that gives the i-th state in `words` as a record."""
    n_bytes, record = dtype.itemsize, numba.from_dtype(dtype)

    def plain(words: Any, i: Any) -> Any:
        return words.view(dtype).view(np.recarray)[int(i)]

    @intrinsic
    def state_at(typing: Any, words: Any, i: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            data = make_array(signature.args[0])(context, builder, args[0]).data
            size = ir.Constant(args[1].type, n_bytes)
            place = cgutils.pointer_add(builder, data, builder.mul(args[1], size))
            return builder.bitcast(place, context.get_value_type(signature.return_type))

        return record(words, types.int64), generate

    return plain if PLAIN else state_at


def views_into(dtype: np.dtype[Any]) -> Callable[..., Any]:
    """The function `(words, i, public, own)` that lays a view into the i-th state of `words`.

    What the view does not tell is zero, but for the seats' numbers. Raises ValueError for a state
    that is not made of whole words.
    """
    places: Any = dtype.fields
    n_words, n_seats = words_of(dtype), places["own"][0].shape[0]
    if dtype.itemsize % WORD:
        raise ValueError("this state is not made of whole words; give it aligned fields")
    state_at = states_in(dtype)

    def plain(words: Any, i: Any, public: Any, own: Any) -> None:
        words[i * n_words : (i + 1) * n_words] = 0
        state = words.view(dtype)[int(i)]
        state["public"] = public
        state["own"]["seat"] = range(n_seats)
        state["own"][int(own.seat)] = own

    @kernel
    def see(words: Any, i: Any, public: Any, own: Any) -> None:
        at = i * n_words
        for k in range(n_words):
            words[at + k] = NONE
        state = state_at(words, i)
        for seat in range(n_seats):
            state.own[seat].seat = seat
        copy_record(state.public, public)
        copy_record(state.own[np.int64(own.seat)], own)

    return plain if PLAIN else see
