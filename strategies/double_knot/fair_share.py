"""Bid the average share of the tricks, then play high while short of it and low once it is there.

Sees     own cards and bid, the trick on the table, tricks taken. Forgets past tricks, and partners.
Params   more  tricks to bid beyond the share
Strength points a hand over the mean of the others, all random_legal, under standard scoring
         (1,000 matches in every rotation, seed 7, 95 % over blocks):
    3p-extended  +0.669 +- 0.011
    3p-basic     +0.706 +- 0.012
    4p-extended  +1.066 +- 0.016
    4p-basic     +1.095 +- 0.016
    5p-extended  +1.422 +- 0.019
Wins     of 100 matches, by one of them against the others, all random_legal; in teams by two
         partners (measured likewise):
    3p-extended         98.7 +- 0.4
    3p-basic            97.8 +- 0.5
    4p-extended         97.5 +- 0.5
    4p-basic            96.7 +- 0.6
    5p-extended         95.4 +- 0.6
    4p-extended-teams   99.3 +- 0.4
    4p-basic-teams      99.1 +- 0.4
"""

from typing import Any

import numpy as np

from simcards.cards import NONE
from simcards.games.double_knot.deck import EXCUSE, POWER, RANK_OF
from simcards.games.double_knot.kernels import BID, BIDS
from simcards.jit import kernel
from simcards.strategy import Param, Strategy
from simcards.tricks import DOWN, UP, beaten, first_by_rank

MORE = 0  # index into params
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
        return first_by_rank(cards, RANKS, UP)
    winners = cards & ~beaten(cards, POWER[public.key], public.best)
    return first_by_rank(winners if winners != NONE else cards, RANKS, DOWN)


@kernel
def to_lose(public: Any, cards: Any) -> Any:
    """The lowest card to lead; later the highest that loses to the table, or the lowest of all."""
    if public.key == EXCUSE:
        return first_by_rank(cards, RANKS, DOWN)
    losers = beaten(cards, POWER[public.key], public.best)
    return first_by_rank(losers, RANKS, UP) if losers != NONE else first_by_rank(cards, RANKS, DOWN)


STRATEGY = Strategy(
    "fair_share", choose, games=("double_knot",), params={"more": Param(0, low=-15, high=15)}
)
