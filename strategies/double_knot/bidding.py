"""What a hand of Double Knot is worth before the play, read from the learned `tables`.

WEIGHTS       tricks that cards, lengths of suits and the bids before add to the hand's
ZERO_WEIGHTS  the same behind a bid of zero
BIDS_MET      that a contract is made exactly, and within one: contract, tricks expected less it
ZERO_MET      the same for a bid of zero: tricks expected behind it
"""

from typing import Any

import numpy as np
from simcards_strategies.double_knot.reading import MASKS, PERCENT, SUITS, part_of
from simcards_strategies.double_knot.tables import BIDS_MET, WEIGHTS, ZERO_MET, ZERO_WEIGHTS

from simcards.cards import NONE, ONE, bit, count, lowest
from simcards.games.double_knot.deck import EXCUSE, N_SUITS
from simcards.jit import kernel
from simcards.scratch import scratch

BID_REACH, BID_STEP, BID_STEPS = 3.0, 2.0, 12  # of tricks less contract: halves from -3 to 3
MOST_BID = 7  # contracts beyond are read as this
ZERO_STEP, ZERO_STEPS = 4.0, 12  # of the tricks expected in ZERO_MET: quarters from 0 to 3
LENGTHS, MIXES, ORDER, N_WEIGHTS = 135, 177, 233, 268  # where WEIGHTS has what
N_PLACES = 24  # at most, of one hand
LOW_SUITS = MASKS[3] | MASKS[4] | MASKS[5]  # Leaves, Wyrms, Knots: trumps of most tricks


@kernel
def bid_places(public: Any, own: Any, places: Any) -> Any:
    """Which of WEIGHTS a hand has, into `places`; returns how many."""
    n = 0
    left = own.held & ~bit(EXCUSE)
    while left != NONE:
        card = lowest(left)
        left &= left - ONE
        higher = count((own.held & MASKS[SUITS[card]]) >> np.uint64(card)) - 1
        places[n] = np.uint64(card * 3 + min(higher, 2))
        n += 1
    for suit in range(N_SUITS):
        length = count(own.held & MASKS[suit])
        places[n] = np.uint64(LENGTHS + suit * 7 + min(length, 6))
        n += 1
    low = min(count(own.held & LOW_SUITS), 6)
    for suit in range(2):
        length = min(count(own.held & MASKS[suit]), 3)
        places[n] = np.uint64(MIXES + (suit * 4 + length) * 7 + low)
        n += 1
    places[n] = np.uint64(order_place(public))
    return n + 1


@kernel
def order_place(public: Any) -> Any:
    """How many have bid, and how far beyond their share."""
    n_bids: Any = np.int64(0)
    total: Any = np.int64(0)
    for seat in range(public.rules.players):
        if public.bids[seat] >= 0:
            n_bids += 1
            total += public.bids[seat]
    players = np.int64(public.rules.players)
    beyond = total * players - n_bids * np.int64(public.n_tricks)
    beyond = (2 * beyond + players + 200 * players) // (2 * players) - 100  # rounded
    return ORDER + n_bids * 7 + min(max(beyond, -3), 3) + 3


@kernel
def hand_tricks(public: Any, own: Any, table: Any) -> Any:
    """The tricks that a hand takes, by what has been bid: in general, and behind a bid of zero."""
    places = scratch(N_PLACES)
    n = bid_places(public, own, places)
    tricks, at_zero = 0.0, 0.0
    for i in range(n):
        tricks += WEIGHTS[table, np.int64(places[i])]
        at_zero += ZERO_WEIGHTS[table, np.int64(places[i])]
    return tricks, at_zero


@kernel
def bid_chances(table: Any, contract: Any, tricks: Any) -> Any:
    """The chances to make a contract, and to miss it by one, with so many tricks expected."""
    off = tricks - np.float64(contract)
    x = (min(max(off, -BID_REACH), BID_REACH) + BID_REACH) * BID_STEP
    return between(BIDS_MET[table, min(contract, MOST_BID)], x, BID_STEPS)


@kernel
def zero_chances(table: Any, tricks: Any) -> Any:
    """The same for a bid of zero, by the tricks expected behind it."""
    x = min(max(tricks * ZERO_STEP, 0.0), np.float64(ZERO_STEPS))
    return between(ZERO_MET[table], x, ZERO_STEPS)


@kernel
def between(row: Any, x: Any, steps: Any) -> Any:
    """(exact, off by one) between two neighbours in a row of (exact, within one)."""
    i, x = part_of(x, steps)
    exact = np.float64(row[i, 0]) * (1.0 - x) + np.float64(row[i + 1, 0]) * x
    within = np.float64(row[i, 1]) * (1.0 - x) + np.float64(row[i + 1, 1]) * x
    return exact * PERCENT, max(within - exact, 0.0) * PERCENT
