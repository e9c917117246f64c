"""The cards of Caravan as numbers, and what is printed on them.

Card = 108 * owner + 54 * pack + face value. Of a pack, 0..39 are the number cards, 10 * suit +
rank - 1; then come four Jacks, Queens and Kings in the order of suits, and two Jokers. Who plays
with one pack never sees the second. Equal cards of two packs, and the Jokers, have the same
TOKEN: nothing else tells them apart.
"""

from enum import IntEnum

import numpy as np

from simcards.games.caravan.rules import SEATS, Kind

N_SUITS = 4
N_RANKS = 10
N_NUMBERS = N_SUITS * N_RANKS  # number cards of a pack
PACK = 54
PACKS = 2  # at most, of one seat
MOST_DECK = PACK * PACKS  # cards of one seat at most
MOST_NUMBERS = N_NUMBERS * PACKS  # number cards, likewise: all may lie on one route
N_SHORT = 30  # cards of a short deck (R2)
N_CARDS = SEATS * MOST_DECK  # numbers of all cards
JOKER_TOKEN = PACK - 2


class Suit(IntEnum):
    """Suits in the order of the document. NONE is the suit of a Joker and of an empty route."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3
    NONE = 4


def kind_of(token: int) -> Kind:
    """What a card of a pack is."""
    return Kind.NUMBER if token < N_NUMBERS else Kind(1 + (token - N_NUMBERS) // N_SUITS)


def suit_of(token: int) -> Suit:
    """The printed suit of a card of a pack."""
    if token < N_NUMBERS:
        return Suit(token // N_RANKS)
    return Suit.NONE if token >= JOKER_TOKEN else Suit((token - N_NUMBERS) % N_SUITS)


_TOKENS = [min(card % PACK, JOKER_TOKEN) for card in range(N_CARDS)]
TOKEN_OF = np.array(_TOKENS, np.uint8)  # 0..52
KIND_OF = np.array([kind_of(token) for token in _TOKENS], np.uint8)
SUIT_OF = np.array([suit_of(token) for token in _TOKENS], np.uint8)
RANK_OF = np.array(
    [token % N_RANKS + 1 if token < N_NUMBERS else 0 for token in _TOKENS], np.uint8
)  # 1..10, 0 for a face card
OWNER_OF = np.array([card // MOST_DECK for card in range(N_CARDS)], np.uint8)
