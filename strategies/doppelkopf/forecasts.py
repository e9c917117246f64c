"""Forecasts from the learned tables: card points to expect, and the chances that follow from them.

A weighted sum of what a seat counts (`counting`) is the card points its side may expect. Where it
lies between the knots of a table, 15 card points apart, says how often the side reaches what
it needs, or how a hand scores in the mean.
"""

from typing import Any

import numpy as np
from simcards_strategies.doppelkopf import forecast_tables as table
from simcards_strategies.doppelkopf.counting import (
    LEADS,
    LEAST_CARDS,
    N_COUNTS,
    N_STAGES,
    count_hand,
    count_stand,
    role_of,
)

from simcards.cards import NONE, ONE
from simcards.games.doppelkopf.deck import RANKING_OF, rest_of
from simcards.games.doppelkopf.state import FIRST_SOLO, cards_left
from simcards.jit import kernel
from simcards.scratch import scratch

POINTS, REACH = table.POINTS, table.REACH
HAND_POINTS, HAND_SCORE, LEVEL = table.HAND_POINTS, table.HAND_SCORE, table.LEVEL
KNOT, N_KNOTS = 15.0, 17  # card points between knots, and how many there are
# How a hand may be played: seven solos in the order of their types, then these.
SILENTLY, AS_RE, AS_KONTRA, AS_MARRIAGE = range(7, 11)


@kernel
def stage_of(public: Any, own: Any) -> Any:
    """By the cards in hand."""
    return min(max(cards_left(public, own.seat) - LEAST_CARDS, 0), N_STAGES - 1)


@kernel
def forecast_of(public: Any, own: Any, friends: Any) -> Any:
    """The ten chances of `stakes` for the seat's side."""
    counts = scratch(N_COUNTS)
    count_stand(public, own, friends, counts)
    role, stage = role_of(public, own, friends), stage_of(public, own)
    low, part = between(weighed(POINTS[role, stage], counts))
    rows = REACH[role, stage]
    return (
        mixed(rows[low, 0], rows[low + 1, 0], part),
        mixed(rows[low, 1], rows[low + 1, 1], part),
        mixed(rows[low, 2], rows[low + 1, 2], part),
        mixed(rows[low, 3], rows[low + 1, 3], part),
        mixed(rows[low, 4], rows[low + 1, 4], part),
        mixed(rows[low, 5], rows[low + 1, 5], part),
        mixed(rows[low, 6], rows[low + 1, 6], part),
        mixed(rows[low, 7], rows[low + 1, 7], part),
        mixed(rows[low, 8], rows[low + 1, 8], part),
        mixed(rows[low, 9], rows[low + 1, 9], part),
    )


@kernel
def hand_score(held: Any, way: Any, leads: Any) -> Any:
    """The score in the mean of a hand of twelve cards played in one of eleven ways."""
    counts = scratch(N_COUNTS)
    count_dealt(held, way, leads, counts)
    low, part = between(weighed(HAND_POINTS[way], counts))
    return mixed(HAND_SCORE[way, low], HAND_SCORE[way, low + 1], part)


@kernel
def count_dealt(held: Any, way: Any, leads: Any, counts: Any) -> None:
    """What is counted of twelve cards for one way to play them."""
    ranking = np.int64(RANKING_OF[FIRST_SOLO + way]) if way < SILENTLY else np.int64(0)
    count_hand(held, rest_of(held, NONE), ranking, counts)
    counts[LEADS] = ONE if leads else NONE


@kernel
def weighed(weights: Any, counts: Any) -> Any:
    """The weighted sum."""
    total = 0.0
    for i in range(N_COUNTS):
        total += weights[i] * np.float64(counts[i])
    return total


@kernel
def between(points: Any) -> Any:
    """The knot below, and how far on to the next one card points are."""
    x = min(max(points / KNOT, 0.0), N_KNOTS - 1.001)
    low = np.int64(x)
    return low, x - np.float64(low)


@kernel
def mixed(low: Any, high: Any, part: Any) -> Any:
    """What lies between two values."""
    return low + (high - low) * part
