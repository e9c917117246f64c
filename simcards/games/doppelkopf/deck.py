"""The cards of Doppelkopf, and how they rank: tables that all else is driven by.

Cards    0..23, of two copies each: card = 6 * suit + rank
Suits    diamonds, hearts, spades, clubs, the order in which queens and jacks rise
Ranks    9 J Q K T A, the order of a plain suit
Sets     bit c: the card is there; bit 24 + c: its second copy is too. So nobody can tell copies
         apart, a set's size is its number of bits, and a random set of bits, put in order, is a
         random set of cards.
"""

from typing import Any

import numpy as np

from simcards.cards import NONE, bit
from simcards.games.doppelkopf.rules import Type
from simcards.jit import inlined, kernel
from simcards.tricks import suit_masks, trick_keys, trick_powers

N_CARDS = 24  # different ones
N_HELD = 12  # cards dealt to a seat
N_SUITS, N_RANKS = 4, 6
DIAMONDS, HEARTS, SPADES, CLUBS = range(N_SUITS)
NINE, JACK, QUEEN, KING, TEN, ACE = range(N_RANKS)
TRUMP = 4  # class of a card, beside its suit
N_CLASSES = 5

SHIFT = np.uint64(N_CARDS)
CARDS = np.uint64((1 << N_CARDS) - 1)  # one of each
DECK = np.uint64((1 << 2 * N_CARDS) - 1)

QUEEN_OF_CLUBS = 6 * CLUBS + QUEEN
JACK_OF_CLUBS = 6 * CLUBS + JACK
TEN_OF_HEARTS = 6 * HEARTS + TEN
FOX = 6 * DIAMONDS + ACE
QUEENS_OF_CLUBS = np.uint64((1 << QUEEN_OF_CLUBS) | (1 << (N_CARDS + QUEEN_OF_CLUBS)))

VALUE_OF_RANK = (0, 2, 3, 4, 10, 11)
VALUE_OF = np.array([VALUE_OF_RANK[card % N_RANKS] for card in range(N_CARDS)], np.uint8)

# --- Rankings (R2) --------------------------------------------

# Trump suits are numbered as suits, then come the solos without one.
RANK_QUEENS, RANK_JACKS, RANK_ACES = 4, 5, 6
RANKINGS = range(7)
RANKING_OF_TYPE = {
    Type.SOLO_HEARTS: HEARTS,
    Type.SOLO_SPADES: SPADES,
    Type.SOLO_CLUBS: CLUBS,
    Type.SOLO_QUEENS: RANK_QUEENS,
    Type.SOLO_JACKS: RANK_JACKS,
    Type.SOLO_ACE: RANK_ACES,
}
RANKING_OF = np.array([RANKING_OF_TYPE.get(kind, DIAMONDS) for kind in Type], np.uint8)


def trumps_of(ranking: int) -> list[int]:
    """R2: the trumps from low to high."""
    pictures = {rank: [N_RANKS * suit + rank for suit in range(N_SUITS)] for rank in (JACK, QUEEN)}
    if ranking == RANK_QUEENS:
        return pictures[QUEEN]
    if ranking == RANK_JACKS:
        return pictures[JACK]
    if ranking == RANK_ACES:
        return []
    side = [N_RANKS * ranking + rank for rank in (NINE, KING, TEN, ACE)]
    low = [card for card in side if card != TEN_OF_HEARTS]
    return [*low, *pictures[JACK], *pictures[QUEEN], TEN_OF_HEARTS]


def classes_of(ranking: int) -> list[int]:
    """R3: each card's class: its suit, or TRUMP."""
    trumps = trumps_of(ranking)
    return [TRUMP if card in trumps else card // N_RANKS for card in range(N_CARDS)]


def powers_of(ranking: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """uint8[classes, cards]: a card's power by the class led."""
    trumps = trumps_of(ranking)
    ranks = [trumps.index(card) if card in trumps else card % N_RANKS for card in range(N_CARDS)]
    powers: np.ndarray[Any, np.dtype[np.uint8]]
    powers = trick_powers(classes_of(ranking), ranks, N_CLASSES)[TRUMP]
    return powers


def second_wins(ranking: int, *, option: bool) -> list[bool]:
    """R3: of which cards the second copy beats the first: the ten of hearts, where it is trump."""
    is_trump = TEN_OF_HEARTS in trumps_of(ranking)
    return [option and is_trump and card == TEN_OF_HEARTS for card in range(N_CARDS)]


PLACES = 4
CLASS_OF = np.array([classes_of(ranking) for ranking in RANKINGS], np.uint8)
CLASS_MASKS = np.array([suit_masks(classes_of(ranking), N_CLASSES) for ranking in RANKINGS])
# uint16[second ten of hearts wins or not, ranking, class led, card, place in the trick]
KEYS = np.array(
    [
        [
            trick_keys(powers_of(ranking), second_wins(ranking, option=option), PLACES)
            for ranking in RANKINGS
        ]
        for option in (False, True)
    ]
)

# --- Sets of cards --------------------------------------------


@inlined
def in_order(bits: Any) -> Any:
    """The set with as many copies of each card as `bits` has, the first copy's bit set first."""
    first, second = bits & CARDS, bits >> SHIFT
    return first | second | ((first & second) << SHIFT)


@inlined
def with_card(cards: Any, card: Any) -> Any:
    """The set with one more copy of `card`."""
    one = bit(card)
    return cards | (one << SHIFT if cards & one != NONE else one)


@inlined
def without_card(cards: Any, card: Any) -> Any:
    """The set with one copy less of `card`, which is in it."""
    one = bit(card)
    second = one << SHIFT
    return cards ^ (second if cards & second != NONE else one)


@kernel
def rest_of(cards: Any, others: Any) -> Any:
    """The cards of the deck that are in neither set."""
    once = (cards | others) & CARDS
    twice = ((cards | others) >> SHIFT) | (cards & others & CARDS)
    return (CARDS & ~twice) | ((CARDS & ~once) << SHIFT)


@kernel
def both_copies(cards: Any) -> Any:
    """All copies of the cards whose first bit is set."""
    return cards | (cards << SHIFT)
