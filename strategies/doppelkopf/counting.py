"""What a forecast is made from: numbers that tell how a seat stands, each a small whole number."""

from typing import Any

import numpy as np
from simcards_strategies.doppelkopf.reading import HIGHER, is_silent_soloist, unseen_by

from simcards.cards import NONE, ONE, count, has, lowest
from simcards.games.doppelkopf.deck import (
    ACE,
    CLASS_MASKS,
    N_RANKS,
    N_SUITS,
    RANKINGS,
    TEN,
    TRUMP,
    VALUE_OF,
    both_copies,
    trumps_of,
)
from simcards.games.doppelkopf.rules import SEATS
from simcards.games.doppelkopf.scoring import is_solo
from simcards.games.doppelkopf.state import RE
from simcards.jit import kernel

# By ranking and card: how many other trumps rank above it.
PLACE_OF = np.zeros((len(RANKINGS), 24), np.int64)
for _ranking in RANKINGS:
    for _place, _card in enumerate(reversed(trumps_of(_ranking))):
        PLACE_OF[_ranking, _card] = _place
N_PLACES = 13
# The numbers, in their order: trumps by place; then of the plain suits; then of the play.
ACES, PAIRS, BACKED, BARE, LOW, VOIDS, SINGLES, TOPS, LONGEST, OPEN = range(N_PLACES, N_PLACES + 10)
MASTERS, OUT, LEADS, TURN, OURS, THEIRS, UNSURE, TABLE, HOLDING, MINE, OTHER, SURE = range(23, 35)
ONE_ALWAYS = 35
N_COUNTS = 36

# Whose stand it is.
RE_ALONE_UNSURE, RE_SURE, KONTRA_UNSURE, KONTRA_SURE, SOLOIST, AGAINST = 0, 1, 2, 3, 4, 6
N_ROLES = 8  # SOLOIST and AGAINST once with a trump suit and once without
LEAST_CARDS = 5  # in hand, for announcing anything
N_STAGES = 8  # 5 to 12 cards in hand


@kernel
def role_of(public: Any, own: Any, friends: Any) -> Any:
    """Whose stand it is: of which party, and whether the friend is known."""
    without_suit = np.int64(public.ranking >= N_SUITS)
    if is_silent_soloist(public, own) or (own.party == RE and is_solo(public.type)):
        return SOLOIST + without_suit
    if is_solo(public.type):
        return AGAINST + without_suit
    first = np.int64(RE_ALONE_UNSURE if own.party == RE else KONTRA_UNSURE)
    return first + np.int64(has_sure_friend(own, friends))


@kernel
def has_sure_friend(own: Any, friends: Any) -> Any:
    """Whether a seat knows who is with it."""
    found = False
    for seat in range(SEATS):
        found |= seat != own.seat and friends[seat] == 1.0
    return found


@kernel
def count_hand(held: Any, unseen: Any, ranking: Any, counts: Any) -> None:
    """The cards of a hand in a ranking, with those in the others' hands."""
    for i in range(N_COUNTS):
        counts[i] = NONE
    counts[ONE_ALWAYS] = ONE
    trumps = both_copies(CLASS_MASKS[ranking, TRUMP])
    left = held & trumps
    while left != NONE:
        card = lowest(left)
        left &= left - ONE
        kind = card if card < 24 else card - 24
        counts[PLACE_OF[ranking, kind]] += ONE
        counts[MASTERS] += np.uint64(unseen & HIGHER[ranking, TRUMP, kind] == NONE)
    counts[OUT] = np.uint64(count(unseen & trumps))
    for suit in range(N_SUITS):
        if CLASS_MASKS[ranking, suit] != NONE:
            count_suit(held, unseen, ranking, suit, counts)


@kernel
def count_suit(held: Any, unseen: Any, ranking: Any, suit: Any, counts: Any) -> None:
    """One plain suit of a hand."""
    cards = held & both_copies(CLASS_MASKS[ranking, suit])
    n = np.uint64(count(cards))
    ace, ten = N_RANKS * suit + ACE, N_RANKS * suit + TEN
    n_aces = copies_of(cards, ace)
    n_tens = copies_of(cards, ten)
    counts[ACES] += np.uint64(n_aces > NONE)
    counts[PAIRS] += np.uint64(n_aces > ONE)
    counts[BACKED if n_aces > NONE else BARE] += n_tens
    counts[LOW] += n - n_aces - n_tens
    counts[VOIDS] += np.uint64(n == NONE)
    counts[SINGLES] += np.uint64(n == ONE and n_aces == NONE)
    counts[LONGEST] = max(counts[LONGEST], n)
    counts[OPEN] += np.uint64(n > NONE and n_aces == NONE)
    left = cards
    while left != NONE:
        card = lowest(left)
        left &= left - ONE
        kind = card if card < 24 else card - 24
        counts[TOPS] += np.uint64(unseen & HIGHER[ranking, suit, kind] == NONE)


@kernel
def copies_of(cards: Any, card: Any) -> Any:
    """How many copies of a card are in a set."""
    return np.uint64(has(cards, card)) + np.uint64(has(cards, card + 24))


@kernel
def count_stand(public: Any, own: Any, friends: Any, counts: Any) -> None:
    """All numbers of a seat in the play."""
    count_hand(own.held, unseen_by(public, own), np.int64(public.ranking), counts)
    place = np.int64(public.n_trick)
    me = np.int64(own.seat)
    for seat in range(SEATS):
        points = np.uint64(public.points[seat])
        if friends[seat] == 1.0:
            counts[OURS] += points
        elif friends[seat] == 0.0:
            counts[THEIRS] += points
        else:
            counts[UNSURE] += points
    counts[TURN] = np.uint64((me - np.int64(public.leader)) & 3)
    counts[LEADS] = np.uint64(counts[TURN] == NONE)
    for i in range(place):
        counts[TABLE] += np.uint64(VALUE_OF[public.trick[i]])
    counts[MINE] = np.uint64(public.steps[own.party])
    counts[OTHER] = np.uint64(public.steps[1 - own.party])
    best = 0.0
    for seat in range(SEATS):
        if seat != me:
            best = max(best, friends[seat])
    counts[SURE] = np.uint64(100.0 * best)
