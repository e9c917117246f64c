"""What everybody can tell of cards in a hand that he does not see (R12).

Three things in the game tell more than how many cards there are:

- A discard in the opening shows a hand without number cards (R3). What may be left of that hand
  later is not known, for a face card that leaves may have come to it since. `faces_kept[seat, o]`
  is the weight of the cases in which o of those cards are left, a case being which card of the
  hand each card that left was: of a hand of n cards with o of those, a face card can have been
  one of them in o ways and another in n - o; a number card only another.
- A first hand put back shows, in a short deck, eight cards that are in the game (R2): SHOWN.
- A reshuffle shows which cards the new draw pile is made of (R4). Of the owner's other cards that
  nobody sees, all are in his hand but, in a short deck, those that are out of the game. `source`
  tells them apart: RESHUFFLED cards have been in the last such pile, KEPT ones in one before, and
  were in hand at the last. What is neither is plain.
"""

from typing import Any

import numpy as np

from simcards.games.caravan.deck import KIND_OF, MOST_DECK
from simcards.games.caravan.layout import DEALT, KEPT, N_FIRST, RESHUFFLED, SHOWN
from simcards.games.caravan.routes import NUMBER
from simcards.jit import kernel


@kernel
def note_left(public: Any, seat: Any, card: Any) -> None:
    """A card leaves a hand for all to see."""
    public.seen[card] = 1
    if public.source[card] > SHOWN:
        return
    if public.n_faces_kept[seat] > 0:
        weigh_left(public, seat, KIND_OF[card] != NUMBER)
    public.n_plain[seat] -= 1


@kernel
def weigh_left(public: Any, seat: Any, is_face: Any) -> None:
    """The weights of how many cards of an all-face hand are left, once one more card has left."""
    weights, n = public.faces_kept[seat], np.int64(public.n_plain[seat])
    total = 0.0
    for o in range(N_FIRST):
        weight = weights[o] * max(n - o, 0)
        if is_face and o + 1 < N_FIRST:
            weight += weights[o + 1] * (o + 1)
        weights[o] = weight
        total += weight
    most = 0
    for o in range(N_FIRST):
        weights[o] /= total
        if weights[o] > 0.0:
            most = o
    public.n_faces_kept[seat] = most


@kernel
def note_all_faces(public: Any, seat: Any) -> None:
    """R3: a seat discarded for want of a number card, so that all it holds are face cards."""
    n = public.n_plain[seat]
    for o in range(N_FIRST):
        public.faces_kept[seat, o] = 0.0
    public.faces_kept[seat, n] = 1.0
    public.n_faces_kept[seat] = n


@kernel
def note_drawn(public: Any, seat: Any) -> None:
    """A card comes to a hand from the draw pile."""
    public.n_held[seat] += 1
    public.n_pile[seat] -= 1
    if public.reshuffles[seat] == 0:
        public.n_plain[seat] += 1


@kernel
def note_reshuffle(public: Any, seat: Any) -> None:
    """R4: the discard pile, about to become the draw pile, is seen no more but known."""
    for card in range(seat * MOST_DECK, (seat + 1) * MOST_DECK):
        if public.source[card] != DEALT:
            public.source[card] = KEPT
    for i in range(np.int64(public.n_discards[seat])):
        card = public.discards[seat, i]
        public.source[card] = RESHUFFLED
        public.seen[card] = 0
