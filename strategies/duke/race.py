"""The chance to win a match of Duke from its score, between two sides of equal strength.

Worked out backwards from the end: who starts a hand wins it with FIRST_WINS, and a hand brings so
many points with POINTS (regents among themselves, four seats). With three seats the chance against
each of the others is taken, and their mean.
"""

from typing import Any

import numpy as np

from simcards.game import NOBODY
from simcards.games.duke.rules import KINDS, MOST_SEATS, N_KINDS, Outcome
from simcards.games.duke.scoring import WINNER_STARTS, value_of
from simcards.jit import kernel

FIRST_WINS = 0.55
POINTS = {1: 0.05, 2: 0.21, 3: 0.27, 4: 0.25, 5: 0.13, 6: 0.06, 8: 0.01, 10: 0.02}
FAR = 20  # points still needed; more are taken as so many, and as much off the other side
MOST_HANDS = 12  # hands still to be played, where rounds are counted; more are taken as so many
MOST_LEAD = 40  # points ahead, there
UNIT = sum(kind.copies * kind.points for kind in KINDS)  # of the usual values
N_MODES = 2  # who starts next: the seat after, or the winner
MODES = [(mode, mine) for mode in range(N_MODES) for mine in range(2)]


def race_table() -> Any:
    """[mode, whether I start, points I need, points they need] -> chance."""
    table = [[[[1.0] * (FAR + 1)] for _ in range(2)] for _ in range(N_MODES)]
    for need in range(1, FAR + 1):
        for mode, mine in MODES:
            table[mode][mine].append([0.0])
        for theirs in range(1, FAR + 1):
            for mode, mine in MODES:
                up, down = (table[mode][next_mine(mode, mine, won)] for won in (1, 0))
                wins = FIRST_WINS if mine else 1.0 - FIRST_WINS
                chance = 0.0
                for n, share in POINTS.items():
                    chance += share * wins * up[max(need - n, 0)][theirs]
                    chance += share * (1.0 - wins) * down[need][max(theirs - n, 0)]
                table[mode][mine][need].append(chance)
    return np.array(table)


def rounds_table() -> Any:
    """[mode, whether I start, hands left, points ahead + MOST_LEAD] -> chance."""
    ahead = np.arange(-MOST_LEAD, MOST_LEAD + 1)
    table = np.zeros((N_MODES, 2, MOST_HANDS + 1, len(ahead)))
    table[:, :, 0] = (ahead > 0) + 0.5 * (ahead == 0)
    for left in range(1, MOST_HANDS + 1):
        for mode, mine in MODES:
            up, down = (table[mode, next_mine(mode, mine, won), left - 1] for won in (1, 0))
            wins = FIRST_WINS if mine else 1.0 - FIRST_WINS
            for n, share in POINTS.items():
                higher = np.minimum(ahead + n, MOST_LEAD) + MOST_LEAD
                lower = np.maximum(ahead - n, -MOST_LEAD) + MOST_LEAD
                table[mode, mine, left] += share * wins * up[higher]
                table[mode, mine, left] += share * (1.0 - wins) * down[lower]
    return table


def next_mine(mode: int, mine: int, won: int) -> int:
    """Whether I start the next of two sides' hands."""
    return won if mode == WINNER_STARTS else 1 - mine


RACE = race_table()
ROUNDS = rounds_table()


@kernel
def match_chance(public: Any, seat: Any, winner: Any, points: Any) -> Any:
    """The chance of `seat` to win the match once `winner` has won this hand with so many points.

    The hand is over. One that is annulled or void has no winner (NOBODY) and no points.
    """
    players = np.int64(public.rules.players)
    first = next_first(public, winner)
    if players == MOST_SEATS:
        return against(public, (seat, seat + 1), winner, points, np.int64(first + seat) % 2 == 0)
    total = 0.0
    for k in range(1, players):
        other = (seat + k) % players
        chance = against(public, (seat, other), winner, points, first == seat)
        if first != seat and first != other:
            chance += against(public, (seat, other), winner, points, True)
            chance *= 0.5
        total += chance
    return total / np.float64(players - 1)


@kernel
def next_first(public: Any, winner: Any) -> Any:
    """R2: who starts the next hand; after an annulled deal the same seat."""
    if public.outcome == Outcome.ANNULLED:
        return np.int64(public.dealer)
    if winner != NOBODY and public.rules.next_first == WINNER_STARTS:
        return np.int64(winner)
    return (np.int64(public.dealer) + 1) % np.int64(public.rules.players)


@kernel
def against(public: Any, seats: Any, winner: Any, points: Any, starts: Any) -> Any:
    """The chance of one seat to come before another."""
    rules = public.rules
    mode = np.int64(rules.next_first == WINNER_STARTS)
    mine = total_after(public, seats[0], winner, points)
    theirs = total_after(public, seats[1] % rules.players, winner, points)
    unit = max(unit_of(rules), 1)
    if rules.rounds > 0:
        left = np.int64(rules.rounds) - public.hand - (public.outcome != Outcome.ANNULLED)
        ahead = (mine - theirs) * UNIT // unit
        place = min(max(ahead, -MOST_LEAD), MOST_LEAD) + MOST_LEAD
        return ROUNDS[mode, np.int64(starts), min(max(left, 0), MOST_HANDS), place]
    target = np.int64(rules.target)
    need = -((mine - target) * UNIT // unit)
    needed = -((theirs - target) * UNIT // unit)
    over = max(need - FAR, needed - FAR, 0)
    return RACE[mode, np.int64(starts), on_table(need, over), on_table(needed, over)]


@kernel
def on_table(need: Any, over: Any) -> Any:
    """Points needed less `over`; nothing needed stays so."""
    return max(need - over, np.int64(1)) if need > 0 else np.int64(0)


@kernel
def total_after(public: Any, seat: Any, winner: Any, points: Any) -> Any:
    """A seat's total with the points of this hand."""
    total = np.int64(public.totals[seat])
    if winner == NOBODY:
        return total
    wins = seat == winner
    if public.rules.players == MOST_SEATS:
        wins = (np.int64(seat) + np.int64(winner)) % 2 == 0
    return total + (np.int64(points) if wins else 0)


@kernel
def unit_of(rules: Any) -> Any:
    """What all cards are worth under these rules."""
    total = np.int64(0)
    for kind in range(N_KINDS):
        total += COPIES[kind] * value_of(rules, kind)
    return total


COPIES = np.array([kind.copies for kind in KINDS])
