"""Rules of thumb for a hand: card points to expect from a few round numbers."""

from typing import Any

import numpy as np
from simcards_strategies.doppelkopf.counting import (
    ACES,
    BACKED,
    LEADS,
    N_COUNTS,
    N_PLACES,
    OURS,
    PAIRS,
    SINGLES,
    THEIRS,
    UNSURE,
    VOIDS,
    count_hand,
    count_stand,
)

from simcards.cards import NONE, ONE
from simcards.games.doppelkopf.announcing import least_for_next
from simcards.games.doppelkopf.deck import N_SUITS, RANK_ACES, RANKING_OF, rest_of
from simcards.games.doppelkopf.rules import N_TRICKS
from simcards.games.doppelkopf.state import FIRST_SOLO, RE, cards_left
from simcards.jit import kernel
from simcards.scratch import scratch

# Card points of what is held, over a low plain card: with a trump suit, with queens or jacks as
# the only trumps, and without any.
WITH_SUIT, WITH_PICTURES, WITHOUT = range(3)
WORTH = np.zeros((3, N_COUNTS))
WORTH[WITH_SUIT, :N_PLACES] = (20, 18, 18, 15, 12, *[11] * 8)
WORTH[WITH_PICTURES, :4] = (22, 15, 14, 12)
WORTH[WITH_SUIT, [ACES, VOIDS, SINGLES]] = (5, 15, 3)
WORTH[WITH_PICTURES, [ACES, PAIRS, VOIDS]] = (16, 14, 14)
WORTH[WITHOUT, [ACES, PAIRS, BACKED]] = (20, 20, 8)
WORTH[:, LEADS] = 6
# What a hand of the usual worth takes with its friend, of Re and of Kontra; each card point of
# worth above it adds SHARE. A soloist takes what the hand is worth less what it LACKS.
USUAL_RE, TAKES_RE, USUAL_KONTRA, TAKES_KONTRA, SHARE = 105.0, 133.0, 95.0, 108.0, 0.65
LACKS = (50.0, 19.0, 0.0)
# Card points that the others have more, by the highest step they have announced.
WARNED = np.array([0.0, 15.0, 45.0, 75.0, 105.0, 135.0])
# Card points that the own side has less if nobody of it spoke in time.
SILENT, SILENT_ALONE = 10.0, 30.0
ALL_POINTS, HALF = 240.0, 120.0
SPREAD = 110.0  # card points over which a chance goes from nothing to certainty
SLACK = 0.02  # nothing is certain


@kernel
def solo_points(held: Any, solo: Any, leads: Any) -> Any:
    """What the hand takes in one of the seven solos, by the rules of thumb."""
    counts = scratch(N_COUNTS)
    ranking = np.int64(RANKING_OF[FIRST_SOLO + solo])
    count_hand(held, rest_of(held, NONE), ranking, counts)
    counts[LEADS] = ONE if leads else NONE
    kind = kind_of(ranking)
    return worth_of(counts, kind) - LACKS[kind]


@kernel
def kind_of(ranking: Any) -> Any:
    """Which of the three lists of worths a ranking goes by."""
    if ranking < N_SUITS:
        return WITH_SUIT
    return WITHOUT if ranking == RANK_ACES else WITH_PICTURES


@kernel
def worth_of(counts: Any, kind: Any) -> Any:
    """The sum over what is held."""
    total = 0.0
    for i in range(N_COUNTS):
        total += WORTH[kind, i] * np.float64(counts[i])
    return total


@kernel
def side_points(public: Any, own: Any, friends: Any, alone: Any, solo: Any) -> Any:
    """What the seat's side will have: what it took, and a share of the rest by its own cards."""
    counts = scratch(N_COUNTS)
    count_stand(public, own, friends, counts)
    ours, unsure = np.float64(counts[OURS]), np.float64(counts[UNSURE])
    rest = ALL_POINTS - ours - unsure - np.float64(counts[THEIRS])
    kind = kind_of(np.int64(public.ranking))
    twelve = worth_of(counts, kind) * N_TRICKS / np.float64(cards_left(public, own.seat))
    takes = TAKES_KONTRA + SHARE * (twelve - USUAL_KONTRA)
    if alone:
        takes = twelve - LACKS[kind]
    elif solo:
        takes = HALF + (twelve - USUAL_KONTRA) * SHARE
    elif own.party == RE:
        takes = TAKES_RE + SHARE * (twelve - USUAL_RE)
    takes -= WARNED[public.steps[1 - own.party]]
    if cards_left(public, own.seat) < least_for_next(public, own.party):
        takes -= SILENT_ALONE if alone else SILENT
    return ours + unsure * 0.5 + rest * takes / ALL_POINTS


@kernel
def chances(points: Any) -> Any:
    """The forecast of `stakes` when a side expects so many card points."""
    return (
        1.0 - SLACK,
        chance(points, 30.0),
        chance(points, 60.0),
        chance(points, 90.0),
        chance(points, 120.0),
        chance(points, 121.0),
        chance(points, 151.0),
        chance(points, 181.0),
        chance(points, 211.0),
        chance(points, 240.0),
    )


@kernel
def chance(points: Any, needed: Any) -> Any:
    """Half when just so many are expected, and a straight line."""
    return min(max(0.5 + (points - needed) / SPREAD, SLACK), 1.0 - SLACK)
