"""Parts: which blocks they hold, how they are written, and their journal."""

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcards import parts
from simcards.errors import RunError
from simcards.parts import FEWEST_ROWS, MOST_ROWS, Part
from simcards.records import Column

SCORE = (Column("match", "u4", "id", ""), Column("score", "i2", "points", "", per_seat=True))
PART = Part(3, (30, 40), {"hands": 90, "matches": 10}, {}, 0.5)


@given(st.integers(1, 10**6), st.integers(1, 10**6), st.integers(1, 10**6))
def test_a_part_has_at_most_the_rows_asked_for_and_at_least_one_block(per_block, n_blocks, rows):
    chosen = parts.choose_blocks_per_part(per_block, n_blocks, rows)
    assert 1 <= chosen <= n_blocks
    assert chosen == 1 or chosen * per_block <= rows
    assert chosen == n_blocks or (chosen + 1) * per_block > rows


@given(st.integers(1, 5000), st.integers(1, 10**6))
def test_by_default_parts_have_20_000_to_500_000_rows(per_block, n_blocks):
    asked = parts.choose_rows(per_block * n_blocks)
    rows = parts.choose_blocks_per_part(per_block, n_blocks, asked) * per_block
    assert rows <= MOST_ROWS
    assert rows > FEWEST_ROWS - per_block or rows == per_block * n_blocks


def test_a_big_config_is_cut_in_32_parts_and_parts_with_plays_are_small():
    assert parts.choose_rows(3_200_000) == 100_000
    assert parts.choose_rows(10**9, plays=True) == parts.MOST_ROWS_WITH_PLAYS < MOST_ROWS


@given(st.integers(1, 500), st.integers(1, 500))
def test_parts_hold_every_block_once(per_part, n_blocks):
    n_parts = -(-n_blocks // per_part)
    held = [block for n in range(n_parts) for block in parts.blocks_of(n, per_part, n_blocks)]
    assert held == list(range(n_blocks))
    assert all(len(parts.blocks_of(n, per_part, n_blocks)) for n in range(n_parts))


def test_values_beyond_the_number_of_seats_are_null():
    arrays = {
        "match": np.arange(2, dtype="u4"),
        **{f"score_{seat}": np.full(2, seat, "i2") for seat in range(4)},
    }
    frame = parts.frame(SCORE, arrays, seats=3, max_seats=4)
    assert frame.columns == ["match", "score_0", "score_1", "score_2", "score_3"]
    assert frame["score_2"].to_list() == [2, 2]
    assert frame["score_3"].to_list() == [None, None]
    assert frame.schema["score_3"] == pl.Int16


def test_cells_of_different_sizes_share_a_file(tmp_path):
    def cell(seats):
        arrays = {f"score_{seat}": np.full(2, seat, "i2") for seat in range(4)}
        return parts.frame(SCORE, {"match": np.arange(2, dtype="u4"), **arrays}, seats, 4)

    path = tmp_path / "hands" / "part-00000.parquet"
    digest = parts.write_file(path, [cell(2), cell(4)], {})
    assert pl.read_parquet(path)["score_2"].to_list() == [None, None, 2, 2]
    assert parts.sha256(path) == digest
    assert [item.name for item in path.parent.iterdir()] == [path.name]


def test_a_place_that_takes_no_file_is_named(tmp_path):
    (tmp_path / "hands").write_text("in the way")
    path = tmp_path / "hands" / "part-00000.parquet"
    with pytest.raises(RunError, match=r"part-00000\.parquet: cannot be written"):
        parts.write_file(path, [pl.DataFrame({"a": [1]})], {})


def test_the_journal_gives_back_what_was_noted(tmp_path):
    parts.note(tmp_path, PART)
    assert parts.read_journal(tmp_path) == {3: PART}


def test_a_torn_line_is_as_good_as_none_and_does_not_spoil_the_next(tmp_path):
    journal = tmp_path / parts.JOURNAL
    parts.note(tmp_path, PART)
    journal.write_bytes(journal.read_bytes() + b'{"part": 4, "blocks": [40')
    assert list(parts.read_journal(tmp_path)) == [3]
    parts.note(tmp_path, Part(5, (50, 60), {}, {}, 0.1))
    assert list(parts.read_journal(tmp_path)) == [3, 5]


def test_a_later_line_replaces_an_earlier_one(tmp_path):
    parts.note(tmp_path, PART)
    again = Part(3, (30, 40), {"hands": 90, "matches": 10}, {"hands": "ab"}, 0.7)
    parts.note(tmp_path, again)
    assert parts.read_journal(tmp_path) == {3: again}


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (lambda path: path.unlink(), "missing"),
        (lambda path: path.write_bytes(path.read_bytes()[:-7]), "not as written"),
        (lambda path: path.write_bytes(path.read_bytes()[:-1] + b"X"), "not as written"),
    ],
)
def test_a_damaged_file_is_found(tmp_path, harm, words):
    path = parts.path_of(tmp_path, "hands", 3)
    digest = parts.write_file(path, [pl.DataFrame({"a": [1, 2]})], {})
    part = Part(3, (30, 40), {"hands": 2}, {"hands": digest}, 0.1)
    assert parts.fault(tmp_path, part) == ""
    harm(path)
    assert words in parts.fault(tmp_path, part)
