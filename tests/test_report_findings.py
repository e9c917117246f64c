"""Reports on runs made of known numbers: what was put in is found, and nothing else."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

import simcards.games
import synthetic
from known_run import MIXED, TRUTH, holds, run_of, section
from simcards import report
from simcards.report import (
    balance,
    bids,
    board,
    effects,
    effects_section,
    length,
    limits,
    measures,
    outcomes,
    scores,
    strength,
    words,
)
from simcards.report.contests import ContestInfo
from simcards.report.source import Source
from simcards.stats import ratio

pytestmark = pytest.mark.xdist_group("report")


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
        next(item for item in outcomes.outcomes(source) if item.title == one.metric),
        (one.change, None, effects.pairs_of(source, one.change)),
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
    found = {
        one.keys["strategy"]: one
        for one in section(page, "announcements").findings
        if one.contest is None
    }
    assert {one.keys["level"] for one in found.values()} == {"declare"}
    rates = found["steady"].rates
    assert holds(rates["kept"], TRUTH.keep_rate)
    assert holds(rates["asked in"], TRUTH.request_rate)
    assert holds(rates["granted"], announcing(0.05) / 0.05)


def test_scores_and_their_parts(page):
    found = section(page, "scores").findings
    for one in found:
        assert sum(part.value for part in one.parts.values()) == pytest.approx(one.mean.value)
        assert one.p05.value < one.median.value < one.p95.value
    by_rules = {one.name: one for one in found}
    assert set(by_rules) == {
        f"trump_mode {mode}, declare_points {points}"
        for mode in ("standard", "junk")
        for points in (30, 40)
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


NOT_NAMED = SimpleNamespace(config={})  # of a run without variants


def contest(number, rules, line_up, strategies):
    return ContestInfo(
        number,
        rules,
        line_up,
        rules["players"],
        rules["players"],
        1,
        strategies,
        len(strategies) == 1,
        True,
        "",
    )


def test_mirrors_of_tables_of_different_size_are_compared():
    kinds = (("planner x{}", ("planner",)), ("steady x{}", ("steady",)))
    contests = [
        contest(i, {"players": seats}, label.format(seats), names)
        for i, (seats, (label, names)) in enumerate((n, kind) for n in (3, 4) for kind in kinds)
    ]
    here = SimpleNamespace(
        contests=contests,
        varied={"players": [3, 4]},
        design="grid",
        has_partners=True,
        manifest=NOT_NAMED,
    )
    change = ("players", 3, 4)
    assert effects.pairs_of(here, change) == [(2, 0), (3, 1)]
    rng = np.random.default_rng(3)
    by = {i: ratio(rng.normal(i // 2, 0.1, 40), np.ones(40), 40) for i in range(4)}
    outcome = outcomes.Outcome("points a hand", "points", by)
    pairs = effects.pairs_of(here, change)
    assert list(effects.comparisons(here)) == [(change, None, pairs)]
    found = effects._effect(here, outcome, (change, None, pairs), 0.5)
    assert holds(found.effect, 1)
    assert (found.n_pairs, found.same_cards) == (2, False)
    assert "same cards at tables of one size" in effects_section.basis_of([found])
    here.targets = {}
    notes = effects_section._notes(here, [found])
    assert any("dealt different cards" in note for note in notes)
    assert any("Partners each count the points of their side" in note for note in notes)
    here.design = "pairwise"
    assert effects.pairs_of(here, change) == []
    assert holds(effects._effect(here, outcome, (change, None, []), 0.5).effect, 1)


def test_positions_are_averaged_over_the_contests_of_one_strategy(tmp_path):
    rules = ({"declare_points": 30}, {"declare_points": 40})
    mirrors = (("steady",) * 3, ("planner",) * 3)
    source = Source(run_of(tmp_path, n_blocks=30, rules=rules, line_ups=mirrors))
    found = balance.find(source, balance.HAND)
    averages = [one for one in found if one.contest is None]
    assert [one.name for one in averages] == [
        "mean of 2 contests of steady",
        "mean of 2 contests of planner",
    ]
    for one in averages:
        own = [
            each.edges[0].value
            for each in found
            if each.contest is not None and each.strategy == one.strategy
        ]
        assert one.edges[0].value == pytest.approx(np.mean(own))
    assert len(balance.section(source).lead) == 4  # by hand and match of each


def test_what_an_option_does_at_tables_of_different_size_is_told_apart():
    grid = [(seats, on) for seats in (3, 4) for on in (False, True)]
    contests = [
        contest(i, {"players": seats, "wild": on}, f"steady x{seats}", ("steady",))
        for i, (seats, on) in enumerate(grid)
    ]
    varied = {"players": [3, 4], "wild": [False, True]}
    here = SimpleNamespace(contests=contests, varied=varied, design="grid", manifest=NOT_NAMED)
    assert list(effects.comparisons(here)) == [
        (("players", 3, 4), None, [(2, 0), (3, 1)]),
        (("wild", False, True), 3, [(1, 0)]),
        (("wild", False, True), 4, [(3, 2)]),
    ]


def test_a_rate_whose_usual_value_goes_by_the_seats_is_not_compared_between_them():
    contests = [
        contest(i, {"players": n}, f"steady x{n}", ("steady",)) for i, n in ((0, 3), (1, 4))
    ]
    here = SimpleNamespace(
        contests=contests, varied={"players": [3, 4]}, design="grid", manifest=NOT_NAMED
    )
    by = {i: ratio(np.full(40, 1 / n), np.ones(40), 40) for i, n in ((0, 3), (1, 4))}
    comparison = (("players", 3, 4), None, [(1, 0)])
    for by_seats in (False, True):
        outcome = outcomes.Outcome("won by the starter", "%", by, 0.01, by_seats)
        assert (effects._effect(here, outcome, comparison, 0.01) is None) == by_seats


def test_named_rule_sets_that_differ_in_much_are_compared_as_wholes():
    options = [{"players": 3, "a": 0, "b": 0}, {"players": 3, "a": 1, "b": 0}]
    options.append({"players": 3, "a": 2, "b": 1})
    contests = [
        replace(contest(i, rules, "steady x3", ("steady",)), rules_label=name)
        for i, (rules, name) in enumerate(zip(options, ("plain", "rich", "wild"), strict=True))
    ]
    varied = {"a": [0, 1, 2], "b": [0, 1]}
    names = SimpleNamespace(config={"variants": ["plain", "rich", "wild"]})
    here = SimpleNamespace(contests=contests, varied=varied, design="grid", manifest=names)
    assert list(effects.comparisons(here)) == [
        (("rule set", "plain", "rich"), None, [(1, 0)]),
        (("rule set", "plain", "wild"), None, [(2, 0)]),
    ]
    here.contests, here.varied = contests[:2], {"a": [0, 1]}
    assert list(effects.comparisons(here)) == [(("a", 0, 1), None, [(1, 0)])]


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


def test_a_win_of_partners_is_one_for_each_of_them(tmp_path):
    line_up = ("planner", "steady", "planner")
    truth = dict(n_blocks=60, line_ups=(line_up,), sides=(0, 1, 0), rotations=1)
    found = {one.strategy: one for one in strength.find(Source(run_of(tmp_path, **truth)))}
    assert found["planner"].fair_share == 1 / 2
    whole = found["planner"].win_share.value + found["steady"].win_share.value
    assert whole == pytest.approx(1)
    assert found["planner"].line_up == "planner | steady | planner in partners"


def test_where_points_add_up_alike_their_spread_is_told():
    fixed, wide, narrow = (ratio(np.array([x] * 30), np.ones(30), 30) for x in (0.0, 3.0, 2.0))
    rows = [
        SimpleNamespace(
            name=name,
            mean=fixed.estimate(),
            sd=sd.estimate(),
            margin=wide.estimate(),
            shared=fixed.share(),
        )
        for name, sd in (("a", narrow), ("b", wide))
    ]
    line = scores._lead(rows)
    assert "a standard deviation of 3 points (the same in every block) (b)" in line
    assert "from 0 points" not in line


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
