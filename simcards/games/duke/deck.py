"""The thirty-two cards of Duke, counted by kind.

Copies of a kind are alike, so a hand is a word of eight bytes: byte k counts the cards of kind k.
Only chance tells copies apart: there a card is a bit, the copies of a kind side by side.
"""

from typing import Any

import numpy as np

from simcards.bits import popcount
from simcards.cards import NONE, ONE, lowest
from simcards.games.duke.rules import KINDS, LETTERS, N_KINDS
from simcards.jit import inlined, kernel

DUKE = 0
TEN = LETTERS.index("T")
NO_CARD = 255  # no such card in this place
HIDDEN = 254  # a card lies there face down

N_CARDS = sum(kind.copies for kind in KINDS)
ALL_COPIES = np.uint64((1 << N_CARDS) - 1)
FIRST_COPY = tuple(sum(kind.copies for kind in KINDS[:k]) for k in range(N_KINDS))
COPIES_OF = np.array(
    [((1 << kind.copies) - 1) << first for kind, first in zip(KINDS, FIRST_COPY, strict=True)],
    np.uint64,
)
KIND_OF = np.array([k for k, kind in enumerate(KINDS) for _ in range(kind.copies)], np.uint8)
FIRST_OF = np.array(FIRST_COPY, np.uint64)
DECK = np.uint64(sum(kind.copies << 8 * k for k, kind in enumerate(KINDS)))

# R4, R5: the kinds that counter an attack, a bit each; behind them, what a lead may lay down.
ALL_KINDS = (1 << N_KINDS) - 1
COUNTERS = np.array(
    [1 << k | (0 if kind.shield else 1 << DUKE) for k, kind in enumerate(KINDS)], np.uint8
)

BYTE = np.uint64(8)
NOT_ZERO = np.uint64(0x7F7F7F7F7F7F7F7F)
LOW_BITS = np.uint64(0x0101010101010101)
LOW_BYTE = np.uint64(0xFF)


@inlined
def one(kind: Any) -> Any:
    """A single card."""
    return ONE << (np.uint64(kind) * BYTE)


@inlined
def copies(cards: Any, kind: Any) -> Any:
    """How many cards of a kind there are among `cards`."""
    return np.int64((cards >> (np.uint64(kind) * BYTE)) & LOW_BYTE)


@inlined
def kinds_of(cards: Any) -> Any:
    """The kinds among `cards`, a bit each."""
    there = ((cards + NOT_ZERO) >> np.uint64(7)) & LOW_BITS
    there |= there >> np.uint64(7)
    there |= there >> np.uint64(14)
    there |= there >> np.uint64(28)
    return there & LOW_BYTE


@inlined
def size_of(cards: Any) -> Any:
    """How many cards there are."""
    cards += cards >> np.uint64(32)
    cards += cards >> np.uint64(16)
    cards += cards >> np.uint64(8)
    return np.int64(cards & LOW_BYTE)


@kernel
def counted(bits: Any) -> Any:
    """Cards told apart by copy, counted by kind."""
    cards = NONE
    for kind in range(N_KINDS):
        cards |= popcount(bits & COPIES_OF[kind]) << (np.uint64(kind) * BYTE)
    return cards


@kernel
def told_apart(cards: Any) -> Any:
    """Cards counted by kind as bits, the lowest copies of each kind."""
    bits = NONE
    for kind in range(N_KINDS):
        some = (ONE << np.uint64(copies(cards, kind))) - ONE
        bits |= some << FIRST_OF[kind]
    return bits


@kernel
def kind_at(bits: Any) -> Any:
    """The kind of a card told apart."""
    return np.int64(KIND_OF[lowest(bits)])
