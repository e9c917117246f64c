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


@intrinsic
def _words_behind(typing: Any, record: Any) -> Any:
    """The 64-bit words of a record."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.uint64)(record), generate


def views_into(dtype: np.dtype[Any]) -> Callable[..., Any]:
    """The function `(words, i, public, own)` that lays a view into the i-th state of `words`.

    What the view does not tell is zero, but for the seats' numbers. Raises ValueError for a layout
    that is not made of whole words.
    """
    places: Any = dtype.fields
    one = places["own"][0].subdtype[0].itemsize
    sizes = [dtype.itemsize, one, places["public"][0].itemsize]
    sizes += [places["public"][1], places["own"][1]]
    if any(size % WORD for size in sizes):
        raise ValueError("the parts of this state are not whole words; give them aligned fields")
    n_words, n_own, n_public, to_public, to_own = (size // WORD for size in sizes)
    n_seats = places["own"][0].shape[0]
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
        known = _words_behind(public)
        for k in range(n_public):
            words[at + to_public + k] = known[k]
        state = state_at(words, i)
        for seat in range(n_seats):
            state.own[seat].seat = seat
        known = _words_behind(own)
        for k in range(n_own):
            words[at + to_own + np.int64(own.seat) * n_own + k] = known[k]

    return plain if PLAIN else see
