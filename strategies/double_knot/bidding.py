"""What a hand of Double Knot is worth before the play, by the learned `tables`, and its bid.

WEIGHTS       tricks that cards, lengths of suits and the bids before add to the hand's
ZERO_WEIGHTS  the same behind a bid of zero
BIDS_MET      that a contract is made exactly, and within one: contract, tricks expected less it
ZERO_MET      the same for a bid of zero: tricks expected behind it
"""

from typing import Any

import numpy as np
from simcards_strategies.double_knot.reading import MASKS, PERCENT, SUITS, part_of, partner_tricks
from simcards_strategies.double_knot.tables import BIDS_MET, WEIGHTS, ZERO_MET, ZERO_WEIGHTS

from simcards.cards import NONE, ONE, bit, count, lowest
from simcards.games.double_knot.deck import EXCUSE, N_SUITS
from simcards.games.double_knot.kernels import SPECIAL
from simcards.jit import kernel
from simcards.rng import fraction, mix
from simcards.scratch import scratch

BID_REACH, BID_STEP, BID_STEPS = 3.0, 2.0, 12  # of tricks less contract: halves from -3 to 3
MOST_BID = 7  # contracts beyond are read as this
ZERO_STEP, ZERO_STEPS = 4.0, 12  # of the tricks expected in ZERO_MET: quarters from 0 to 3
LENGTHS, MIXES, ORDER, N_WEIGHTS = 135, 177, 233, 268  # where WEIGHTS has what
N_PLACES = 24  # at most, of one hand
AIM, SPECIALLY, TEAMLY, SPITE, STRAY = range(5)  # indices into the params of the reckoner
MISSES = 0.55  # of each opponent, before the play
TRICKS_AT_ZERO = 0.2  # expected behind a partner's zero, at most, for each special point
LOW_SUITS = MASKS[3] | MASKS[4] | MASKS[5]  # Leaves, Wyrms, Knots: trumps of most tricks


# --- What a hand is worth -------------------------------------


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


# --- The bid --------------------------------------------------


@kernel
def to_bid(public: Any, own: Any, side: Any, word: Any, params: Any) -> Any:
    """The bid worth the most points."""
    table, partner = side
    n_tricks = np.int64(public.n_tricks)
    tricks, at_zero = hand_tricks(public, own, table)
    tricks += params[AIM]
    promised = np.int64(0)
    is_first = partner >= 0 and public.bids[partner] < 0
    if partner >= 0 and not is_first:
        promised = np.int64(public.bids[partner])
        tricks += partner_tricks(table, promised, n_tricks)[0]
    best, action = -np.inf, np.int64(0)
    for bid in range(n_tricks + 1):
        contract = promised + bid
        if is_first:
            worth = worth_of_promise(public, bid, tricks, at_zero, params)
        else:
            if bid == 0 and partner < 0:
                exact, near = zero_chances(table, at_zero)
            else:
                exact, near = bid_chances(table, contract, tricks)
            made, rest = stakes(public, contract, partner, params)
            worth = exact * (made + rest[1] * MISSES) + near * rest[0]
        worth *= 1.0 + params[STRAY] * fraction(mix(word + np.uint64(bid)))
        if worth > best:
            best, action = worth, np.int64(bid)
    return action


@kernel
def worth_of_promise(public: Any, bid: Any, tricks: Any, at_zero: Any, params: Any) -> Any:
    """What the first of two partners wants to bid most: the tricks his hand is worth.

    R8, R9: with a hand that takes next to none, zero, which leaves a contract of zero open.
    """
    rules = public.rules
    can_pay = rules.scoring == SPECIAL and params[SPECIALLY] > 0.0
    most = TRICKS_AT_ZERO * np.float64(rules.special_points) * params[SPECIALLY]
    if bid == 0 and can_pay and at_zero < most:
        return 2.0  # more than any other
    return 1.0 / (1.0 + abs(tricks - np.float64(bid)))


@kernel
def stakes(public: Any, contract: Any, partner: Any, params: Any) -> Any:
    """R7, R8: points for a contract made, and (for missing by one, for all opponents' misses)."""
    rules = public.rules
    others = np.float64(rules.players) - (1.0 if partner < 0 else 2.0)
    is_special = contract == 0 or contract == public.n_tricks
    if rules.scoring == SPECIAL and is_special and params[SPECIALLY] > 0.0:
        return np.float64(rules.special_points) * params[SPECIALLY], (0.0, 0.0)
    misses = np.float64(rules.miss_points) * others
    return np.float64(rules.made_points), (np.float64(rules.near_points), misses)
