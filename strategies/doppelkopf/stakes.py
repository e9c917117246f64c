"""What an announcement is worth in the mean, by the chances of a side to reach card points.

A forecast is ten chances: that the side takes a trick; 30, 60, 90, 120, 121, 151, 181, 211 card
points; all tricks. The value of R8 in the mean follows from it for every pair of announcements,
but for special points, which announcements do not touch.
"""

from typing import Any

import numpy as np

from simcards.games.doppelkopf.rules import N_STEPS
from simcards.games.doppelkopf.state import NO_90, NOTHING, RE, SAID
from simcards.jit import kernel

TRICK, R30, R60, R90, R120, R121, R151, R181, R211, ALL = range(10)
REACHED = (1, 30, 60, 90, 120, 121, 151, 181, 211, 240)  # card points, all tricks at the end
KEPT_AT = np.array([0, 0, R151, R181, R211, ALL], np.int64)  # by step: what keeps a promise
SPOILT_AT = np.array([0, 0, R90, R60, R30, TRICK], np.int64)  # what breaks one of the others
SAFE_AT = np.array([0, 0, R121, R151, R181, R211], np.int64)  # below it a promise is beaten


@kernel
def gain_of_next(public: Any, own: Any, forecast: Any, solo: Any) -> Any:
    """How many points the party's next step adds in the mean to the value for it."""
    mine, other = np.int64(public.steps[own.party]), np.int64(public.steps[1 - own.party])
    if mine == N_STEPS:
        return -1.0
    is_re = own.party == RE
    with_it = mean_value(public.rules, (mine + 1, other), is_re, forecast, solo)
    return with_it - mean_value(public.rules, (mine, other), is_re, forecast, solo)


@kernel
def mean_value(rules: Any, steps: Any, is_re: Any, forecast: Any, solo: Any) -> Any:
    """The value for the party in the mean, without special points and promises of the others."""
    mine, other = steps
    needed = needed_to_win(mine, other, is_re)
    won = forecast[needed]
    lost = 1.0 - won
    both = mine >= NO_90 and other >= NO_90
    if both:
        lost = 1.0 - forecast[SPOILT_AT[other]]
    n_said = np.float64((mine >= SAID) + (other >= SAID))
    n_promised = np.float64(max(mine - 1, 0) + max(other - 1, 0))
    base = np.float64(rules.won_points) + n_said * np.float64(rules.said_points)
    base += n_promised * np.float64(rules.promise_points)
    value = base * (won - lost) + mean_under(rules, forecast, (needed, lost), both)
    if is_re and not solo:
        value -= lost * np.float64(rules.queens_points)
    if not is_re and not solo:
        value += won * np.float64(rules.queens_points)
    for step in range(NO_90, mine + 1):
        if rules.beat_bonus:
            value -= (1.0 - forecast[SAFE_AT[step]]) * np.float64(rules.beaten_points)
    return value


@kernel
def mean_under(rules: Any, forecast: Any, ends: Any, both: Any) -> Any:
    """For losers under 90, 60, 30 and without a trick; where nobody may win, each side's count."""
    needed, lost = ends
    value = 0.0
    for step in range(NO_90, N_STEPS + 1):
        theirs = forecast[KEPT_AT[step] if both else max(KEPT_AT[step], needed)]
        ours = 1.0 - forecast[SPOILT_AT[step]]
        value += theirs - (ours if both else min(ours, lost))
    return value * np.float64(rules.under_points)


@kernel
def needed_to_win(mine: Any, other: Any, is_re: Any) -> Any:
    """R7: the place in a forecast of what the party needs."""
    if mine >= NO_90:
        return KEPT_AT[mine]
    if other >= NO_90:
        return SPOILT_AT[other]
    if is_re:
        return np.int64(R120 if other == SAID and mine == NOTHING else R121)
    return np.int64(R121 if mine == SAID and other == NOTHING else R120)
