"""Following suit and winning a trick, once, driven by tables.

A game says which suit each card belongs to and how strong it is within it; tables of powers
then decide every trick: `POWER[trump, led suit, card]` is 0 for a card that cannot win. Where equal
cards meet, tables of keys hold the tie rule too.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from simcards.cards import NONE
from simcards.jit import kernel


def suit_masks(suit_of: Sequence[int], n_suits: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """uint64[n_suits]: the cards of each suit."""
    masks = np.zeros(n_suits, np.uint64)
    for card, suit in enumerate(suit_of):
        masks[suit] |= np.uint64(1) << np.uint64(card)
    return masks


def trick_powers(
    suit_of: Sequence[int], rank_of: Sequence[int], n_suits: int
) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """uint8[n_suits + 1, n_suits, cards]: a card's power by trump and led suit.

    Trump number `n_suits` is no trump. Trumps beat the led suit, which beats everything else.
    """
    top = max(rank_of) + 1
    powers = np.zeros((n_suits + 1, n_suits, len(suit_of)), np.uint8)
    for card, (suit, rank) in enumerate(zip(suit_of, rank_of, strict=True)):
        powers[:, suit, card] = rank + 1
        powers[suit, :, card] = top + rank + 1
    return powers


def trick_keys(
    powers: np.ndarray[Any, np.dtype[np.uint8]], later_wins: Sequence[bool], places: int
) -> np.ndarray[Any, np.dtype[np.uint16]]:
    """uint16[..., cards, places]: what a card counts at its place in a trick; the highest takes it.

    The tie rule for decks with equal cards: of two equal ones the first wins, or the later one
    where `later_wins` says so. The place is the key modulo `places`.
    """
    keys = np.zeros((*powers.shape, places), np.uint16)
    for place in range(places):
        for card, later in enumerate(later_wins):
            order = place if later else places - 1 - place
            power = powers[..., card].astype(np.uint16)
            keys[..., card, place] = (power * places + order) * places + place
    return keys


@kernel
def must_follow(held: Any, suit_cards: Any) -> Any:
    """The cards of the led suit if any is held, else all."""
    follow = held & suit_cards
    return follow if follow != NONE else held
