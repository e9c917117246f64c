"""Sets of cards (or of actions) as bits of unsigned 64-bit words, with unsigned shifts only."""

from typing import Any

import numpy as np

from simcards.bits import leading_zeros, popcount, select_bit, trailing_zeros
from simcards.jit import kernel
from simcards.rng import below, below_high, word_of

NONE = np.uint64(0)
ONE = np.uint64(1)


@kernel
def bit(card: Any) -> Any:
    """The set of one card."""
    return ONE << np.uint64(card)


@kernel
def has(cards: Any, card: Any) -> Any:
    """Whether `card` is in the set."""
    return (cards >> np.uint64(card)) & ONE != NONE


@kernel
def count(cards: Any) -> Any:
    """How many cards are in the set."""
    return np.int64(popcount(cards))


@kernel
def lowest(cards: Any) -> Any:
    """The smallest number in the set; 64 if it is empty."""
    return np.int64(trailing_zeros(cards))


@kernel
def highest(cards: Any) -> Any:
    """The largest number in the set; -1 if it is empty."""
    return np.int64(63) - np.int64(leading_zeros(cards))


@kernel
def nth(cards: Any, rank: Any) -> Any:
    """The card with `rank` smaller ones in the set, from 0."""
    return np.int64(trailing_zeros(select_bit(cards, np.uint64(rank))))


@kernel
def draw(cards: Any, n: Any, key: Any, index: Any) -> Any:
    """A random subset of `n` cards, each as likely, by words `index, index + 1, ...` of `key`.

    Two cards take one word: it uses `(n + 1) // 2` words.
    """
    left = cards
    size = np.uint64(popcount(cards))
    word = NONE
    for i in range(n):
        if i & 1 == 0:
            word = word_of(key, index + (i >> 1))
            left ^= select_bit(left, below(word, size))
        else:
            left ^= select_bit(left, below_high(word, size))
        size -= ONE
    return cards ^ left


def members(cards: int) -> list[int]:
    """The cards of a set in ascending order, for people and tests."""
    bits = int(cards)
    return [card for card in range(bits.bit_length()) if bits >> card & 1]
