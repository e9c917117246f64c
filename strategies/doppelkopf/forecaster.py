"""Reserve and announce by learned forecasts of the card points that a side will have.

Sees     what rule_of_thumb sees, and plays its cards as that does.
Forecast A weighted sum of what is held, taken, seen and said tells how many card points the own
         side may expect, and tables how often it then reaches what a step needs, or what a hand
         scores in one of eleven ways to play it (`forecasts`, learned by self-play of forecasters
         under bsw: `forecast_tables`).
Reserve  Whatever scores most: a solo, a marriage, or silence with both queens of clubs. A solo
         that is owed in a tournament may cost what waiting would cost.
Announce At the last moment, if it gains more than `say_at` points of the value in the mean
         (`stakes`), under the scoring that is played. One step at a time: it never jumps.
Params   say_at   points that an announcement has to gain in the mean
         solo_at  points that a solo has to score over the hand without it
         stray    how often, by chance, a solo seems to be worth up to 20 points more
Strength points a hand over the mean of the other three (over the table's mean, three quarters of
         it), bsw, 2,000 matches in all rotations, seed 7, intervals of 95 % over matches: three
         rule_of_thumb +0.199 +- 0.014, three random_cards +3.723 +- 0.018. Where solos are
         compulsory it gains more on three rule_of_thumb: turnier +0.342 +- 0.028, ddv
         +0.348 +- 0.029 (1,000 matches).
"""

from typing import Any

import numpy as np
from simcards_strategies.doppelkopf.forecasts import (
    AS_KONTRA,
    AS_MARRIAGE,
    AS_RE,
    LEVEL,
    SILENTLY,
    forecast_of,
    hand_score,
)
from simcards_strategies.doppelkopf.playing import card_or_pass
from simcards_strategies.doppelkopf.reading import friends
from simcards_strategies.doppelkopf.saying import is_due, is_one_alone, next_step
from simcards_strategies.doppelkopf.stakes import gain_of_next

from simcards.cards import NONE, bit
from simcards.games.doppelkopf.deck import QUEENS_OF_CLUBS
from simcards.games.doppelkopf.reserving import has_both_queens
from simcards.games.doppelkopf.rules import SEATS
from simcards.games.doppelkopf.state import (
    FIRST_SOLO,
    HEALTHY,
    MARRIAGE,
    NAME,
    NAMING,
    RESERVATION,
    RESERVE,
    deals_left,
    forehand,
    is_open,
)
from simcards.jit import kernel
from simcards.rng import mix
from simcards.strategy import Param, Strategy

SAY_AT, SOLO_AT, STRAY = range(3)  # indices into params
N_SOLOS = 7
FRACTIONS = np.float64(1 << 24)  # of which a random word gives one
STRAYED = 20.0  # points that a solo may seem to be worth more, by chance


def choose(public: Any, own: Any, legal: Any, word: Any, params: Any) -> Any:
    """Reserve, announce, play: each time what is worth most."""
    if public.phase == RESERVE:
        way = best_way(public, own, word, params)
        return np.int64(RESERVATION if is_named(way) else HEALTHY)
    if public.phase == NAMING:
        return to_name(public, own, legal[0], word, params)
    with_whom = friends(public, own)
    if is_due(public, own, legal[0]) and pays(public, own, with_whom, params):
        return next_step(legal[0])
    return card_or_pass(public, own, legal[0], with_whom)


# --- Reservations ---------------------------------------------


@kernel
def is_named(way: Any) -> Any:
    """Whether a way to play a hand has to be named."""
    return way < SILENTLY or way == AS_MARRIAGE


@kernel
def best_way(public: Any, own: Any, word: Any, params: Any) -> Any:
    """The way to play the hand that scores most, a solo only by more than SOLO_AT."""
    best, score = plain_way(public, own, word, params)
    solo, solo_score = best_solo(public, own, word, params)
    score += params[SOLO_AT]
    if is_open(public, own.seat):
        score += level(public)
    return solo if solo_score > score else best


@kernel
def plain_way(public: Any, own: Any, word: Any, params: Any) -> Any:
    """How the hand is played without a solo, and its score: normally, or marriage or silence."""
    leads = forehand(public) == own.seat
    if has_both_queens(own):
        married = hand_score(own.held, AS_MARRIAGE, leads)
        silent = hand_score(own.held, SILENTLY, leads) + strayed(word, SILENTLY, params)
        if silent > married:
            return np.int64(SILENTLY), silent
        return np.int64(AS_MARRIAGE), married
    way = np.int64(AS_RE if own.held & QUEENS_OF_CLUBS != NONE else AS_KONTRA)
    return way, hand_score(own.held, way, leads)


@kernel
def best_solo(public: Any, own: Any, word: Any, params: Any) -> Any:
    """The solo that scores most, and its score; by chance one may seem to be worth more."""
    leads = forehand(public) == own.seat or is_open(public, own.seat)
    best, score = np.int64(0), -1e9
    for way in range(N_SOLOS):
        worth = hand_score(own.held, way, leads) + strayed(word, way, params)
        if worth > score:
            best, score = np.int64(way), worth
    return best, score


@kernel
def strayed(word: Any, way: Any, params: Any) -> Any:
    """What a way to play a hand seems to be worth more, by chance; mostly nothing."""
    if np.float64(word >> np.uint64(40)) >= params[STRAY] * FRACTIONS:
        return 0.0
    return STRAYED * np.float64(mix(word + np.uint64(way)) >> np.uint64(40)) / FRACTIONS


@kernel
def level(public: Any) -> Any:
    """What an open solo may cost now, for it may cost more if left to the end (0 or less)."""
    others = np.int64(-1)
    for seat in range(SEATS):
        others += is_open(public, seat)
    left = max(deals_left(public) - others - 1, 0)
    return LEVEL[min(left, len(LEVEL) - 1)] if public.rules.forced else 0.0


@kernel
def to_name(public: Any, own: Any, legal: Any, word: Any, params: Any) -> Any:
    """The way that was reserved; a solo where one is forced or the word has changed."""
    way = best_way(public, own, word, params)
    if way == AS_MARRIAGE and legal & bit(NAME + MARRIAGE) != NONE:
        return np.int64(NAME + MARRIAGE)
    if way >= SILENTLY:
        way = best_solo(public, own, word, params)[0]
    return np.int64(NAME + FIRST_SOLO) + way


# --- Announcements --------------------------------------------


@kernel
def pays(public: Any, own: Any, with_whom: Any, params: Any) -> Any:
    """Whether the next step is worth more than SAY_AT in the mean."""
    forecast = forecast_of(public, own, with_whom)
    return gain_of_next(public, own, forecast, is_one_alone(public, own)) > params[SAY_AT]


STRATEGY = Strategy(
    "forecaster",
    choose,
    games=("doppelkopf",),
    params={
        "say_at": Param(0, low=-100, high=100),
        "solo_at": Param(0, low=-100, high=100),
        "stray": Param(0, low=0, high=1),
    },
)
