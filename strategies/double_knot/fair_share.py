"""Bid the average share of the tricks, then play high while short of it and low once it is there.

Sees     own cards and bid, the trick on the table, tricks taken. Forgets past tricks, and partners.
Params   more  tricks to bid beyond the share
"""

from typing import Any

import numpy as np

from simcards.cards import NONE, ONE, bit, lowest
from simcards.games.double_knot.deck import EXCUSE, POWER, RANK_OF
from simcards.games.double_knot.kernels import BID, BIDS
from simcards.jit import kernel
from simcards.strategy import Strategy

MORE = 0  # index into params
UP, DOWN = 1, -1  # orders of rank
RANKS = np.array([*RANK_OF, -1], np.int8)  # the Excuse below all


def choose(public: Any, own: Any, legal: Any, word: Any, params: Any) -> Any:
    """Bid the share, then win or lose tricks as the bid wants it."""
    if public.phase == BID:
        tricks = np.float64(public.n_tricks)
        share = np.floor(tricks / np.float64(public.rules.players) + params[MORE] + 0.5)
        return np.int64(BIDS) + np.int64(min(max(share, 0.0), tricks))
    if public.taken[own.seat] < public.bids[own.seat]:
        return to_win(public, legal[0])
    return to_lose(public, legal[0])


@kernel
def to_win(public: Any, cards: Any) -> Any:
    """The highest card to lead; later the lowest that beats the table, or the lowest of all."""
    if public.key == EXCUSE:
        return first_by_rank(cards, UP)
    winners = cards & ~beaten(public, cards)
    return first_by_rank(winners if winners != NONE else cards, DOWN)


@kernel
def to_lose(public: Any, cards: Any) -> Any:
    """The lowest card to lead; later the highest that loses to the table, or the lowest of all."""
    if public.key == EXCUSE:
        return first_by_rank(cards, DOWN)
    losers = beaten(public, cards)
    return first_by_rank(losers, UP) if losers != NONE else first_by_rank(cards, DOWN)


@kernel
def beaten(public: Any, cards: Any) -> Any:
    """Those of `cards` that do not take the trick as it lies."""
    powers = POWER[public.key]
    found = NONE
    left = cards
    while left != NONE:
        card = lowest(left)
        left &= left - ONE
        if powers[card] <= powers[public.best]:
            found |= bit(card)
    return found


@kernel
def first_by_rank(cards: Any, order: Any) -> Any:
    """The highest card by rank for order UP, the lowest for DOWN; of equals that of first suit."""
    best = lowest(cards)
    left = cards & (cards - ONE)
    while left != NONE:
        card = lowest(left)
        left &= left - ONE
        if order * np.int64(RANKS[card]) > order * np.int64(RANKS[best]):
            best = card
    return best


STRATEGY = Strategy("fair_share", choose, games=("double_knot",), params={"more": 0.0})
