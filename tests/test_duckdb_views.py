"""The views `seats` and `match_seats`, against the numbers they are made from."""

from dataclasses import dataclass

import duckdb
import numpy as np
import polars as pl
import pytest

from simcards import cells, parts, views
from simcards.design import Cell, Contest, Experiment, Sitter
from simcards.game import Game
from simcards.options import option
from simcards.records import Column, stored_columns


@dataclass(frozen=True)
class Rules:
    players: int = option(2, "seats", choices=(2, 3, 4))
    wild: bool = option(False, "wild cards", choices=(False, True))
    mode: str = option("plain", "mode", choices=("plain", "it's"))

    @property
    def sides(self):
        """Partners at a table for four."""
        return (0, 1, 0, 1) if self.players == 4 else tuple(range(self.players))


GAME = Game(
    name="toy",
    title="Toy",
    version=1,
    rules=Rules,
    variants={},
    seats=(2, 3, 4),
    hand_columns=(
        Column("suit", "i1", "code", "", codes={0: "cups", 1: "queen's"}),
        Column("bid", "i1", "tricks", "", per_seat=True),
        Column("taken", "i1", "tricks", "", per_seat=True),
        Column("call", "i1", "code", "", per_seat=True, codes={0: "pass", 1: "go"}),
    ),
    match_columns=(Column("bonus", "i2", "points", "", per_seat=True),),
    bids=True,
)
SIZES = (2, 3, 4)
N = 50  # matches of a cell, of one hand each


def experiment():
    contests, seated = [], []
    for number, size in enumerate(SIZES):
        rules = Rules(players=size, mode="it's")
        sitters = tuple(Sitter("ace" if seat else "bob", {}) for seat in range(size))
        contests.append(Contest(number, rules, sitters))
        seated.append(Cell(number, number, rules, sitters, 0, 0))
    return Experiment("toy", 1, N, -1, tuple(contests), tuple(seated))


def arrays(columns, number, size):
    """Random rows of one cell; what lies beyond its seats is rubbish, as an engine may leave it."""
    rng = np.random.default_rng(number)
    found = {}
    for name, column in stored_columns(columns, GAME.max_seats):
        if column.codes or name.startswith("won"):
            found[name] = rng.integers(0, 2, N).astype(column.dtype)
        else:
            top = 4 if name.startswith(("bid", "taken")) else 100
            found[name] = rng.integers(0, top, N).astype(column.dtype)
    found["cell"] = np.full(N, number, "u4")
    found["match"] = np.arange(N, dtype="u4")
    for name in {"dealer", "first"} & set(found):
        found[name] = rng.integers(0, size, N).astype("i1")
    if "won_0" in found and size == 4:  # partners win together
        found["won_2"], found["won_3"] = found["won_0"], found["won_1"]
    if "suit" in found:
        found["suit"][0] = 7  # a code without a name
    return found


@pytest.fixture(scope="module")
def tables():
    """Table -> one frame of all cells."""
    made = {}
    for name in ("hands", "matches"):
        columns = parts.columns_of(GAME, name)
        made[name] = pl.concat(
            parts.frame(columns, arrays(columns, number, size), size, GAME.max_seats)
            for number, size in enumerate(SIZES)
        )
    return made


@pytest.fixture(scope="module")
def shown(tables, tmp_path_factory):
    """View -> its rows as dictionaries."""
    folder = tmp_path_factory.mktemp("toy")
    cells.write(folder, GAME, experiment())
    with duckdb.connect() as database:
        for name, frame in tables.items():
            frame.write_parquet(folder / f"{name}.parquet")
        for name in ("hands", "matches", "cells"):
            database.execute(f"CREATE TABLE {name} AS FROM '{folder / name}.parquet'")
        for statement in views.create(GAME):
            database.execute(statement)
        return {
            name: pl.DataFrame(database.sql(f"SELECT * FROM {name}"))
            for name in ("seats", "match_seats", "cells")
        }


def test_there_is_one_row_a_hand_and_seat(shown, tables):
    expected = {
        (number, match, seat)
        for number, size in enumerate(SIZES)
        for match in range(N)
        for seat in range(size)
    }
    for name in ("seats", "match_seats"):
        found = list(shown[name].select("cell", "match", "seat").iter_rows())
        assert len(found) == len(expected)
        assert set(found) == expected


def test_every_seat_shows_its_own_values(shown, tables):
    hands = {(row["cell"], row["match"]): row for row in tables["hands"].iter_rows(named=True)}
    for row in shown["seats"].iter_rows(named=True):
        hand, seat = hands[row["cell"], row["match"]], row["seat"]
        assert row["score"] == hand[f"score_{seat}"]
        assert row["bid"] == hand[f"bid_{seat}"]
        assert row["call"] == ("pass", "go")[hand[f"call_{seat}"]]
        assert row["hand"] == hand["hand"]
        assert row["strategy"] == ("ace" if seat else "bob")
        assert row["n_seats"] == SIZES[row["cell"]]


def test_a_bid_is_met_by_the_side_of_partners_together(shown, tables):
    hands = {(row["cell"], row["match"]): row for row in tables["hands"].iter_rows(named=True)}
    together = 0
    for row in shown["seats"].iter_rows(named=True):
        hand, seat, size = hands[row["cell"], row["match"]], row["seat"], row["n_seats"]
        side = [seat, (seat + 2) % 4] if size == 4 else [seat]
        off = sum(hand[f"taken_{mate}"] - hand[f"bid_{mate}"] for mate in side)
        assert (row["off"], row["made"]) == (off, int(off == 0))
        together += size == 4 and row["made"] and row["taken"] != row["bid"]
    assert together > 10


def walk(start, seat, n_seats):
    """Steps from the left of `start` to `seat`, taken one at a time."""
    steps, place = 0, (start + 1) % n_seats
    while place != seat:
        place, steps = (place + 1) % n_seats, steps + 1
    return steps


def test_position_counts_from_the_left_of_dealer_or_first(shown):
    for view, anchor in (("seats", "dealer"), ("match_seats", "first")):
        for row in shown[view].iter_rows(named=True):
            assert row["position"] == walk(row[anchor], row["seat"], row["n_seats"])


def test_codes_have_names_and_unknown_codes_show(shown):
    assert set(shown["seats"]["suit"]) == {"cups", "queen's", "7"}
    assert set(shown["match_seats"]["ending"]) == {"finished", "capped"}


def test_a_won_match_is_shared_by_the_sides_that_won_it(shown):
    seats = shown["match_seats"]
    assert (seats.filter(n_seats=4, seat=0)["win_share"].max()) == 1  # its partner has it all too
    lowest = seats.filter((pl.col("n_seats") < 4) | (pl.col("seat") < 2))  # of each side
    sums = lowest.group_by("cell", "match").agg(
        pl.col("win_share").sum(), pl.col("won").max().alias("any")
    )
    assert sums["win_share"].to_list() == pytest.approx(sums["any"].to_list())
    lone = shown["match_seats"].filter(pl.col("won") == 0)
    assert (lone["win_share"] == 0).all()


def test_cells_are_null_beyond_their_seats(shown):
    assert shown["cells"]["strategy_2"].to_list() == [None, "ace", "ace"]
    assert shown["cells"]["line_up"].to_list() == [
        "bob | ace",
        "bob | ace | ace",
        "bob | ace | ace | ace",
    ]
    assert shown["cells"]["rule_wild"].dtype == pl.Boolean
    assert shown["cells"]["rule_mode"].to_list() == ["it's"] * 3


def test_the_views_are_described_as_they_are(shown):
    from simcards.schema import describe

    for view in ("seats", "match_seats"):
        described = [row["column"] for row in describe(GAME)[view]["columns"]]
        assert sorted(described) == sorted(shown[view].columns)
