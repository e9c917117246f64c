"""What one seat cannot see, drawn anew from all that it could be (R12).

Hidden are the other's hand and the order of both draw piles; in a short deck also which of the
cards that nobody saw are out of the game. Every way for these cards to lie in those places is
equally likely, as far as it fits what everybody can know of a hand, see `knowledge`. Nothing is
drawn and thrown away again: the places are counted by class of card, and one count is drawn by the
number of its ways.
"""

from math import comb
from typing import Any

import numpy as np

from simcards.games.caravan.deck import KIND_OF, MOST_DECK, PACK, PACKS
from simcards.games.caravan.layout import (
    DEALT,
    KEPT,
    MOST_SHOWN,
    N_POOLS,
    RESHUFFLED,
)
from simcards.games.caravan.routes import NUMBER
from simcards.games.caravan.rules import SEATS
from simcards.jit import kernel
from simcards.rng import mix, shuffle, word_of

# Classes of cards that are not seen: plain ones, ones that were shown at the deal of a short deck
# and hence are in the game, ones of the last reshuffle, and ones in hand at the last reshuffle.
NUMBERS, FIGURES, SHOWN_NUMBERS, SHOWN_FIGURES, FRESH, HELD = range(N_POOLS)
WORDS_PER_SEAT = MOST_DECK * (N_POOLS + 2)  # room for the random words of a seat's cards
REST, PILE, CHOICE = N_POOLS, N_POOLS + 1, SEATS * (N_POOLS + 2)
UNIT = 2.0**-53  # a random word's upper 53 bits times this are a number below 1

WAYS = np.array([[comb(n, k) for k in range(MOST_DECK + 1)] for n in range(MOST_DECK + 1)], float)


@kernel
def determinize(state: Any, seat: Any, key: Any) -> None:
    """R12: redraw in place, by the words of `key`, all that `seat` cannot see, later shuffles too.

    Its own hand and all that is public stay as they are.
    """
    key = mix(key)  # so that keys 1, 2, 3 ... do as well as any
    hidden = state.hidden
    hidden.key = key
    for owner in range(SEATS):
        words = owner * WORDS_PER_SEAT
        hidden.n_written[owner] = 0
        fill_pools(state, owner, owner == seat, key, words)
        if owner != seat:
            redraw_hand(state, owner, key, words)
        else:
            mix_rest(hidden, key, words)
        redraw_pile(state, owner, key, words)


@kernel
def fill_pools(state: Any, owner: Any, sees_hand: Any, key: Any, words: Any) -> None:
    """Sort the owner's cards that nobody sees by class, each class in random order."""
    public, hidden = state.public, state.hidden
    for pool in range(N_POOLS):
        hidden.n_pool[pool] = 0
    first = owner * MOST_DECK
    for card in range(first, first + PACK * (PACKS if public.rules.double_deck else 1)):
        if public.seen[card] or (sees_hand and is_held(state.own[owner], card)):
            continue
        pool = class_of(public, card)
        hidden.pool[pool, hidden.n_pool[pool]] = card
        hidden.n_pool[pool] += 1
    for pool in range(N_POOLS):
        size = np.int64(hidden.n_pool[pool])
        shuffle(hidden.pool[pool], size, key, words + pool * MOST_DECK)


@kernel
def is_held(own: Any, card: Any) -> Any:
    """Whether a card is in this hand."""
    found = False
    for slot in range(np.int64(own.n_held)):
        found |= own.held[slot] == card
    return found


@kernel
def class_of(public: Any, card: Any) -> Any:
    """The class of a card that is not seen."""
    source = public.source[card]
    if source == RESHUFFLED:
        return FRESH
    if source == KEPT:
        return HELD
    is_face = np.int64(KIND_OF[card] != NUMBER)
    return is_face if source == DEALT else SHOWN_NUMBERS + is_face


# --- The other's hand -----------------------------------------


@kernel
def redraw_hand(state: Any, owner: Any, key: Any, words: Any) -> None:
    """Known cards first, then so many of each class as was drawn, then any of those left."""
    public, hidden, own = state.public, state.hidden, state.own[owner]
    own.n_held = 0
    take_cards(hidden, own, HELD, hidden.n_pool[HELD])
    fresh = np.int64(hidden.n_pool[FRESH]) - np.int64(public.n_pile[owner])
    take_cards(hidden, own, FRESH, max(fresh, 0))
    word = word_of(key, MOST_DECK * CHOICE)
    n_shown = np.int64(hidden.n_pool[SHOWN_NUMBERS]) + np.int64(hidden.n_pool[SHOWN_FIGURES])
    if public.n_faces_kept[owner] > 0:
        take_cards(hidden, own, FIGURES, choose_kept(public, hidden, owner, word))
    elif n_shown > 0 or (public.rules.new_hand and public.owed[owner] > 0):
        counts = choose_classes(public, hidden, owner, word)
        for pool in range(FRESH):
            take_cards(hidden, own, pool, counts[pool])
    mix_rest(hidden, key, words)
    while own.n_held < public.n_held[owner]:
        hidden.n_rest -= 1
        own.held[own.n_held] = hidden.rest[hidden.n_rest]
        own.n_held += 1


@kernel
def take_cards(hidden: Any, own: Any, pool: Any, n: Any) -> None:
    """The next `n` cards of a class into the hand."""
    for _ in range(n):
        hidden.n_pool[pool] -= 1
        own.held[own.n_held] = hidden.pool[pool, hidden.n_pool[pool]]
        own.n_held += 1


@kernel
def mix_rest(hidden: Any, key: Any, words: Any) -> None:
    """What is left of the plain cards, in one random order."""
    n = 0
    for pool in (NUMBERS, FIGURES):
        for i in range(np.int64(hidden.n_pool[pool])):
            hidden.rest[n] = hidden.pool[pool, i]
            n += 1
    shuffle(hidden.rest, n, key, words + REST * MOST_DECK)
    hidden.n_rest = n


@kernel
def choose_kept(public: Any, hidden: Any, owner: Any, word: Any) -> Any:
    """How many cards of a hand that was all faces are left in it, by the number of ways.

    With o of them left there are so many ways to fill the plain places of the hand: o of these with
    face cards, the others with whatever is left.
    """
    n_figures = np.int64(hidden.n_pool[FIGURES])
    n_plain = n_figures + np.int64(hidden.n_pool[NUMBERS])
    n_places = np.int64(public.n_plain[owner])
    limit = np.inf
    chosen = 0
    for _ in range(2):  # to add up the weights, then to find the one drawn
        total = 0.0
        for o in range(min(np.int64(public.n_faces_kept[owner]), n_places, n_figures) + 1):
            weight = public.faces_kept[owner, o] * falling(n_figures, o)
            weight *= falling(n_plain - o, n_places - o)
            total += weight
            if weight > 0.0 and total > limit:
                return o
            if weight > 0.0:
                chosen = o
        limit = total * (np.float64(word >> np.uint64(11)) * UNIT)
    return chosen


@kernel
def falling(n: Any, k: Any) -> Any:
    """n (n - 1) ... (n - k + 1), in how many ways k places take cards from n."""
    product = 1.0
    for i in range(k):
        product *= n - i
    return product


@kernel
def choose_classes(public: Any, hidden: Any, owner: Any, word: Any) -> Any:
    """R2: how many of the first four classes the hand holds, by the number of ways.

    Of a first hand that was kept, at least as many number cards as are still owed must be there;
    cards that were shown are in the hand or in the pile.
    """
    total = count_ways(public, hidden, owner, np.inf)[0]
    limit = total * (np.float64(word >> np.uint64(11)) * UNIT)
    return count_ways(public, hidden, owner, limit)[1]


@kernel
def count_ways(public: Any, hidden: Any, owner: Any, limit: Any) -> Any:
    """The sum of the ways until it passes `limit`, and the counts by class at which it did so."""
    sizes = hidden.n_pool
    n_held = np.int64(public.n_held[owner])
    least = np.int64(public.owed[owner]) * (public.new_hands[owner] < MOST_SHOWN)
    total = 0.0
    counts: Any = (0, 0, 0, 0)
    for c in range(min(np.int64(sizes[SHOWN_NUMBERS]), n_held) + 1):
        for d in range(min(np.int64(sizes[SHOWN_FIGURES]), n_held - c) + 1):
            for a in range(max(least - c, 0), min(np.int64(sizes[NUMBERS]), n_held - c - d) + 1):
                b = n_held - c - d - a
                ways = ways_of(public, hidden, owner, (a, b, c, d))
                total += ways
                if ways > 0.0:
                    counts = (a, b, c, d)
                    if total > limit:
                        return total, counts
    return total, counts


@kernel
def ways_of(public: Any, hidden: Any, owner: Any, counts: Any) -> Any:
    """In how many ways hand and pile can be made up with so many of each class in the hand."""
    sizes = hidden.n_pool
    ways = 1.0
    for pool in range(FRESH):
        ways *= WAYS[sizes[pool], counts[pool]]
    plain = np.int64(sizes[NUMBERS]) + np.int64(sizes[FIGURES]) - counts[0] - counts[1]
    shown = np.int64(sizes[SHOWN_NUMBERS]) + np.int64(sizes[SHOWN_FIGURES]) - counts[2] - counts[3]
    n = np.int64(public.n_pile[owner]) - shown
    return ways * WAYS[plain, n] if 0 <= n <= plain else 0.0


# --- A draw pile ----------------------------------------------


@kernel
def redraw_pile(state: Any, owner: Any, key: Any, words: Any) -> None:
    """The cards shown or reshuffled that are in no hand, then any of the rest, in random order."""
    hidden, size = state.hidden, np.int64(state.public.n_pile[owner])
    pile, n = hidden.pile[owner], 0
    for pool in (SHOWN_NUMBERS, SHOWN_FIGURES, FRESH):
        for i in range(np.int64(hidden.n_pool[pool])):
            pile[n] = hidden.pool[pool, i]
            n += 1
    while n < size:
        hidden.n_rest -= 1
        pile[n] = hidden.rest[hidden.n_rest]
        n += 1
    shuffle(pile, size, key, words + PILE * MOST_DECK)
