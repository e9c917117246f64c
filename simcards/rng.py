"""Chance: random words named by what they are for. The only source of it.

Two roots come from the seed by a one-way hash, one for the cards and one for the bots, so that a
bot cannot work its way back to the cards. Every word is a function of (root, match, hand, index):
workers, part size, resume, line-up and rules never enter, and match 123 alone equals match 123
among a million. The words are wyrand's output function over a keyed counter.
"""

from hashlib import blake2b
from typing import Any

import numpy as np

from simcards.bits import multiply_fold
from simcards.jit import kernel

STEP = np.uint64(0xA0761D6478BD642F)  # wyrand's increment
TWIST = np.uint64(0xE7037ED1A0B428DB)  # wyrand's second factor
MATCH_STEP = np.uint64(0xD1342543DE82EF95)
HAND_STEP = np.uint64(0x9E3779B97F4A7C15)
FIRST = 0xFFFF_FFFF  # in place of a hand: the words that choose a match's first seat
LOW_HALF = np.uint64(0xFFFF_FFFF)
HALF = np.uint64(32)


def root(seed: int, purpose: str) -> np.uint64:
    """The root for `purpose` ("deal" or "think") of a seed, one way."""
    digest = blake2b(str(seed).encode(), digest_size=8, person=purpose.encode())
    return np.uint64(int.from_bytes(digest.digest(), "little"))


@kernel
def mix(x: Any) -> Any:
    """A bijection of 64-bit words that scatters them (SplitMix64's finisher)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@kernel
def key_of(root: Any, match: Any, hand: Any) -> Any:
    """The key of one hand's words under `root`."""
    return mix(mix(root + np.uint64(match) * MATCH_STEP) + np.uint64(hand) * HAND_STEP)


@kernel
def word_of(key: Any, index: Any) -> Any:
    """Random 64-bit word number `index` under `key`."""
    counter = key + (np.uint64(index) + np.uint64(1)) * STEP
    return multiply_fold(counter, counter ^ TWIST)


@kernel
def below(word: Any, n: Any) -> Any:
    """A number from 0 to n - 1 from the low half of `word`; uneven by at most n / 2**32."""
    return ((word & LOW_HALF) * np.uint64(n)) >> HALF


@kernel
def below_high(word: Any, n: Any) -> Any:
    """A number from 0 to n - 1 from the high half of `word`, independent of `below`."""
    return ((word >> HALF) * np.uint64(n)) >> HALF


@kernel
def fraction(word: Any) -> Any:
    """A number from 0 up to 1 from the highest 24 bits of `word`."""
    return np.float64(np.int64(word >> np.uint64(40))) / 16777216.0
