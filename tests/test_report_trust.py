"""What a report takes for certain, for unsure, and for wrong."""

import json
import math
import re

import polars as pl
import pytest

import synthetic
from known_run import run_of, section
from simcards import report
from simcards.errors import DataError
from simcards.manifest import STOPPED
from simcards.report import (
    bids,
    board,
    limits,
    quality,
    render,
)
from simcards.report.source import Source
from simcards.targets import parse
from synthetic import Truth, write_run

pytestmark = pytest.mark.xdist_group("report")


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
    # what counts is the side of the limit: of Wilson's interval the other may be the longer one
    lopsided = board.Estimate(0.04, 0.0, 0.0501, 100, 100)
    assert 1 <= board.more_blocks(lopsided, target) <= 3
    wide = board.Estimate(0.04, 0.0, 0.2, 100, 100)
    assert board.judge(wide, target) == board.NO_DATA


@pytest.mark.parametrize(("text", "worst"), [("<= 2", 3.2), (">= 2", 1.5), ("1..4", 1.5)])
def test_the_worst_contest_lies_farthest_beyond_its_target(text, worst):
    target = parse("hands_per_match", f"{text} hands")
    verdicts = [
        board.Verdict("hands_per_match", i, "", board.Estimate(x, x, x, 9, 9), "", "", None)
        for i, x in enumerate((1.5, 2.0, 3.2))
    ]
    assert max(verdicts, key=lambda v: board.excess(v, target)).estimate.value == worst


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
    assert "1 block is too few to tell." in section(page, "balance").lead[0]
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
