"""Caravan from config to report: one hand a match, one point a hand, many rule sets."""

import re
from pathlib import Path

import polars as pl
import pytest

import simcards
from caravan_table import GAME
from known_run import keys, section
from runs import play
from simcards import report
from simcards.config import load
from simcards.config_text import template
from simcards.games.caravan.rules import REASON_CODES
from simcards.report import length
from simcards.report.source import Source

CONFIGS = Path(__file__).parent.parent / "configs"
CONFIG = """# What do three variants do?
game = "caravan"
matches = 40
seed = 3
line_ups = ["trader"]
[rules]
quick_sale = [false, true]
short_deck = [false, true]
double_deck = [false, true]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("caravan")
    (place / "small.toml").write_text(CONFIG)
    return play(place / "small.toml", place / "results")


@pytest.fixture(scope="module")
def page(folder):
    return report.build(folder)


def test_a_match_that_is_one_hand_is_as_long_as_its_actions(folder, page):
    matches = simcards.open(str(folder)).matches
    cells = pl.read_parquet(folder / "cells.parquet").select("cell", "contest")
    means = matches.join(cells, on="cell").group_by("contest").agg(pl.col("decisions").mean())
    found = {one.contest: one.mean.value for one in length.find(Source(folder))}
    assert found == pytest.approx(dict(means.iter_rows()))
    told = section(page, "length")
    assert "actions (95%" in told.lead[0]
    assert told.tables[0].title == "Actions of a match"


def test_what_the_rules_fix_is_not_compared(page):
    metrics = {one.metric for one in section(page, "effects").findings}
    assert not {"points a hand", "hands a match", "shared wins"} & metrics
    assert "starter's edge" not in metrics
    assert {"starter's edge (wins)", "turns a match", "out of cards"} <= metrics
    assert {one.metric for one in section(page, "board").findings} == {"win_gap"}


def test_where_the_point_is_the_win_it_is_told_once(page):
    assert "scores" not in keys(page)
    assert {one.scale for one in section(page, "balance").findings} == {"match"}


def test_the_game_tells_of_its_own(folder, page):
    assert {"course", "play", "sales", "interactions"} <= set(keys(page))
    hands = simcards.open(str(folder)).hands
    shares = {
        row.keys["ended with"]: row.rates["share of matches"].value
        for row in section(page, "course").findings
        if "ended with" in row.keys and row.contest is None
    }
    reasons = {0: "all pairs sold", 1: "two pairs sold", 2: "no card left"}
    expected = {reasons[code]: n / len(hands) for code, n in hands["reason"].value_counts().rows()}
    assert shares == pytest.approx(expected)


@pytest.mark.parametrize("key", ["course", "play", "sales"])
def test_sections_of_the_game_are_told_in_words(page, key):
    """Nothing reads like `out_of_cards`, and no column is called as a row beside it is."""
    found = section(page, key)
    told = [*found.lead, *found.notes]
    for table in found.tables:
        labels = {cell for row in table.rows for cell in row[: table.n_labels]}
        assert not labels & set(table.columns)
        told += [table.title, table.note, *table.columns, *labels]
    assert "out_of_cards" in REASON_CODES.values()
    assert not any("out_of_cards" in text for text in told)


def test_a_new_config_asks_only_for_what_a_match_of_one_hand_can_tell():
    text = template(GAME)
    assert text.startswith("# What does quick_sale change in Caravan?")
    assert "\nquick_sale = [false, true]\n" in text
    assert 'line_ups = ["trader", ["trader", "random_legal"]]' in text
    targets = re.findall(r"^# (\w+) = ", text.partition("[targets]")[2], re.MULTILINE)
    assert targets == ["position_gap", "win_gap", "option_effect"]


def test_a_route_is_counted_where_its_value_lies(folder, page):
    hands = simcards.open(str(folder)).hands
    values = pl.concat(
        hands.filter(pl.col("winner") == seat)[f"value_{route}_{seat}"].alias("value")
        for seat in (0, 1)
        for route in range(3)
    )
    (won,) = (
        row.rates
        for row in section(page, "sales").findings
        if row.table == "Routes at the end" and row.contest is None and row.keys["result"] == "won"
    )
    assert won["routes in range"].value == pytest.approx(values.is_between(21, 26).mean())
    assert won["routes short of it"].value == pytest.approx((values < 21).mean())
    assert won["routes beyond it"].value == pytest.approx((values > 26).mean())
    assert won["value of a route"].value == pytest.approx(values.mean())


@pytest.mark.parametrize(
    ("name", "n_rules"), [("variants", 1 + 12), ("pairs", 1 + 12 + 66), ("grid", 4096)]
)
def test_configs_play_the_rule_sets_they_name(name, n_rules):
    experiment = load(CONFIGS / f"caravan_{name}.toml").experiment()
    assert len({contest.rules for contest in experiment.contests}) == n_rules
    assert GAME.make_rules({}) in {contest.rules for contest in experiment.contests}
