"""The Decktet as Double Knot plays it: one table of cards, from which all else follows.

Cards are numbered in the order of the table, so within a suit by rank and across suits from Moons,
the highest, to Knots, the lowest. A suit's number is its place in SUITS.
"""

from typing import Any

import numpy as np

from simcards.games.double_knot.rules import HAND_SIZES
from simcards.tricks import power_row, suit_masks

RANKS = "A23456789PCX"  # R1: from the Ace, the lowest, over Pawn and Court to the Crown
SUITS = "MSWLYK"  # R1: Moons, Suns, Waves, Leaves, Wyrms, Knots
DECKTET = """
AM 2MK 3MW 4MS 5ML 6MW 7ML 8MS 9MS PMSL PMYK CMLY CMWK XM
AS 2SY 3SK 5SW 6SY 7SK PSWK CSLK CSWY XS
AW 2WL 4WL 7WY 8WL 9WY PWLY XW
AL 3LY 6LK 9LK XL
AY 4YK 5YK 8YK XY
AK XK
"""  # R1: rank, then the suits as printed; the first is the card's suit, the others its trumps
SUITED = tuple(DECKTET.split())
EXCUSE_NAME = "EX"
CARDS = (*SUITED, EXCUSE_NAME)
CARD_OF = {name: card for card, name in enumerate(CARDS)}
EXCUSE = CARD_OF[EXCUSE_NAME]
N_CARDS = len(CARDS)
N_SUITS = len(SUITS)
MAX_TRICKS = max(HAND_SIZES.values())

SUIT_OF = tuple(SUITS.index(name[1]) for name in SUITED)
RANK_OF = tuple(RANKS.index(name[0]) for name in SUITED)
SUIT_MASKS = suit_masks(SUIT_OF, N_SUITS)


def trump_suits(card: int) -> tuple[int, ...]:
    """R4: the suits that are trump when `card` is the key card, the highest first."""
    if card == EXCUSE:
        return ()
    printed = [SUITS.index(letter) for letter in SUITED[card][1:]]
    return tuple(printed[1:] if len(printed) > 1 else range(printed[0] + 1, N_SUITS))


def ladder(card: int) -> list[list[int]]:
    """R5: the cards that can take a trick with this key card, from the weakest, equals together."""
    if card == EXCUSE:
        return []
    suits = [SUIT_OF[card], *trump_suits(card)]
    return [
        [other for other in range(EXCUSE) if (SUIT_OF[other], RANK_OF[other]) == (suit, rank)]
        for suit in suits
        for rank in range(len(RANKS))
    ]


def cards_of(suits: tuple[int, ...]) -> int:
    """All cards of some suits."""
    return sum(int(SUIT_MASKS[suit]) for suit in suits)


# By key card; the Excuse's rows are empty, as before a key card lies on the table.
FOLLOWS = np.array([cards_of((suit,)) for suit in SUIT_OF] + [0], np.uint64)
TRUMPS = np.array([cards_of(trump_suits(card)) for card in range(N_CARDS)], np.uint64)
POWER: np.ndarray[Any, np.dtype[np.uint8]] = np.array(
    [power_row(ladder(card), N_CARDS) for card in range(N_CARDS)]
)


def deck_of(players: int, deck: str) -> tuple[str, ...]:
    """R1, R2: the names of the cards in play."""
    if deck == "basic":
        return tuple(name for name in SUITED if name[0] not in "PC")
    return CARDS if players != 4 else SUITED


def as_mask(names: tuple[str, ...]) -> np.uint64:
    """The set of these cards."""
    return np.uint64(sum(1 << CARD_OF[name] for name in names))


EXTENDED_MASK, FULL_MASK = as_mask(SUITED), as_mask(CARDS)
BASIC_MASK = as_mask(deck_of(4, "basic"))
