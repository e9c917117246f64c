"""Reports on runs made of known numbers: what was put in is found, and nothing else."""

import json
import math
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from markupsafe import escape
from typer.testing import CliRunner

import simcards.games
import synthetic
from simcards import database, report
from simcards.cli import app
from simcards.errors import DataError
from simcards.manifest import STOPPED, Manifest
from simcards.metrics import METRICS
from simcards.report import (
    balance,
    bids,
    board,
    contents,
    effects,
    effects_section,
    length,
    limits,
    measures,
    quality,
    render,
    strength,
    words,
)
from simcards.report import page as page_of
from simcards.report import source as report_source
from simcards.report.contests import ContestInfo
from simcards.report.source import Source
from simcards.stats import ratio
from simcards.targets import default, parse
from synthetic import Truth, write_run

pytestmark = pytest.mark.xdist_group("report")
SOURCES = Path(report.__file__).parent
GRID = tuple(
    {"trump_mode": mode, "declare_points": points}
    for mode in ("standard", "junk")
    for points in (30, 40)
)
MIXED = ("planner", "steady", "random_legal")
TRUTH = Truth(
    n_blocks=250,
    rules=GRID,
    line_ups=(("steady",) * 3, MIXED),
    dealer_edge=3,
    strategy_edge={"planner": 6, "steady": 2},
    option_effect={("trump_mode", "junk"): 2},
    n_hands=3,  # every seat deals once, so that no place in a match is better
)


def run_of(folder, name="run", targets=None, **truth):
    return write_run(folder / name, Truth(**truth), targets)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    targets = {"option_effect": "<= 0.5 points"}
    return write_run(tmp_path_factory.mktemp("runs") / "known-1", TRUTH, targets)


@pytest.fixture(scope="module")
def source(folder):
    return Source(folder)


@pytest.fixture(scope="module")
def page(folder):
    return report.build(folder)


def holds(estimate, truth):
    """Whether the truth lies within three standard errors: a chance miss is one in hundreds."""
    return abs(estimate.value - truth) <= 1.5 * max(
        estimate.value - estimate.low, estimate.high - estimate.value
    )


def section(page, key):
    return next(one for one in page.sections if one.key == key)


def keys(page):
    return [one.key for one in page.sections]


# --- What was put in is found ---------------------------------


def test_the_dealers_edge_is_found(source):
    average = balance.find(source, balance.HAND)[0]
    assert average.contest is None
    assert holds(average.gap, 3)
    assert holds(average.edges[2], 2)  # the dealer, over the mean of three places
    assert holds(average.edges[0], -1)
    assert average.gap.low > 2.5
    assert average.p_equal < 1e-6


def test_a_place_without_edge_covers_none(source):
    average = balance.find(source, balance.MATCH)[0]
    assert all(holds(edge, 0) for edge in average.edges)
    assert average.gap.low == 0
    assert average.p_equal > 0.01


def test_only_mirrors_speak_of_places(source):
    found = balance.find(source, balance.HAND)
    mirrors = [contest.number for contest in source.contests if contest.is_mirror]
    assert [one.contest for one in found] == [None, *mirrors]


def test_a_strong_strategy_is_not_taken_for_a_good_place(tmp_path):
    run = run_of(tmp_path, n_blocks=40, line_ups=(MIXED,), strategy_edge={"planner": 20})
    found = balance.section(Source(run))
    assert "no mirror line-up" in found.lead[0]
    assert not found.findings
    notes = limits.unknowns(Source(run), []).notes
    assert any("Balance by position was not measured" in line for line in notes)


def test_strategies_are_compared_over_rotations(source):
    found = {one.strategy: one for one in strength.find(source) if one.contest is None}
    table_mean = 8 / 3
    assert holds(found["planner"].edge, 6 - table_mean)
    assert holds(found["steady"].edge, 2 - table_mean)
    assert holds(found["random_legal"].edge, -table_mean)
    shares = [one.win_share.value for one in found.values()]
    assert sum(shares) == pytest.approx(1)
    assert found["planner"].win_share.low > 0.5
    assert found["planner"].blocks_to_lead.high < 10


def test_incomplete_rotations_are_said(tmp_path):
    run = run_of(tmp_path, n_blocks=30, line_ups=(MIXED,), rotations=2)
    assert "Rotations are not complete in 1 of 1" in strength.section(Source(run)).notes[0]


def test_the_effect_of_an_option_is_found_and_a_null_effect_is_none(source):
    found = {(one.option, one.metric): one for one in effects.find(source)}
    junk = found["trump_mode", "points a hand"]
    assert holds(junk.effect, 2)
    assert (junk.value, junk.base, junk.n_pairs) == ("junk", "standard", 4)
    assert junk.verdict == effects.HIGHER
    declare = found["declare_points", "points a hand"]
    assert holds(declare.effect, 0)
    assert declare.verdict == effects.SAME
    assert found["trump_mode", "hands a match"].verdict == effects.IDENTICAL
    assert found["trump_mode", "dealer's edge"].verdict in (effects.SAME, effects.UNKNOWN)


def test_an_effect_is_paired_on_the_same_cards(source):
    junk = next(one for one in effects.find(source) if one.metric == "points a hand")
    points = board.measures.points(source)
    alone = [points[contest.number].estimate().half for contest in source.contests]
    assert junk.effect.half < 0.5 * min(alone)


def test_comparisons_are_counted_and_adjusted_together(source, page):
    found = effects.find(source)
    assert f"Of {len(found)} comparisons" in section(page, "effects").lead[-1]
    one = next(one for one in found if one.p_zero not in (0.0, 1.0))
    alone = effects._effect(  # the same effect, looked at by itself
        source,
        next(item for item in effects.outcomes(source) if item.title == one.metric),
        (one.option, one.base, one.value),
        effects.pairs_of(source, (one.option, one.base, one.value)),
        one.margin,
    )
    assert one.p_zero >= alone.p_zero


def test_effects_of_a_design_without_pairs_assume_that_options_add_up(tmp_path):
    values = [("standard", 30, 60), ("standard", 20, 50), ("junk", 30, 50), ("junk", 20, 60)]
    names = ("trump_mode", "declare_points", "reveal_points")
    rules = tuple(dict(zip(names, row, strict=True)) for row in values)
    effect = {("trump_mode", "junk"): 4, ("declare_points", 20): -3}
    run = run_of(tmp_path, n_blocks=150, rules=rules, option_effect=effect)
    found = {one.option: one for one in effects.find(Source(run)) if one.metric == "points a hand"}
    assert {one.n_pairs for one in found.values()} == {0}
    assert holds(found["trump_mode"].effect, 4)
    assert holds(found["declare_points"].effect, -3)
    assert holds(found["reveal_points"].effect, 0)
    notes = effects_section.section(Source(run)).notes
    assert any("options add up" in note for note in notes)


def test_options_that_only_change_together_are_not_told_apart(tmp_path):
    rules = ({"trump_mode": "standard"}, {"trump_mode": "junk", "declare_points": 40})
    found = effects_section.section(Source(run_of(tmp_path, n_blocks=20, rules=rules)))
    assert "no option's effect can be told apart" in found.lead[0]


def test_bids_come_true_as_often_as_they_were_made_to(source):
    levels = bids.find_levels(source)
    assert {one.bid for one in levels} == {1, 2, 3, 4}
    assert sum(holds(one.taken, one.bid) for one in levels) >= len(levels) - 2
    records = {one.strategy: one for one in bids.find_records(source)}
    # 0.4, and 0.6 for the 4.8 % of seats that announced
    assert holds(records["steady"].made, 0.4 + 0.2 * announcing(0.05))
    total = records["steady"].made.value + records["steady"].over.value
    assert total + records["steady"].under.value == pytest.approx(1)


def announcing(rate):
    """How often a seat announces: it asks, and no seat before it did."""
    return rate * (1 + (1 - rate) + (1 - rate) ** 2) / 3


def test_announcements_are_granted_and_kept_as_made(page):
    found = {one.strategy: one for one in section(page, "announcements").findings}
    assert {one.level for one in found.values()} == {"declare"}
    assert holds(found["steady"].kept, TRUTH.keep_rate)
    assert holds(found["steady"].rate, TRUTH.request_rate)
    assert holds(found["steady"].granted, announcing(0.05) / 0.05)


def test_scores_and_their_parts(page):
    found = section(page, "scores").findings
    for one in found:
        assert sum(part.value for part in one.parts.values()) == pytest.approx(one.mean.value)
        assert one.p05.value < one.median.value < one.p95.value
    by_rules = {one.name: one for one in found}
    assert set(by_rules) == {
        f"{mode}, declare_points {points}" for mode in ("standard", "junk") for points in (30, 40)
    }


def test_length_of_matches(tmp_path):
    (found,) = length.find(Source(run_of(tmp_path, n_blocks=30, n_hands=5)))
    assert (found.mean.value, found.mean.half, found.longest) == (5, 0, 5)
    assert words.spread(found.mean, words.HANDS) == "no spread"  # by chance, for all it knows


def test_a_length_that_the_rules_fix_is_exact(tmp_path):
    rules = ({"end_mode": "9_hands", "hands": 4}, {"end_mode": "9_hands", "hands": 5})
    fixed, other = length.find(Source(run_of(tmp_path, n_blocks=2, n_hands=4, rules=rules)))
    for one in (fixed.mean, fixed.p05, fixed.median, fixed.p95):
        assert (one.value, words.spread(one, words.HANDS)) == (4, "exact")
    assert words.spread(other.mean, words.HANDS) == "unknown"  # not as its rules say


def test_a_pairwise_design_is_taken_as_a_whole(tmp_path):
    names = ("trump_mode", "declare_points", "reveal_points")
    values = [
        ("standard", 30, 60), ("standard", 20, 50), ("junk", 30, 50), ("junk", 20, 60),
        ("junk", 20, 50),
    ]  # fmt: skip
    rules = tuple(dict(zip(names, row, strict=True)) for row in values)
    found = {}
    for design in ("grid", "pairwise"):
        run = run_of(tmp_path, design, n_blocks=60, rules=rules, design=design)
        section = effects_section.section(Source(run))
        found[design] = {(one.option, one.metric): one for one in section.findings}
        assert any("design is pairwise" in note for note in section.notes) == (design == "pairwise")
    key = "trump_mode", "points a hand"
    assert found["grid"][key].n_pairs == 1  # by accident: two of five contests
    whole = found["pairwise"][key]
    assert whole.n_pairs == 0
    assert whole.effect.n > found["grid"][key].effect.n


def contest(number, rules, line_up, strategies):
    return ContestInfo(
        number, rules, line_up, rules["players"], 1, strategies, len(strategies) == 1, True, ""
    )


def test_mirrors_of_tables_of_different_size_are_compared():
    kinds = (("planner x{}", ("planner",)), ("steady x{}", ("steady",)))
    contests = [
        contest(i, {"players": seats}, label.format(seats), names)
        for i, (seats, (label, names)) in enumerate((n, kind) for n in (3, 4) for kind in kinds)
    ]
    here = SimpleNamespace(contests=contests, varied={"players": [3, 4]}, design="grid")
    change = ("players", 3, 4)
    assert effects.pairs_of(here, change) == [(2, 0), (3, 1)]
    rng = np.random.default_rng(3)
    by = {i: ratio(rng.normal(i // 2, 0.1, 40), np.ones(40), 40) for i in range(4)}
    outcome = effects.Outcome("points a hand", "points", by)
    found = effects._effect(here, outcome, change, effects.pairs_of(here, change), 0.5)
    assert holds(found.effect, 1)
    assert (found.n_pairs, found.same_cards) == (2, False)
    assert "same cards at tables of one size" in effects_section.basis_of([found])
    here.targets = {}
    notes = effects_section._notes(here, [found])
    assert any("dealt different cards" in note for note in notes)
    here.design = "pairwise"
    assert effects.pairs_of(here, change) == []
    assert holds(effects._effect(here, outcome, change, [], 0.5).effect, 1)


def test_partners_win_as_one(tmp_path):
    truth = dict(n_blocks=60, n_hands=2, dealer_edge=1)
    alone = Source(run_of(tmp_path, "alone", **truth))
    together = Source(run_of(tmp_path, "together", **truth, sides=(0, 1, 0)))
    (shared,) = measures.per_match(together, "shared").values()
    (margin,) = measures.margins(together).values()
    totals = together.records("SELECT total_0, total_1, total_2 FROM matches")
    assert all(row["total_0"] == row["total_2"] for row in totals)
    apart = [abs(row["total_0"] - row["total_1"]) for row in totals]
    assert shared.value == pytest.approx(sum(gap == 0 for gap in apart) / len(apart))
    assert margin.value == pytest.approx(sum(apart) / len(apart))
    assert 0 < margin.value != measures.margins(alone)[0].value
    finishes = [row[0] for row in limits.deeper(together).tables[0].rows]
    assert f"widest finish: {max(apart)} points" in finishes
    (found,) = balance.find(together, balance.MATCH)
    assert 0 <= found.p_equal <= 1


def test_a_game_may_have_a_starter(tmp_path, monkeypatch):
    game = replace(synthetic.GAME, role="starter")
    monkeypatch.setitem(simcards.games.GAMES, game.name, game)
    rules = ({"trump_mode": "standard"}, {"trump_mode": "junk"})
    source = Source(run_of(tmp_path, n_blocks=60, n_hands=3, dealer_edge=5, rules=rules))
    rows = source.records("SELECT DISTINCT position FROM seats WHERE seat = dealer")
    assert rows == [{"position": 0}]
    average = balance.find(source, balance.HAND)[0]
    assert holds(average.edges[0], 5 - 5 / 3)  # first of the positions
    assert holds(measures.role_edge(source)[0].estimate(), 5 - 5 / 3)
    page = report.build(source.folder)
    assert "The best position in a hand (starter)" in section(page, "balance").lead[0]
    assert any(one.metric == "starter's edge" for one in section(page, "effects").findings)
    for key in ("balance", "effects", "board", "strength"):
        assert not any("dealer" in text for text in texts_of(page, key))


def texts_of(page, key):
    return [
        text
        for one in page.sections
        if one.key == key
        for text in (
            *one.lead, *one.notes, *(figure.alt for figure in one.figures),
            *(name for table in one.tables for name in (table.title, *table.columns)),
        )
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("role", "names"),
    [
        ("dealer", ["dealer's left", "2 after the dealer", "3 after the dealer", "dealer"]),
        ("starter", ["starter", "starter's left", "2 after the starter", "3 after the starter"]),
    ],
)
def test_positions_are_named(role, names):
    assert [balance.place(i, 4, balance.HAND, role) for i in range(4)] == names


def test_announcements_are_shown_where_a_game_declares_them(folder, page, monkeypatch):
    said = synthetic.GAME.announcements
    assert said in section(page, "announcements").notes[0]
    silent = replace(synthetic.GAME, announcements="")
    monkeypatch.setitem(simcards.games.GAMES, silent.name, silent)
    assert "announcements" not in keys(report.build(folder))


# --- Verdicts and trust ---------------------------------------


def test_few_blocks_alike_are_no_certainty(tmp_path, monkeypatch):
    rows = synthetic.hand_rows
    fixed = {f"points_{part}_{seat}": 0 for part in ("tricks", "bonus") for seat in range(3)}

    def alike(*given):
        made = rows(*given)
        same = {name: made[name] * 0 + 43 for name in made if name.startswith("score_")}
        return {**made, **{name: made[name] * 0 + value for name, value in fixed.items()}, **same}

    monkeypatch.setattr(synthetic, "hand_rows", alike)
    page = report.build(run_of(tmp_path, n_blocks=2))
    text = render.markdown(page)
    assert "43" in section(page, "scores").lead[0]
    assert "exact" not in text.replace("met exactly", "")
    (found,) = (one for one in section(page, "balance").findings if one.scale == "hand")
    assert (found.p_equal, found.gap.half) == (1.0, math.inf)
    assert "2 blocks are too few to tell." in section(page, "balance").lead[0]
    checks = {one.name: one for one in section(page, "quality").findings}
    assert (checks["sample"].state, checks["sample"].found[:8]) == (quality.LOOK, "2 blocks")
    assert any("where 20 is the least" in note for note in section(page, "unknown").notes)


def test_intervals_stay_within_what_is_possible(tmp_path):
    rules = ({"trump_mode": "standard"}, {"trump_mode": "junk"})
    page = report.build(run_of(tmp_path, n_blocks=2, n_hands=3, rules=rules))
    found = [one for part in page.sections for one in part.findings]
    gaps = [one.estimate for one in found if getattr(one, "metric", "") == "win_gap"]
    edges = [edge for one in found if getattr(one, "scale", "") == "match" for edge in one.edges]
    shares = [
        one.effect for one in found if getattr(one, "unit", "") == "%" and "effect" in vars(one)
    ]
    tricks = [one for level in found if isinstance(level, bids.BidLevel) for one in [level.taken]]
    assert gaps
    assert edges
    assert shares
    assert tricks
    finite = [one for one in (*gaps, *edges, *shares) if math.isfinite(one.half)]
    assert all(-1 <= one.low <= one.high <= 1 for one in finite)
    assert all(one.low >= 0 for one in (*gaps, *tricks) if math.isfinite(one.half))


def test_a_negative_target_is_judged():
    target = parse("points_per_hand", "-10..-5 points")
    assert board.judge(board.Estimate(-7, -11, -6.5, 100, 100), target) == board.UNSURE
    assert board.judge(board.Estimate(-7, -11, 0, 100, 100), target) == board.NO_DATA


@pytest.mark.parametrize(
    ("target", "state"),
    [("<= 5 points", board.ON), ("<= 1 points", board.OFF), ("<= 3 points", board.UNSURE)],
)
def test_verdicts_are_for_the_designers_targets(tmp_path, target, state):
    run = run_of(tmp_path, targets={"position_gap": target}, dealer_edge=3, n_blocks=400)
    (verdict,) = (one for one in board.find(Source(run)) if one.metric == "position_gap")
    assert (verdict.target, verdict.state) == (target, state)
    rows = board.section(Source(run)).tables[0].rows
    assert next(row[2] for row in rows if row[0] == "position gap") == "the designer"


def test_an_unsure_verdict_says_how_many_blocks_would_settle_it():
    target = board.Target("tie_rate", "<= 5 %", -board.inf, 0.05)
    estimate = board.Estimate(0.04, 0.02, 0.06, 100, 100)
    assert board.judge(estimate, target) == board.UNSURE
    # the half interval of 0.02 must shrink to 0.01: four times the blocks
    assert board.more_blocks(estimate, target) == 300
    wide = board.Estimate(0.04, 0.0, 0.2, 100, 100)
    assert board.judge(wide, target) == board.NO_DATA


def test_cut_off_matches_take_the_verdicts_away(tmp_path):
    run = run_of(tmp_path, capped=0.3, n_blocks=60)
    states = {one.metric: one.state for one in board.find(Source(run))}
    assert states["position_gap"] == states["tie_rate"] == board.NO_DATA
    checks = {one.name: one for one in quality.find(Source(run))}
    assert checks["cut off"].state == quality.LOOK


def test_sound_records_are_fine_and_what_never_happened_is_named(source):
    checks = {one.name: one for one in quality.find(source)}
    fine = {name for name, check in checks.items() if check.state == quality.FINE}
    assert fine == set(checks) - {"never seen"}
    assert "request reveal" in checks["never seen"].found


def test_an_unfinished_run_is_said(tmp_path):
    run = run_of(tmp_path, n_blocks=20, state=STOPPED)
    assert quality.find(Source(run))[0].state == quality.LOOK
    assert any("not finished" in line for line in limits.unknowns(Source(run), []).notes)


def test_scores_that_do_not_add_up_are_noticed(tmp_path, monkeypatch):
    rows = synthetic.hand_rows
    monkeypatch.setattr(
        synthetic,
        "hand_rows",
        lambda *given: {**rows(*given), "points_bonus_1": rows(*given)["hand"]},
    )
    checks = {one.name: one for one in quality.find(Source(run_of(tmp_path, n_blocks=5)))}
    assert checks["scores add up"].state == quality.LOOK


def test_one_block_is_enough_for_a_page_but_not_for_an_interval(tmp_path):
    page = report.build(run_of(tmp_path, n_blocks=1))
    assert "One block is too little to tell." in section(page, "balance").lead[0]
    text = render.html(page) + render.markdown(page)
    assert "nan" not in text
    assert "inf" not in re.sub(r"[a-z]*inf[a-z]+|findings", "", text)
    json.loads(render.findings(page))


def test_a_damaged_part_is_one_clear_line(tmp_path):
    run = run_of(tmp_path, n_blocks=20)
    part = run / "hands" / "part-00000.parquet"
    part.write_bytes(part.read_bytes()[:4000])
    with pytest.raises(DataError, match="simcards verify"):
        report.build(run)


# --- The page -------------------------------------------------


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
    captions = [figure.caption for one in page.sections for figure in one.figures]
    assert all(caption.endswith(source.basis) for caption in captions)
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
        assert "in 250 blocks" in "".join(table.rows[0])


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
        "quality", "board", "balance", "strength", "bids", "announcements", "effects", "scores",
        "length", "unknown", "method", "deeper",
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
    plain = replace(synthetic.GAME, bids=False, announcements="", hand_columns=own)
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
    assert "The first 24 of 31 rows" in found.figures[0].caption
    assert len(found.tables[0].rows) == 31
    assert board.section(source).tables[1].folded


def test_a_page_of_very_many_contests_holds_the_first_rows(page):
    long = page_of.Table("Each", ["a"], [[str(i)] for i in range(1001)], "Note.")
    short = contents.shortened(page_of.Section("a", "A", [], tables=[long])).tables[0]
    assert len(short.rows) == 200
    assert short.note == "Note. The first 200 of 1,001 rows; findings.json holds all."
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


def test_a_hand_twice_in_place_of_another_is_noticed(tmp_path):
    """As many hands as promised, but not the ones."""
    folder = write_run(tmp_path / "twice", Truth(n_blocks=30))
    (path,) = (folder / "hands").glob("*.parquet")
    hands = pl.read_parquet(path)
    pl.concat([hands[:1], hands[:-1]]).write_parquet(path)
    (check,) = [one for one in quality.find(Source(folder)) if one.name == "hands recorded"]
    assert check.state == quality.LOOK
    assert "twice" in check.found


def test_rare_bids_are_in_the_table_but_not_in_the_charts(page):
    (section,) = [one for one in page.sections if one.key == "bids"]
    assert all(bids.RARE in figure.caption for figure in section.figures)
