"""Following suit and winning a trick, once, driven by tables.

A game says which suit each card belongs to and how strong it is within it; tables of powers
then decide every trick. A row of powers belongs to a way to lead (a suit led under a trump, a key
card): 0 for a card that cannot win; of equals the first played wins, so a later one must exceed it.
Where that has exceptions, tables of keys hold the tie rule too.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from simcards.cards import NONE, ONE, bit, lowest
from simcards.jit import kernel


def suit_masks(suit_of: Sequence[int], n_suits: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """uint64[n_suits]: the cards of each suit."""
    masks = np.zeros(n_suits, np.uint64)
    for card, suit in enumerate(suit_of):
        masks[suit] |= np.uint64(1) << np.uint64(card)
    return masks


def power_row(ladder: Sequence[Sequence[int]], n_cards: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """uint8[cards]: a card's power by its rung, from the weakest; equals share one.

    A card on several rungs has the power of the highest, a card on none has none.
    """
    row = np.zeros(n_cards, np.uint8)
    for power, cards in enumerate(ladder, start=1):
        row[list(cards)] = power
    return row


def trick_powers(
    suit_of: Sequence[int], rank_of: Sequence[int], n_suits: int
) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """uint8[n_suits + 1, n_suits, cards]: a card's power by trump and led suit.

    Trump number `n_suits` is no trump. Trumps beat the led suit, which beats everything else.
    """
    by_suit = [
        [[c] for c in sorted(range(len(suit_of)), key=rank_of.__getitem__) if suit_of[c] == suit]
        for suit in range(n_suits)
    ]
    rows = [
        [power_row(by_suit[led] + trumps, len(suit_of)) for led in range(n_suits)]
        for trumps in [*by_suit, []]
    ]
    return np.array(rows)


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


@kernel
def must_follow_or_trump(held: Any, suit_cards: Any, trumps: Any) -> Any:
    """The cards of the led suit if any is held, else the trumps if any is, else all."""
    follow = held & suit_cards
    trumping = held & trumps
    forced = follow if follow != NONE else trumping
    return forced if forced != NONE else held


@kernel
def beaten(cards: Any, powers: Any, best: Any) -> Any:
    """Those of `cards` that would not take the trick from the card `best`, by a row of powers."""
    found = NONE
    left = cards
    while left != NONE:
        card = lowest(left)
        left &= left - ONE
        if powers[card] <= powers[best]:
            found |= bit(card)
    return found


UP, DOWN = 1, -1  # orders of rank


@kernel
def first_by_rank(cards: Any, rank_of: Any, order: Any) -> Any:
    """The highest card by rank for order UP, the lowest for DOWN; of equals the first."""
    best = lowest(cards)
    left = cards & (cards - ONE)
    while left != NONE:
        card = lowest(left)
        left &= left - ONE
        if order * np.int64(rank_of[card]) > order * np.int64(rank_of[best]):
            best = card
    return best
