"""A function that sits down in a strategy's place, asks it, and notes what it does wrong.

The driver calls it like any bot, by address, so that a check plays the very loop that a run plays.
What it needs reaches it where a bot's parameters would: as words of `notes`, one array a seat. The
strategy is asked on a copy of the state, so that whatever it does the match goes on.
"""

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from simcards.calls import ERROR, as_pointer, ask_at, do_at, floats_at
from simcards.cards import NONE, ONE
from simcards.driver import WATCH_MATCH, first_of, is_legal
from simcards.jit import kernel
from simcards.rng import mix, word_of

# Places of `notes`: addresses, numbers, then what was found and the kept parameters.
BOT, PARAMS, REDRAW, STATE, SPARE, WATCH = range(6)
OWN, SEAT, N_WORDS, N_PARAMS = range(6, 10)  # OWN: bytes from the state's start to own[seat]
REDRAWS, EXTRA = range(10, 12)  # how often to redraw the hidden cards, and to ask for the clock
DECISIONS = 12
COUNTS = 13  # of each fault
PLACES = 18  # match of the first of each
KEPT = 23  # the parameters as they were
# The faults.
RAISED, ILLEGAL, WAVERED, WROTE, PEEKED = range(5)
N_FAULTS = 5
TRUE_STATE, SPARE_STATE = 0, 1


@kernel
def look_on(bot: Any, params: Any, words: Any, spare: Any, view: Any, notes: Any) -> Any:
    """What the strategy chooses, or the lowest legal action if that is not to be had.

    bot     (the strategy, the kernel `determinize`), as `ask_at` and `do_at` take them
    params  (the strategy's parameters, the same as 64-bit words)
    words   64-bit words of the state, of its copy, and of `watch`
    spare   (the copy as `determinize` takes it, its `public`, its `own` of the seat)
    view    (legal, word) of this decision
    """
    legal, word = view
    notes[DECISIONS] += ONE
    action = ask(bot[0], params, words, spare, view, notes)
    if action == ERROR or not is_legal(legal, action):
        note(RAISED if action == ERROR else ILLEGAL, words, notes)
        return first_of(legal)
    if ask(bot[0], params, words, spare, view, notes) != action:
        note(WAVERED, words, notes)
        return action
    for i in range(np.int64(notes[REDRAWS])):
        copy(words[TRUE_STATE], words[SPARE_STATE], notes[N_WORDS])
        do_at(bot[1], spare[0], np.int64(notes[SEAT]), mix(word_of(word, i)))
        if ask_at(bot[0], spare[1], spare[2], legal, word, params[0]) != action:
            note(PEEKED, words, notes)
    for _ in range(np.int64(notes[EXTRA])):
        ask_at(bot[0], spare[1], spare[2], legal, word, params[0])
    return action


@kernel
def ask(bot: Any, params: Any, words: Any, spare: Any, view: Any, notes: Any) -> Any:
    """Ask on a fresh copy of the state, and note whether view or parameters were written to."""
    copy(words[TRUE_STATE], words[SPARE_STATE], notes[N_WORDS])
    action = ask_at(bot, spare[1], spare[2], view[0], view[1], params[0])
    wrote = False
    for i in range(np.int64(notes[N_WORDS])):
        wrote |= words[TRUE_STATE][i] != words[SPARE_STATE][i]
    for i in range(np.int64(notes[N_PARAMS])):
        wrote |= params[1][i] != notes[KEPT + i]
        params[1][i] = notes[KEPT + i]
    if wrote:
        note(WROTE, words, notes)
    return action


@kernel
def copy(source: Any, target: Any, n_words: Any) -> None:
    """Copy the words of a state."""
    for i in range(np.int64(n_words)):
        target[i] = source[i]


@kernel
def note(fault: Any, words: Any, notes: Any) -> None:
    """Count a fault, and keep the match of the first."""
    if notes[COUNTS + fault] == NONE:
        notes[PLACES + fault] = np.uint64(words[2][WATCH_MATCH])
    notes[COUNTS + fault] += ONE


# --- Compiled: everything by address --------------------------


@intrinsic
def _as_words(typing: Any, pointer: Any) -> Any:
    """The memory behind a pointer as 64-bit words."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.bitcast(args[0], context.get_value_type(signature.return_type))

    return types.CPointer(types.uint64)(pointer), generate


@intrinsic
def _words_at(typing: Any, address: Any) -> Any:
    """The 64-bit words that start at a memory address."""
    return types.CPointer(types.uint64)(types.uint64), as_pointer


@intrinsic
def _record_at(typing: Any, address: Any, like: Any) -> Any:
    """The record of the type of `like` at a memory address."""
    return like(types.uint64, like), as_pointer


def choose(public: Any, own: Any, legal: Any, word: Any, params: Any) -> Any:
    """The function that sits down; `params` is where `notes` lie."""
    notes = _as_words(params)
    state, copied, watch = _words_at(notes[STATE]), _words_at(notes[SPARE]), _words_at(notes[WATCH])
    spare = (
        copied,
        _record_at(notes[SPARE], public),
        _record_at(notes[SPARE] + notes[OWN], own),
    )
    bot_params = (floats_at(notes[PARAMS]), _words_at(notes[PARAMS]))
    bot = (notes[BOT], notes[REDRAW])
    return look_on(bot, bot_params, (state, copied, watch), spare, (legal, word), notes)


# --- Plain Python: the same things themselves -----------------


def plain_choose(bot: Any, params: Any, words: Any, spare: Any, notes: Any) -> Any:
    """The function that sits down under NUMBA_DISABLE_JIT=1, closed over what it needs."""

    def choose(public: Any, own: Any, legal: Any, word: Any, _: Any) -> Any:
        return look_on(bot, params, words, spare, (legal, word), notes)

    return choose
