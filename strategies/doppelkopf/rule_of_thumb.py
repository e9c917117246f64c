"""Play soundly and count by round numbers: what a beginner's book on Doppelkopf teaches.

Sees     own cards and party, all cards played and said, points taken, voids, parties as known;
         guesses the parties that are not from what was led and whom seats fed (`reading`).
Play     The card that wins most card points for the own party in this trick, less what it would
         be kept for (`playing`): ducks and overtakes, feeds friends, brings foxes home, and keeps
         a jack of clubs for the last trick while it may take it.
Reserve  A marriage with both queens of clubs. A solo from `solo_at` card points on, as round
         numbers for trumps, aces and voids count them (`thumb`); one that is owed in a tournament
         with less and less.
Announce At the last moment, if by such an estimate of the end it gains more than `say_at` points
         of the value (`stakes`), under the scoring that is played. In a late reply it trusts the
         estimate less. One step at a time: it never jumps.
Params   say_at   points that an announcement has to gain in the mean
         solo_at  card points that a solo has to promise
Strength points a hand over the mean of the other three (over the table's mean, three quarters of
         it), bsw, 2,000 matches in all rotations, seed 7, interval of 95 % over matches: three
         random_cards +3.392 +- 0.015.
"""

from typing import Any

import numpy as np
from simcards_strategies.doppelkopf.playing import card_or_pass
from simcards_strategies.doppelkopf.reading import friends
from simcards_strategies.doppelkopf.saying import is_due, is_one_alone, next_step
from simcards_strategies.doppelkopf.stakes import gain_of_next
from simcards_strategies.doppelkopf.thumb import chances, side_points, solo_points

from simcards.cards import NONE, bit
from simcards.games.doppelkopf.reserving import has_both_queens
from simcards.games.doppelkopf.state import (
    FIRST_SOLO,
    HEALTHY,
    MARRIAGE,
    NAME,
    NAMING,
    RE,
    RESERVATION,
    RESERVE,
    deals_left,
    forehand,
    is_open,
)
from simcards.jit import kernel
from simcards.strategy import Param, Strategy

SAY_AT, SOLO_AT = range(2)  # indices into params
N_SOLOS = 7
# Card points that a solo which is owed has to promise: at the last deal, and more by each before.
OWED, OWED_A_DEAL, MOST_DEALS = 95.0, 1.5, 24


def choose(public: Any, own: Any, legal: Any, word: Any, params: Any) -> Any:
    """Reserve, announce, play."""
    if public.phase == RESERVE:
        wants = has_both_queens(own) or is_solo_hand(public, own, params)
        return np.int64(RESERVATION if wants else HEALTHY)
    if public.phase == NAMING:
        can_marry = legal[0] & bit(NAME + MARRIAGE) != NONE
        if can_marry and not is_solo_hand(public, own, params):
            return np.int64(NAME + MARRIAGE)
        return np.int64(NAME + FIRST_SOLO) + best_solo(public, own)[0]
    with_whom = friends(public, own)
    if is_due(public, own, legal[0]) and pays(public, own, with_whom, params):
        return next_step(legal[0])
    return card_or_pass(public, own, legal[0], with_whom)


@kernel
def best_solo(public: Any, own: Any) -> Any:
    """The solo in which the hand takes most, and how many card points."""
    leads = forehand(public) == own.seat or is_open(public, own.seat)
    best, most = np.int64(0), -1e9
    for solo in range(N_SOLOS):
        points = solo_points(own.held, solo, leads)
        if points > most:
            best, most = np.int64(solo), points
    return best, most


@kernel
def is_solo_hand(public: Any, own: Any, params: Any) -> Any:
    """Whether the best solo takes enough; an open one must be played, and enough grows less."""
    enough = params[SOLO_AT]
    if is_open(public, own.seat):
        enough = OWED + OWED_A_DEAL * np.float64(min(deals_left(public), MOST_DEALS))
    return best_solo(public, own)[1] >= enough


@kernel
def pays(public: Any, own: Any, with_whom: Any, params: Any) -> Any:
    """Whether the next step is worth more than SAY_AT in the mean."""
    solo = is_one_alone(public, own)
    alone = solo and own.party == RE
    points = side_points(public, own, with_whom, alone, solo)
    return gain_of_next(public, own, chances(points), solo) > params[SAY_AT]


STRATEGY = Strategy(
    "rule_of_thumb",
    choose,
    games=("doppelkopf",),
    params={"say_at": Param(0.2, low=-100, high=100), "solo_at": Param(140, low=0, high=250)},
)
