"""Double Knot from config to report: three to five seats and teams in one run each."""

import polars as pl
import pytest

import simcards
from double_knot_table import GAME
from runs import play
from simcards import report
from simcards.report import bids
from simcards.report.source import Source

CONFIG = """# What do seats and teams change?
game = "double_knot"
matches = 40
seed = 3
line_ups = ["random_legal"]
[rules]
scoring = "special"
"""


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """The run of each table of rules."""
    found = {}
    for name, rules in (("seats", "players = [3, 4, 5]"), ("teams", "teams = [false, true]")):
        folder = tmp_path_factory.mktemp(name)
        (folder / "small.toml").write_text(CONFIG + rules)
        found[name] = play(folder / "small.toml", folder / "results")
    return found


def test_columns_are_null_beyond_the_seats_and_only_there(folders):
    run = simcards.open(str(folders["seats"]))
    cells = pl.read_parquet(folders["seats"] / "cells.parquet")
    hands = run.hands.join(cells.select("cell", "seats"), on="cell")
    assert set(hands["seats"]) == {3, 4, 5}
    for column in (column for column in GAME.all_hand_columns() if column.per_seat):
        for seat in range(5):
            is_null = hands[f"{column.name}_{seat}"].is_null()
            assert (is_null == (hands["seats"] <= seat)).all()


def test_every_cell_of_a_rotation_is_played(folders):
    for name, n_cells in (("seats", 3 + 4 + 5), ("teams", 4 + 4)):
        cells = pl.read_parquet(folders[name] / "cells.parquet")
        assert len(cells) == n_cells
        matches = simcards.open(str(folders[name])).matches
        assert matches.group_by("cell").len()["len"].to_list() == [40] * n_cells


@pytest.mark.parametrize("name", ["seats", "teams"])
def test_a_report_has_its_sections(folders, name):
    page = report.build(folders[name])
    keys = [section.key for section in page.sections]
    assert {"bids", "bidding", "effects"} <= set(keys)
    (section,) = (section for section in page.sections if section.key == "bids")
    assert ("Partners" in " ".join(section.notes)) == (name == "teams")


def test_a_contract_of_partners_is_made_by_both_or_neither(folders):
    hands = simcards.open(str(folders["teams"])).hands
    cells = pl.read_parquet(folders["teams"] / "cells.parquet")
    rows = hands.join(cells.select("cell", "contest", "rule_teams"), on="cell")
    assert set(rows["rule_teams"]) == {False, True}
    source = Source(folders["teams"])
    for contest in bids.find_contests(source):
        own = rows.filter(pl.col("contest") == contest.contest)
        assert contest.made.value == pytest.approx(own["makers"].sum() / (4 * len(own)))
    source.close()


def test_the_excuse_is_told_of_where_there_is_one(folders):
    page = report.build(folders["seats"])
    (section,) = (section for section in page.sections if section.key == "excuse")
    assert "random_legal leads it in" in section.lead[0]
    assert "random_legal throws it off in" in section.lead[0]
