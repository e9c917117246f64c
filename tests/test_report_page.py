"""A report as a page, its twin in Markdown and its findings for machines."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from math import inf, nan
from pathlib import Path

import pytest
from markupsafe import escape
from typer.testing import CliRunner

import simcards.games
import synthetic
from known_run import keys, run_of, section
from simcards import database, report
from simcards.cli import app
from simcards.manifest import Manifest
from simcards.metrics import METRICS
from simcards.report import (
    balance,
    board,
    charts,
    contents,
    distributions,
    limits,
    measures,
    render,
    topics,
    words,
)
from simcards.report import page as page_of
from simcards.report import source as report_source
from simcards.report.contests import ContestInfo
from simcards.report.source import Source
from simcards.stats import Estimate
from simcards.targets import default

pytestmark = pytest.mark.xdist_group("report")


SOURCES = Path(report.__file__).parent


class Reader(HTMLParser):
    """Which tags are open, what they refer to, and what figures say."""

    EMPTY = frozenset({"meta", "br"})

    def __init__(self):
        super().__init__()
        self.open, self.faults, self.links, self.ids, self.svgs, self.tags = (
            [],
            [],
            [],
            [],
            [],
            set(),
        )

    def handle_starttag(self, tag, attrs):
        self.tags.add(tag)
        given = dict(attrs)
        self.ids += [given["id"]] if "id" in given else []
        self.links += [given[name] for name in ("href", "src", "xlink:href") if name in given]
        if tag == "svg":
            self.svgs.append(given)
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.EMPTY:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.faults.append(tag)


@pytest.fixture(scope="module")
def read(page):
    reader = Reader()
    reader.feed(render.html(page))
    return reader


def test_the_page_is_well_formed_and_needs_nothing_else(page, read):
    assert not read.faults
    assert not read.open
    assert not read.tags & {"script", "link", "img", "iframe", "object"}
    assert all(link.startswith("#") for link in read.links)
    assert {link[1:] for link in read.links} <= set(read.ids)
    assert len(read.ids) == len(set(read.ids))
    html = render.html(page)
    assert not re.search(r"url\((?!#)|@import", html)


def test_every_chart_tells_its_numbers(page, read):
    figures = [figure for one in page.sections for figure in one.figures]
    assert len(read.svgs) == len(figures) >= 6
    for figure, svg in zip(figures, read.svgs, strict=True):
        assert svg["role"] == "img"
        assert svg["aria-label"] == figure.alt
        assert re.search(r"\d", figure.alt.removeprefix(figure.caption))


def test_every_chart_says_what_it_rests_on(page, source):
    captions = {
        one.key: [figure.caption for figure in one.figures] for one in page.sections if one.figures
    }
    assert all(one.endswith(source.basis_of(source.mirrors)) for one in captions.pop("balance"))
    assert all(one.endswith(source.basis_of(source.mixed)) for one in captions.pop("strength"))
    assert all(one.endswith(source.basis) for found in captions.values() for one in found)
    assert "250 blocks; 4 rule sets; bots: steady, planner and random_legal" in source.basis


def test_charts_take_the_pages_colours(page):
    svgs = "".join(figure.svg for one in page.sections for figure in one.figures)
    assert "currentColor" in svgs
    assert "var(--series-0)" in svgs
    assert not re.search(r"#[0-9a-f]{6}", svgs)


def test_the_twin_holds_the_same_numbers(page):
    html, text = render.html(page), render.markdown(page)
    for one in page.sections:
        assert f"## {one.title}" in text
        for line in [*one.lead, *one.notes]:
            assert line in text
        for table in one.tables:
            for row in table.rows:
                assert f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |" in text
                parts = [part for cell in row for part in cell.split("  ")]  # a colour each
                assert all(str(escape(part)) in html for part in parts)


def test_numbers_come_with_an_interval_and_a_sample(page):
    for key in ("balance", "strength", "bids", "effects", "scores", "length"):
        for table in section(page, key).tables:
            assert "95%" in table.columns or table.title.startswith("Points a hand by the rule")
    for key in ("balance", "strength", "bids", "announcements", "effects", "scores", "length"):
        table = section(page, key).tables[0]
        assert "in 250 blocks" in "".join([*table.columns, *table.rows[0]])


def test_no_p_values_in_front(page):
    for one in page.sections:
        for table in one.tables:
            if not table.folded:
                assert not any(name.startswith("p ") for name in table.columns)
    assert "significant" not in render.markdown(page)
    assert "player" not in render.markdown(page).replace("3 players", "")


def test_the_same_run_gives_the_same_bytes_with_or_without_a_database(folder, page, tmp_path):
    first = [path.read_bytes() for path in report.write(page, tmp_path / "one")]
    database.build(folder, Manifest.read(folder))
    try:
        second = [
            path.read_bytes() for path in report.write(report.build(folder), tmp_path / "two")
        ]
    finally:
        database.remove(folder)
    assert first == second


def test_findings_for_machines(page):
    found = json.loads(render.findings(page))
    assert found["question"] == "Does the dealer have an edge?"
    (first,) = (
        one
        for one in found["sections"]["balance"]
        if one["contest"] is None and one["scale"] == "hand"
    )
    assert first["kind"] == "Balance"
    assert first["gap"]["low"] <= 3 <= first["gap"]["high"]
    assert first["gap"]["n_blocks"] == 250


def test_the_order_of_the_page(page):
    assert keys(page) == [
        "quality", "board", "balance", "strength", "bids", "announcements", "effects",
        "interactions", "scores", "length", "unknown", "method", "deeper",
    ]  # fmt: skip
    assert page.question == "Does the dealer have an edge?"
    assert dict(page.facts)["hands"] == f"{250 * 3 * 24:,}"


def test_sections_follow_what_a_game_records(folder, monkeypatch):
    own = tuple(
        column
        for column in synthetic.GAME.hand_columns
        if column.name
        not in ("request", "level", "points_tricks", "points_bonus", "points_premium")
    )
    plain = replace(synthetic.GAME, bids=False, hand_columns=own)
    monkeypatch.setattr("simcards.games.ninety_nine.topics.TOPICS", ())
    monkeypatch.setitem(simcards.games.GAMES, plain.name, plain)
    page = report.build(folder)
    assert not {"bids", "announcements"} & set(keys(page))
    assert not any(one.metric == "make_rate" for one in section(page, "board").findings)
    assert all(not one.parts for one in section(page, "scores").findings)


def test_one_contest_has_no_effects_and_no_grid(tmp_path):
    page = report.build(run_of(tmp_path, n_blocks=20))
    assert not {"effects", "strength"} & set(keys(page))
    assert len(section(page, "board").tables) == 1


def test_many_contests_stay_readable(tmp_path):
    rules = tuple({"declare_points": points} for points in range(30))
    source = Source(run_of(tmp_path, n_blocks=6, n_hands=1, rules=rules))
    found = balance.section(source)
    assert "Of 31 rows the 12 surest to differ" in found.figures[0].caption
    assert len(found.tables[0].rows) == 31
    assert board.section(source).tables[1].folded


def test_a_chart_of_some_of_many_contests_shows_their_own_numbers(monkeypatch, tmp_path):
    rules = tuple({"declare_points": points} for points in range(30))
    source = Source(run_of(tmp_path, n_blocks=6, n_hands=1, rules=rules))
    drawn = {}

    def whiskers(key, rows, panels, caption):
        drawn[key] = rows, panels

    monkeypatch.setattr(balance, "whiskers", whiskers)
    balance.section(source)
    (names, panels), found = drawn["balance-3"], balance.find(source, balance.HAND)
    assert len(names) == 12
    by_name = {one.name: one.edges for one in found}
    weights = {one.name: balance._weight(one) for one in found}
    assert sorted(names, key=weights.get, reverse=True) == names
    for row, name in enumerate(names):
        assert tuple(series.estimates[row] for series in panels[0].series) == by_name[name]


def test_a_page_of_very_many_contests_holds_the_first_rows(page):
    long = page_of.Table("Each", ["a"], [[str(i)] for i in range(1001)], "Note.")
    short = contents.shortened(page_of.Section("a", "A", [], tables=[long])).tables[0]
    assert len(short.rows) == 200
    assert short.note == "Note. The first 200 of 1,001 rows; findings.json holds all."
    rows = [[str(i), str(i // 2)] for i in range(1001)]  # every other one repeats the number
    heavy = page_of.Table(
        "Each", ["a", "b"], rows, weights=[i % 100 for i in range(1001)], chosen="fullest"
    )
    short = contents.shortened(page_of.Section("a", "A", [], tables=[heavy])).tables[0]
    assert short.rows[:11] == [[str(100 * i + 99), str(50 * i + 49)] for i in range(10)] + [
        ["97", "48"]
    ]
    assert short.note == "Of 1,001 rows the 12 fullest, alike ones once; findings.json holds all."
    table = section(page, "board").tables[0]
    assert contents.shortened(section(page, "board")).tables[0] == table


def test_a_report_keeps_few_sums_whatever_the_number_of_contests(folder, page, monkeypatch):
    one = Source(folder)
    one.sums("strategies")
    kept = report_source._size(one.sums("strategies"))
    monkeypatch.setattr(report_source, "MAX_KEPT", kept)
    again = Source(folder)
    for query in ("strategies", "bids", "strategy_wins", "strategies"):
        again.sums(query)
        assert len(again._sums) == 1
    assert render.markdown(report.build(folder)) == render.markdown(page)


def test_many_contests_have_fewer_groups(folder, source, monkeypatch):
    assert source.n_groups == 250
    monkeypatch.setattr(report_source, "MAX_SERIES", 8 * 125)
    assert Source(folder).n_groups == 125
    monkeypatch.setattr(report_source, "MAX_SERIES", 8)
    fewest = Source(folder)
    assert fewest.n_groups == report_source.MIN_GROUPS
    assert "summed into 50 groups" in limits.method(fewest).lead[0]
    found = measures.points(fewest)[0].estimate()
    assert found.value == measures.points(source)[0].estimate().value
    assert found.n_blocks == 250


def test_names_of_contests_are_made_once(folder, monkeypatch):
    one, calls = Source(folder), []
    label = ContestInfo.label
    monkeypatch.setattr(ContestInfo, "label", lambda *given: calls.append(1) or label(*given))
    for _ in range(5):
        assert {one.label(contest.number) for contest in one.contests}
    assert len(calls) == len(one.contests)


# --- The commands ---------------------------------------------


def test_report_command(folder):
    result = CliRunner().invoke(app, ["report", "known", "--out", str(folder.parent)])
    assert result.exit_code == 0
    paths = [Path(line) for line in result.stdout.splitlines()]
    assert [path.name for path in paths] == ["index.html", "report.md", "findings.json"]
    assert all(path.is_file() for path in paths)
    assert len(result.stderr.splitlines()) == 3
    assert "dealer" in result.stderr


def test_metrics_commands():
    shown = CliRunner().invoke(app, ["metrics", "list"])
    assert shown.exit_code == 0
    assert all(name in shown.stdout for name in METRICS)
    listed = json.loads(CliRunner().invoke(app, ["metrics", "list", "--json"]).stdout)
    assert [one["name"] for one in listed] == list(METRICS)
    explained = CliRunner().invoke(app, ["metrics", "explain", "win_gap"])
    assert METRICS["win_gap"].formula in explained.stdout
    wrong = CliRunner().invoke(app, ["metrics", "explain", "win_gab"])
    assert "did you mean 'win_gap'" in str(wrong.exception)
    assert wrong.exception.exit_code == 2


def test_every_default_target_is_valid():
    found = [default(name) for name in METRICS]
    assert {one.name for one in found if one} == {"win_gap", "tie_rate", "capped_rate"}


# --- The house ------------------------------------------------


def test_looks_are_in_templates_and_games_are_not_named():
    for path in SOURCES.rglob("*.py"):
        assert not re.search(r"<[a-z/!]", path.read_text("utf-8")), path
        assert not any(name in path.read_text("utf-8") for name in simcards.games.GAMES), path
    for path in (SOURCES.parent / "sql").glob("*.sql"):
        text = path.read_text("utf-8")
        assert text.startswith("--"), path
        assert not any(name in text for name in simcards.games.GAMES), path


@pytest.mark.parametrize(
    ("value", "low", "high", "unit", "says"),
    [
        (0.218, 0.213, 0.223, "%", "21.8 ±0.5%"),
        (0.99, 0.96, 1.0, "%", "99 (96 to 100)%"),
        (1.0, 0.98, 1.0, "%", "100.0 (98.0 to 100.0)%"),
        (0.0, 0.0, 0.02, "%", "0.0 (0.0 to 2.0)%"),
        (0.5, -inf, inf, "%", "50.00% (unknown)"),
        (3.0, 3.0, 3.0, "hands", "3"),
        (nan, 0.0, 1.0, "%", "–"),
        (-1.5, -1.8, -1.2, "points", "−1.5 ±0.3"),
    ],
)
def test_where_space_is_short_an_interval_is_half_its_width_or_both_ends(
    value, low, high, unit, says
):
    assert words.about(Estimate(value, low, high, 100, 100), unit) == says


@pytest.mark.parametrize(
    ("title", "unit", "says"),
    [("turns a match", "turns", "turns a match"), ("points a hand", "a hand", "points a hand"),
     ("value", "points", "value (points)"),
     ("shared wins", "%", "shared wins")],
)  # fmt: skip
def test_a_unit_is_told_once(title, unit, says):
    assert words.titled(title, unit) == says


@pytest.mark.parametrize(
    ("heading", "value", "says"),
    [("seats", "2", "2 seats"), ("strategy", "steady", "steady"), ("tens", "five", "five")],
)
def test_a_chart_names_a_number_with_what_it_counts(heading, value, says):
    assert topics._counted(heading, value) == says


def test_the_rows_of_a_chart_are_in_the_order_of_its_table():
    """Not every series has every row."""
    assert topics.merged([["two", "ten"], ["ace", "two", "four"], ["four", "ten"]]) == [
        "ace", "two", "four", "ten",
    ]  # fmt: skip


def test_a_bar_of_points_is_told_by_its_whole_numbers():
    assert distributions._bin([-1.5, -0.5, 0.5], 0) == "−1"
    assert distributions._bin([0, 5, 10], 1) == "from 5 to 9"


def test_a_chart_that_holds_not_all_rows_says_so():
    some = charts.Series("", [Estimate(1.0, 0.5, 1.5, 30, 30)] * 30)
    drawn = charts.whiskers(
        "k", [f"row {i}" for i in range(30)], [charts.Panel("a", "%", [some])], "C."
    )
    assert drawn.caption == "C. The first 24 of 30 rows."


@pytest.mark.parametrize(
    ("value", "says"),
    [(1.0, "+1 point (the same in every block)"), (2.0, "+2 points (the same in every block)")],
)
def test_one_of_a_unit_is_told_in_the_singular(value, says):
    assert words.full(Estimate(value, value, value, 50, 50), words.POINTS, sign=True) == says


def test_a_long_name_is_cut_between_its_parts_where_a_chart_has_no_room():
    long = ", ".join(["queens_everywhere", "additive_kings", "quick_sale", "reshuffle"])
    assert words.shortened(long) == "queens_everywhere, additive_kings and 2 more"
    assert words.shortened("first_to_3, junk") == "first_to_3, junk"
    assert words.shortened("x" * 60) == "x" * 60
