"""What one seat cannot see, drawn anew from all that it could be.

Every physical deal (which twelve cards each seat was dealt) that fits the seat's view is equally
likely, whatever the others chose with it; given the deal, so is every choice of buried cards that
fits, and every sealed request.

A view says of an opponent: how many cards he holds and has buried, the cards that he laid open, and
the suits in which he did not follow. Of such a suit he holds nothing, so that all he was dealt of
it and did not play lies among his buried cards. That limits how many he may get of it; hence the
deals are counted by how many cards of each class he gets, and one count is drawn by its weight.
"""

from typing import Any

import numpy as np

from simcards.cards import NONE, count, draw
from simcards.game import NOBODY
from simcards.games.ninety_nine.deck import DECK, N_HELD, N_SUITS, SUIT_MASKS
from simcards.games.ninety_nine.rules import LEVEL_CODES, SEATS, Level
from simcards.jit import kernel
from simcards.rng import below, mix, word_of
from simcards.ways import WAYS

N_UNSEEN = 2 * N_HELD  # at most
N_LEVELS = np.uint64(len(LEVEL_CODES))
WORDS_PER_DRAW = N_UNSEEN  # room between the indices of the random words that draws take


@kernel
def determinize(state: Any, seat: Any, key: Any) -> None:
    """R10: redraw the others' cards, bids and sealed requests in place, by the words of `key`.

    `seat`'s own cards and all that is public stay as they are. For a hand that is being played.
    """
    key = mix(key)  # so that keys 1, 2, 3 ... do as well as any
    public = state.public
    left, right = (seat + 1) % SEATS, (seat + 2) % SEATS
    left_voids, right_voids = void_cards(public.voids[left]), void_cards(public.voids[right])
    left_hidden, right_hidden = hidden_buried(public, left), hidden_buried(public, right)
    unseen = unseen_cards(public, state.own[seat])
    size = hidden_held(public, left) + left_hidden
    dealt = deal_unseen(unseen, size, (left_voids, right_voids), (left_hidden, right_hidden), key)
    fill(public, state.own[left], dealt, left_voids, key, 5)
    fill(public, state.own[right], unseen ^ dealt, right_voids, key, 6)


@kernel
def deal_unseen(unseen: Any, size: Any, voids: Any, limits: Any, key: Any) -> Any:
    """The `size` cards of `unseen` that the left opponent was dealt; the right one has the rest.

    Of the cards in `voids[i]` opponent i has `limits[i]` at most. Classes: in no void, in the
    left one's alone, in the right one's alone, in both.
    """
    free = unseen & ~voids[0] & ~voids[1]
    only_left = unseen & voids[0] & ~voids[1]
    only_right = unseen & voids[1] & ~voids[0]
    both = unseen & voids[0] & voids[1]
    sizes = (count(free), count(only_left), count(only_right), count(both))
    a, b, c = choose_split(sizes, size, limits, word_of(key, 0))
    dealt = draw(only_left, a, key, WORDS_PER_DRAW)
    dealt |= only_right ^ draw(only_right, b, key, 2 * WORDS_PER_DRAW)
    dealt |= draw(both, c, key, 3 * WORDS_PER_DRAW)
    return dealt | draw(free, size - count(dealt), key, 4 * WORDS_PER_DRAW)


@kernel
def choose_split(sizes: Any, size: Any, limits: Any, word: Any) -> Any:
    """How many cards of his void suits each gets, weighted by the number of deals.

    Returns (a, b, c): the left opponent gets a of his own class and c of the common one, the right
    one b of his own. At most 64 splits, gone through twice: to add up the weights, and to find
    the one drawn.
    """
    splits = count_splits(sizes, size, limits, ~NONE)
    drawn = NONE if splits[0] == NONE else word % splits[0]
    return count_splits(sizes, size, limits, drawn)[1]


@kernel
def count_splits(sizes: Any, size: Any, limits: Any, drawn: Any) -> Any:
    """The sum of the weights, until it passes `drawn`, and the split at which it did so."""
    n_free, n_left, n_right, n_both = sizes
    total = NONE
    for c in range(max(0, n_both - limits[1]), min(n_both, limits[0]) + 1):
        for a in range(min(n_left, limits[0] - c) + 1):
            for b in range(min(n_right, limits[1] - (n_both - c)) + 1):
                rest = size - a - c - (n_right - b)
                if 0 <= rest <= n_free:
                    total += (
                        WAYS[n_free, rest] * WAYS[n_left, a] * WAYS[n_right, b] * WAYS[n_both, c]
                    )
                    if total > drawn:
                        return total, (a, b, c)
    return total, (0, 0, 0)


@kernel
def fill(public: Any, own: Any, dealt: Any, voids: Any, key: Any, place: Any) -> None:
    """Part the unseen cards an opponent was dealt into held and buried, and draw his request.

    `place` keeps the random words of the two opponents apart.
    """
    seat = own.seat
    own.buried = NONE
    own.held = dealt
    if seat == public.announcer:
        own.buried = public.shown_buried
        own.held |= public.shown_held
    else:
        sure = dealt & voids
        n = np.int64(public.buried[seat]) - count(sure)
        own.buried = sure | draw(dealt ^ sure, n, key, place * WORDS_PER_DRAW)
        own.held = dealt ^ own.buried
    own.bid = bid_of(own.buried)
    own.request = public.requests[seat]
    if own.request < 0 and has_asked(public, seat):
        own.request = below(word_of(key, place), N_LEVELS)


# --- Parts ----------------------------------------------------


@kernel
def unseen_cards(public: Any, own: Any) -> Any:
    """The cards that a seat has never seen: neither its own nor played nor laid open."""
    return DECK & ~(own.held | own.buried | public.played | public.shown_buried | public.shown_held)


@kernel
def void_cards(voids: Any) -> Any:
    """All cards of the suits whose bits are set."""
    cards = NONE
    for suit in range(N_SUITS):
        if (voids >> suit) & 1:
            cards |= SUIT_MASKS[suit]
    return cards


@kernel
def hidden_buried(public: Any, seat: Any) -> Any:
    """How many cards of a seat's bid nobody else has seen."""
    return np.int64(0) if seat == public.announcer else np.int64(public.buried[seat])


@kernel
def hidden_held(public: Any, seat: Any) -> Any:
    """How many cards of a seat's hand nobody else has seen."""
    if seat == public.announcer and public.level == Level.REVEAL:
        return np.int64(0)
    n_played = np.int64(public.n_plays) // SEATS
    if (seat + SEATS - np.int64(public.leader)) % SEATS < public.n_trick:
        n_played += 1
    return N_HELD - np.int64(public.buried[seat]) - n_played


@kernel
def has_asked(public: Any, seat: Any) -> Any:
    """R4: whether a seat's sealed request lies on the table; they ask from the dealer's left."""
    if public.to_act == NOBODY:
        return True
    dealer = np.int64(public.dealer)
    place = (np.int64(seat) + SEATS - dealer - 1) % SEATS
    return place < (np.int64(public.to_act) + SEATS - dealer - 1) % SEATS


@kernel
def bid_of(buried: Any) -> Any:
    """R3: the sum of the buried cards' suits."""
    bid = np.int64(0)
    for suit in range(1, N_SUITS):
        bid += suit * count(buried & SUIT_MASKS[suit])
    return bid
