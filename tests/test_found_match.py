"""A match of a run found again and shown: the records' own match, or a word that it may not be."""

import json

import polars as pl
import pytest
from typer.testing import CliRunner

import runs
from simcards import found_match, show
from simcards.cli import app
from simcards.errors import UsageError

CELL, MATCH = 4, 7  # a cell of junk trumps with the first dealer turned


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("found")
    return runs.play(runs.write_config(place, matches=9), place / "results", name="small")


def call(folder, *args):
    args = ["show", "small", *map(str, args), "--out", str(folder.parent)]
    return CliRunner().invoke(app, args)


def test_a_shown_match_is_the_recorded_one(folder):
    found = found_match.find("small", folder.parent, CELL, MATCH)
    assert found.cell.turn == 1
    assert found.changes == ()
    shown = show.match(found.game, found.cell, found.seed, found.first, MATCH)
    is_it = (pl.col("cell") == CELL) & (pl.col("match") == MATCH)
    rows = runs.table(folder, "hands").filter(is_it)
    assert len(rows) == len(shown.hands) == 9
    for hand, row in zip(shown.hands, rows.iter_rows(named=True), strict=True):
        assert hand.dealer == row["dealer"]
        for seat in range(3):
            for name in ("bid", "taken", "score", "buried"):
                assert hand.row[name][seat] == row[f"{name}_{seat}"]


def test_show_and_replay_are_inverses(folder):
    result = call(folder, CELL, MATCH, "--json")
    assert result.exit_code == 0
    document = json.loads(result.stdout)
    assert document["rules"] == {"trump_mode": "junk", "end_mode": "9_hands"}
    assert document["expect"]["over"] is True
    checked = CliRunner().invoke(app, ["replay", "-", "--json"], input=result.stdout)
    assert checked.exit_code == 0
    assert json.loads(checked.stdout)["totals"] == document["expect"]["totals"]


def test_show_with_a_hand_tells_it_alone_and_writes_what_led_to_it(folder):
    told = call(folder, CELL, MATCH, 3).stdout
    assert told.count("Hand ") == 1
    assert "Hand 3, dealt by seat" in told
    document = json.loads(call(folder, CELL, MATCH, 3, "--json").stdout)
    assert len(document["hands"]) == 4
    checked = CliRunner().invoke(app, ["replay", "-"], input=json.dumps(document))
    assert checked.exit_code == 0


def test_show_says_when_the_code_changed(folder, monkeypatch):
    monkeypatch.setattr(found_match.digests, "code_digest", lambda experiment: "another")
    result = call(folder, CELL, MATCH)
    assert result.exit_code == 0
    assert "the code changed since small was played" in result.stderr
    assert "changed" not in result.stdout


@pytest.mark.parametrize(
    ("cell", "match", "says"),
    [(6, 0, "cells 0 to 5"), (-1, 0, "cells 0 to 5"), (0, 9, "matches 0 to 8")],
)
def test_what_a_run_does_not_have_is_refused(folder, cell, match, says):
    with pytest.raises(UsageError, match=says):
        found_match.find("small", folder.parent, cell, match)


def test_a_hand_that_was_not_played_is_refused(folder):
    result = call(folder, CELL, MATCH, 9)
    assert isinstance(result.exception, UsageError)
    assert "hands 0 to 8" in str(result.exception)
