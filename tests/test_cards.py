"""Sets of cards as bits: each operation says what the set says, compiled and in plain Python."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bit_operations import SET_WORDS, WORDS, answers
from simcards import bits, cards
from simcards.jit import kernel
from simcards.rng import key_of

WORD = st.integers(0, 2**64 - 1)
SET_WORD = st.integers(1, 2**64 - 1)


@pytest.fixture
def twins():
    """What the plain-Python twins give on the same words."""
    script = Path(__file__).with_name("bit_operations.py")
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", script], env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_plain_twins_give_what_compiled_code_gives(twins):
    compiled = answers()
    for operation in compiled:
        assert compiled[operation] == twins[operation], operation


@given(SET_WORD)
@settings(deadline=None)
def test_operations_say_what_the_set_says(word):
    found = [card for card in range(64) if word >> card & 1]
    mask = np.uint64(word)
    assert cards.members(mask) == found
    assert cards.count(mask) == len(found)
    assert cards.lowest(mask) == found[0]
    assert cards.highest(mask) == found[-1]
    assert [cards.nth(mask, rank) for rank in range(len(found))] == found
    assert [card for card in range(64) if cards.has(mask, card)] == found
    assert sum(int(cards.bit(card)) for card in found) == word


def test_the_empty_set():
    empty = np.uint64(0)
    assert cards.count(empty) == 0
    assert cards.lowest(empty) == 64
    assert cards.highest(empty) == -1
    assert cards.members(0) == []


def test_the_table_that_stands_in_for_pdep_selects_the_same_bits():
    by_table = kernel(bits._select_by_table)
    for word in SET_WORDS:
        for rank in range(word.bit_count()):
            mask = np.uint64(word), np.uint64(rank)
            assert int(by_table(*mask)) == int(bits.select_bit(*mask))


@given(st.integers(0, 2**36 - 1), WORD, st.data())
@settings(deadline=None)
def test_draw_gives_a_subset_of_that_size(mask, key, data):
    n = data.draw(st.integers(0, mask.bit_count()))
    drawn = int(cards.draw(np.uint64(mask), n, np.uint64(key), 0))
    assert drawn & ~mask == 0
    assert drawn.bit_count() == n


def test_draw_takes_every_subset_equally_often():
    """Two of five cards: ten pairs, each in one of ten draws (four standard errors)."""
    n, pairs = 20_000, {}
    for match in range(n):
        drawn = int(cards.draw(np.uint64(0b101_0111), 2, np.uint64(key_of(9, match, 0)), 0))
        pairs[drawn] = pairs.get(drawn, 0) + 1
    assert len(pairs) == 10
    assert all(abs(found - n / 10) < 4 * (n * 0.1 * 0.9) ** 0.5 for found in pairs.values())


def test_words_cover_the_edges():
    assert {0, 1, 1 << 63, (1 << 64) - 1} <= set(WORDS)
