"""What a seat of Duke reads from its view: which attacks will stand, and what a card is for.

An attack stands if nobody against it has a card that counters it. The cards whose place a seat
does not know lie in hands and face down on lines, each place as likely.
"""

from typing import Any

import numpy as np

from simcards.games.duke.deck import COUNTERS, DUKE, copies, size_of
from simcards.games.duke.rules import LETTERS, MOST_SEATS, N_KINDS
from simcards.games.duke.scoring import DOUBLE_HIDDEN, value_of
from simcards.jit import kernel


def by_kind(**of: float) -> Any:
    """A number for each kind, given by letters, in the order of the table of kinds."""
    return np.array([of[letter] for letter in LETTERS])


# How much a card is worth keeping for what it counters, and because a Duke does not counter it;
# in chances to have an attack stand.
KEEP = by_kind(D=0.50, A=0.16, B=0.16, Y=0.13, U=0.13, O=0.11, V=0.13, T=0.02)


@kernel
def is_with(public: Any, one: Any, other: Any) -> Any:
    """R2: whether two seats are on one side."""
    if public.rules.players == MOST_SEATS:
        return (one + other) % 2 == 0
    return one == other


@kernel
def held_against(public: Any, seat: Any) -> Any:
    """How many cards are in the hands of seats that are not on the side of `seat`."""
    n = np.int64(0)
    for other in range(public.rules.players):
        if not is_with(public, seat, other):
            n += np.int64(public.hand_sizes[other])
    return n


@kernel
def threats(rest: Any, kind: Any) -> Any:
    """How many cards among `rest` counter an attack of `kind` (R4, R5)."""
    n = copies(rest, kind)
    if kind != DUKE and COUNTERS[kind] & 1:
        n += copies(rest, DUKE)
    return n


@kernel
def stands(kind: Any, rest: Any, n_against: Any) -> Any:
    """The chance that nobody against it has a card that counters an attack of `kind`.

    `rest` are the unseen cards, of which the others have `n_against`.
    """
    n_rest = np.float64(size_of(rest))
    chance = 1.0
    for i in range(threats(rest, kind)):
        left = n_rest - np.float64(i)
        chance *= max(left - np.float64(n_against), 0.0) / left
    return chance


@kernel
def last_points(rules: Any, laid: Any, last: Any, face_down: Any) -> Any:
    """R6: the points of a last card, with `laid` in defence."""
    points = value_of(rules, last)
    if face_down and laid == last and rules.double == DOUBLE_HIDDEN:
        points *= rules.double_factor
    return points


@kernel
def best_last(rules: Any, held: Any) -> Any:
    """The most points that two cards in hand can bring on a lead."""
    best = np.int64(0)
    for kind in range(N_KINDS):
        n = copies(held, kind)
        if n > 0:
            best = max(best, last_points(rules, kind if n > 1 else -1, kind, True))
    return best
