"""Checks of strategies: what each misbehaving one in tests/bots/ is found out by."""

import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from typer.testing import CliRunner

from runs import write_bot
from simcards import check as checks
from simcards import checking, strategy
from simcards.check import check, quick
from simcards.checking import CheckedTable
from simcards.cli.app import app
from simcards.cli.strategies import as_played, show_report
from simcards.engine import NO_WATCH, play
from simcards.errors import RunError, UsageError
from simcards.patience import check_apart
from simcards.signatures import compiled
from tables import NINETY_NINE, bot, cell_of, rules_of

RULES = {"junk-9_hands": rules_of(NINETY_NINE, "junk-9_hands")}
CELL_RULES = RULES["junk-9_hands"]

ANSWERS, LEGAL, REPEATS, VIEW, BLIND, BOUNDS = (
    "gives an answer",
    "acts legally",
    "repeats itself",
    "leaves its view alone",
    "sees no hidden cards",
    "stays within bounds",
)


def failed(report):
    return {point.name for point in report.points if not point.ok}


@pytest.mark.parametrize(
    ("name", "fails"),
    [
        ("illegal", {LEGAL}),
        ("writes_view", {VIEW}),
        ("writes_params", {VIEW}),
        ("peeks", {BLIND, BOUNDS}),
        ("forgets_word", {REPEATS}),
        ("raises", {ANSWERS}),
        ("raises_compiled", {ANSWERS}),
        ("plain", set()),
        ("plain_twin", set()),
        ("uncompilable", set()),
    ],
)
def test_a_check_finds_what_is_wrong_and_nothing_else(name, fails):
    report = check(bot(name), NINETY_NINE, RULES, 1)
    assert failed(report) == fails
    assert report.ok == (not fails)
    assert report.decisions > 0


def test_a_report_tells_who_is_compiled_and_why_not():
    assert check(bot("plain_twin"), NINETY_NINE, RULES, 1).kind == "compiled"
    by_choice = check(bot("plain"), NINETY_NINE, RULES, 1)
    assert (by_choice.kind, by_choice.why) == ("Python", "")
    forced = check(bot("uncompilable"), NINETY_NINE, RULES, 1)
    assert forced.kind == "Python"
    assert "f-string" in forced.why
    # the way into Python costs microseconds, a compiled call nanoseconds
    assert forced.nanoseconds > 500


def test_a_fault_is_told_with_its_place_and_what_was_raised():
    (point,) = (p for p in check(bot("raises"), NINETY_NINE, RULES, 1).points if not p.ok)
    assert "no idea what to play" in point.says
    assert "raises.py" in point.says
    assert "junk-9_hands, seat 0, match 0" in point.says


def test_parameters_reach_the_strategy_that_is_checked():
    report = check(f"{bot('plain')}:high=1", NINETY_NINE, RULES, 1)
    assert report.ok
    assert report.strategy.endswith(":high=1")
    with pytest.raises(UsageError, match="unknown parameter 'hihg'"):
        check(f"{bot('plain')}:hihg=1", NINETY_NINE, RULES, 1)


def test_looking_on_changes_nothing():
    # the match under an onlooker is the match as it is played without one
    cell = cell_of(CELL_RULES, bot("plain_twin"), "random_legal", "random_legal")
    table = CheckedTable(NINETY_NINE, cell, NO_WATCH)
    table.play(4)
    played = play(NINETY_NINE, cell, 99, -1, range(4, 5))
    hands = table.sheet.hands
    for name in ("score", "bid", "taken", "buried"):
        for seat in range(3):
            expected = played.hands[f"{name}_{seat}"]
            assert np.array_equal(hands[name][: len(expected), seat], expected)
    asked = played.hands["decisions"].sum() - played.hands["forced"].sum()
    assert table.n_decisions() == asked


def test_the_check_before_a_run_lets_good_strategies_pass():
    quick(NINETY_NINE, [cell_of(CELL_RULES, "random_legal", bot("plain"), bot("plain_twin"))])


@pytest.mark.parametrize(
    ("name", "did"),
    [
        ("illegal", "chose an action that is not legal"),
        ("writes_params", "wrote to its view or its parameters"),
        ("forgets_word", "chose differently when asked again"),
        ("peeks", "cards that it may not see were redrawn"),
        ("raises", "raised ValueError"),
    ],
)
def test_the_check_before_a_run_names_strategy_deed_match_and_seat(name, did):
    cell = cell_of(CELL_RULES, "random_legal", bot(name), "random_legal", number=5)
    with pytest.raises(RunError) as caught:
        quick(NINETY_NINE, [cell])
    line = str(caught.value)
    assert "\n" not in line
    for part in (f"{name}.py", did, "seat 1", "cell 5", "match 0", "strategies check"):
        assert part in line


def test_every_strategy_is_looked_at_before_a_run():
    good = cell_of(CELL_RULES, "random_legal")
    bad = cell_of(CELL_RULES, bot("illegal"), number=1)
    with pytest.raises(RunError, match="illegal"):
        quick(NINETY_NINE, [good] * 50 + [bad])
    assert len(checks.where_each_sits([good] * 50 + [bad] * 50)) == 2


def test_an_endless_loop_is_given_up_after_the_patience():
    report = check_apart(bot("endless"), NINETY_NINE, RULES, 1, patience=1.0)
    assert not report.ok
    (point,) = report.points
    assert point.name == "comes back"
    assert "did not return within 1 s" in point.says
    assert "junk-9_hands, seat" in point.says


def test_a_strategy_that_ends_its_process_is_told():
    (point,) = check_apart(bot("crashes"), NINETY_NINE, RULES, 1).points
    assert not point.ok
    assert "exit code 7" in point.says


def test_a_check_apart_finds_what_a_check_finds():
    report = check_apart(bot("illegal"), NINETY_NINE, RULES, 1)
    assert report.points[0].name == "comes back"
    assert report.points[0].ok
    assert failed(report) == {LEGAL}
    with pytest.raises(UsageError, match="no such file"):
        check_apart(bot("nowhere"), NINETY_NINE, RULES, 1)


ALLOCATES = """seen = np.zeros(64)
seen[word % np.uint64(64)] = 1.0
return int(nth(legal[0], word % count(legal[0]))) + int(seen[{index}]) * 0"""
IMPORTS = "import numpy as np\nfrom simcards.cards import count, nth\n"


def allocating(folder, index):
    """A strategy that makes an array at every decision, and looks at this index of it."""
    path = Path(write_bot(folder, ALLOCATES.format(index=index)))
    path.write_text(path.read_text().replace("from simcards", IMPORTS + "from simcards", 1))
    return str(path)


def test_a_strategy_that_makes_arrays_has_its_bounds_checked(tmp_path):
    good = check(allocating(tmp_path, "3"), NINETY_NINE, RULES, 1)
    assert (good.kind, good.unbounded, failed(good)) == ("compiled", "", set())
    (tmp_path / "bad").mkdir()
    bad = check(allocating(tmp_path / "bad", "64 + (word & np.uint64(1))"), NINETY_NINE, RULES, 1)
    assert failed(bad) == {BOUNDS}


def test_bounds_that_cannot_be_checked_are_left_out_with_the_reason(tmp_path, monkeypatch, capsys):
    def refuse(*_):
        raise ValueError("no such compiler")

    name = allocating(tmp_path, "3")
    compiled(NINETY_NINE, name)
    monkeypatch.setattr(checking, "bounded", refuse)
    report = check(name, NINETY_NINE, RULES, 1)
    assert report.ok
    assert BOUNDS not in {point.name for point in report.points}
    assert report.unbounded == "no such compiler"
    show_report(report)
    assert "left out  stays within bounds: it cannot be checked: no such compiler" in (
        capsys.readouterr().out
    )


# --- The commands ---------------------------------------------


def invoke(*args):
    return CliRunner().invoke(app, ["strategies", *args])


def test_list_and_show_say_how_a_strategy_really_plays(monkeypatch):
    """By what numba makes of it, not by what it declares."""
    real = {"uncompilable": "Python", "plain": "Python", "plain_twin": "compiled"}
    points = {name: SimpleNamespace(module=f"bots.{name}") for name in real}
    monkeypatch.setattr(strategy, "installed", lambda: points)
    for arguments in (["list", "--json"], ["list", "ninety_nine", "--json"]):
        found = invoke(*arguments)
        assert found.exit_code == 0, found.output
        assert {row["strategy"]: row["kind"] for row in json.loads(found.stdout)} == real
    for name, kind in real.items():
        shown = invoke("show", name).stdout
        assert shown.startswith(f"{name}: {kind}, plays any game")
        assert ("numba could not compile it: " in shown) == (name == "uncompilable")


@pytest.mark.parametrize("name", strategy.names())
def test_our_own_strategies_are_compiled_as_the_list_says(name):
    assert {found.kind for found in as_played(name)} == {"compiled"}


def test_a_strategy_for_no_game_that_is_here_is_of_no_known_kind(tmp_path):
    path = tmp_path / "other.py"
    line = 'STRATEGY = Strategy("other", abs, games=("whist",))'
    path.write_text(f"from simcards.strategy import Strategy\n{line}\n")
    assert invoke("show", str(path)).stdout.startswith("other: unknown, plays whist")


def test_list_names_strategies_with_games_kind_and_purpose():
    rows = json.loads(invoke("list", "ninety_nine", "--json").stdout)
    row = next(row for row in rows if row["strategy"] == "random_legal")
    assert row["games"] == []
    assert row["kind"] == "compiled"
    assert row["about"].startswith("Choose any legal action")
    assert "any game" in invoke("list").stdout
    assert isinstance(invoke("list", "whist").exception, UsageError)


def test_show_prints_the_whole_docstring_and_where_the_source_is():
    out = invoke("show", bot("plain_twin")).stdout
    assert "The same choice as `plain`, compiled." in out
    assert "high = 0, from 0 to 1" in out
    assert bot("plain_twin") in out


def run_check(*args):
    environment = {**os.environ, "COLUMNS": "200"}
    command = [sys.executable, "-m", "simcards", "strategies", "check", *args]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)


def test_check_prints_each_point_in_words_and_exits_0_1_or_2():
    where = ("--game", "ninety_nine", "--variant", "junk-9_hands", "--matches", "1")
    good = run_check("random_legal", *where)
    assert good.returncode == 0, good.stderr
    assert "ok    acts legally" in good.stdout
    assert "under 1 rule sets" in good.stdout
    bad = run_check(bot("illegal"), *where)
    assert bad.returncode == 1
    assert "FAIL  acts legally: chose an action that is not legal" in bad.stdout
    unknown = run_check("random_leagl", *where)
    assert unknown.returncode == 2
    assert "did you mean 'random_legal'?" in unknown.stderr
    assert "Traceback" not in unknown.stderr


def test_check_speaks_json():
    result = invoke(
        "check", bot("illegal"), "--game", "ninety_nine", "--variant", "junk-9_hands", "--json"
    )
    report = json.loads(result.stdout)
    assert result.exit_code == 1
    assert report["ok"] is False
    assert {p["name"] for p in report["points"] if not p["ok"]} == {LEGAL}


def test_check_refuses_a_variant_that_is_not_there():
    result = invoke("check", "random_legal", "--game", "ninety_nine", "--variant", "junk")
    assert isinstance(result.exception, UsageError)
    assert "simcards variants ninety_nine" in str(result.exception)
