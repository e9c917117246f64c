"""The end of a hand of Duke with all cards known: how it ends when each seat plays its best.

Each seat wants the result with the best chance to win its match; partners want the same.
"""

from typing import Any

import numpy as np
from simcards_strategies.duke.race import match_chance
from simcards_strategies.duke.reading import is_with
from simcards_strategies.duke.worlds import N_WORDS, points_won, state_at

from simcards.cards import NONE, ONE, count, lowest
from simcards.games.duke.kernels import step
from simcards.jit import kernel
from simcards.scratch import scratch
from simcards.search import copy_state

MOST_CARDS = 16  # in hands and centre: more than these are not looked through
DEPTH = 48  # choices one after the other: two a turn at most, and passes between
POINT_BITS = 16
WHOLE = float(1 << 40)  # a chance of one, in the whole numbers that `notes` keep
# Places of `notes`: actions not yet tried, the best result, its chance for the seat that chooses.
LEFT, BEST, CHANCE, NOTES = 0, DEPTH, 2 * DEPTH, 3 * DEPTH


@kernel
def cards_left(public: Any) -> Any:
    """The cards in hands, and in the centre."""
    n = count(np.uint64(public.open)) + count(np.uint64(public.covered))
    for seat in range(public.rules.players):
        n += np.int64(public.hand_sizes[seat])
    return n


@kernel
def result_of(state: Any) -> Any:
    """Who won a hand that is over, and its points, in one number."""
    return np.int64(state.public.winner) << POINT_BITS | points_won(state)


@kernel
def chance_of(public: Any, seat: Any, result: Any) -> Any:
    """The chance of `seat` to win its match after such a result."""
    return match_chance(public, seat, result >> POINT_BITS, result & ((1 << POINT_BITS) - 1))


@kernel
def forced(state: Any, legal: Any) -> Any:
    """Go on while there is no choice; what may be done then."""
    while count(legal) == 1:
        legal = step(state, lowest(legal))[0]
    return legal


@kernel
def best_result(words: Any, place: Any, legal: Any) -> Any:
    """The result of the state at `place` under best play; later places are written over."""
    legal = forced(state_at(words, place), legal)
    if legal == NONE:
        return result_of(state_at(words, place))
    notes = scratch(NOTES)
    depth = np.int64(0)
    open_node(notes, depth, legal)
    while True:
        if notes[LEFT + depth] == NONE:
            if depth == 0:
                return np.int64(notes[BEST])
            depth -= 1
            weigh(words, place, depth, np.int64(notes[BEST + depth + 1]), notes)
            continue
        legal = try_next(words, place + depth, depth, notes)
        if legal == NONE:
            weigh(words, place, depth, result_of(state_at(words, place + depth + 1)), notes)
        else:
            depth += 1
            open_node(notes, depth, legal)


@kernel
def open_node(notes: Any, depth: Any, legal: Any) -> None:
    """A choice of which nothing is known yet."""
    notes[LEFT + depth] = legal
    notes[CHANCE + depth] = NONE


@kernel
def try_next(words: Any, place: Any, depth: Any, notes: Any) -> Any:
    """Carry out the next action on a copy, one place further; what may be done after it."""
    action = lowest(notes[LEFT + depth])
    notes[LEFT + depth] &= notes[LEFT + depth] - ONE
    copy_state(words, place, place + 1, N_WORDS)
    state = state_at(words, place + 1)
    return forced(state, step(state, action)[0])


@kernel
def weigh(words: Any, place: Any, depth: Any, result: Any, notes: Any) -> None:
    """Keep a result if it is better for the seat that chooses, and drop what cannot matter.

    With two sides: once a choice is as good for its side as the other side will never allow.
    """
    public = state_at(words, place + depth).public
    seat = np.int64(public.to_act)
    chance = ONE + np.uint64(WHOLE * chance_of(public, seat, result))
    if chance <= notes[CHANCE + depth]:
        return
    notes[CHANCE + depth] = chance
    notes[BEST + depth] = np.uint64(result)
    if public.rules.players == 3:
        return
    for above in range(depth):
        other = state_at(words, place + above).public.to_act
        known = notes[CHANCE + above]
        if known != NONE and not is_with(public, seat, other):
            theirs = ONE + np.uint64(WHOLE * chance_of(public, np.int64(other), result))
            if theirs <= known:
                notes[LEFT + depth] = NONE
