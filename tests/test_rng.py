"""Chance: words are a function of their names, spread evenly, and tell nothing of each other."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcards import rng
from simcards.jit import kernel

WORD = st.integers(0, 2**64 - 1)
MASK = 2**64 - 1
MATCH, HAND, INDEX = range(3)


@kernel
def fill(words, root, by):
    """Words that differ in their match, their hand or their index alone."""
    for i in range(len(words)):
        key = rng.key_of(root, i if by == MATCH else 7, i if by == HAND else 7)
        words[i] = rng.word_of(key, i if by == INDEX else 7)


def many(by, n=1 << 16, seed=1):
    words = np.zeros(n, np.uint64)
    fill(words, rng.root(seed, "deal"), by)
    return words


@given(WORD)
@settings(deadline=None)
def test_mix_is_splitmix64s_finisher(word):
    x = word
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    assert int(rng.mix(np.uint64(word))) == x ^ x >> 31


@given(WORD, st.integers(0, 1000))
@settings(deadline=None)
def test_a_word_is_wyrands_output_of_its_counter(key, index):
    """wyrand: the counter goes up by one constant; out comes the folded 128-bit product."""
    counter = (key + (index + 1) * 0xA0761D6478BD642F) & MASK
    product = counter * (counter ^ 0xE7037ED1A0B428DB)
    assert int(rng.word_of(np.uint64(key), index)) == (product & MASK) ^ product >> 64


@given(WORD, st.integers(1, 2**32 - 1))
@settings(deadline=None)
def test_below_scales_one_half_of_the_word(word, n):
    assert int(rng.below(np.uint64(word), np.uint64(n))) == (word & 0xFFFF_FFFF) * n >> 32
    assert int(rng.below_high(np.uint64(word), np.uint64(n))) == (word >> 32) * n >> 32


def test_two_roots_that_share_nothing():
    """Cards and bots, seed and next seed: no root is another."""
    roots = {int(rng.root(seed, use)) for seed in range(500) for use in ("deal", "think")}
    assert len(roots) == 1000
    assert rng.root(7, "deal") == rng.root(7, "deal")


@pytest.mark.parametrize("by", [0, 1, 2], ids=["match", "hand", "index"])
def test_words_are_spread_evenly(by):
    """Each of the 64 bits is set in half of them, neighbours agree in half their bits."""
    words = many(by)
    n = len(words)
    assert len(set(words.tolist())) == n
    limit = 4.5 * np.sqrt(n) / 2
    for place in range(64):
        n_set = int((words >> np.uint64(place) & np.uint64(1)).sum())
        assert abs(n_set - n / 2) < limit
    changed = np.bitwise_count(words[1:] ^ words[:-1]).sum()
    assert abs(changed - 32 * (n - 1)) < 4.5 * np.sqrt(64 * n) / 2


@pytest.mark.parametrize("by", [0, 1, 2], ids=["match", "hand", "index"])
@pytest.mark.parametrize("take", [rng.below, rng.below_high], ids=["low", "high"])
def test_numbers_below_37_are_equally_likely(by, take):
    from scipy.stats import chi2

    words = many(by, n=20_000)
    numbers = [int(take(word, np.uint64(37))) for word in words]
    counts = np.bincount(numbers, minlength=37)
    expected = len(words) / 37
    assert 1e-4 < chi2.sf(((counts - expected) ** 2 / expected).sum(), 36) < 1 - 1e-4


def test_a_match_has_a_word_of_its_own_for_the_first_seat():
    """It is the word of no hand that is ever played."""
    deal_root = rng.root(1, "deal")
    first = rng.key_of(deal_root, 3, rng.FIRST)
    assert first not in {rng.key_of(deal_root, 3, hand) for hand in range(1001)}
