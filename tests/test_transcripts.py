"""Transcripts: the cases replay as written, what is wrong is refused, and `show` is the inverse."""

import copy
import gzip
import json
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from simcards import engine, show
from simcards.cli import app
from simcards.design import RANDOM_FIRST, Cell, Sitter
from simcards.game import find_game
from simcards.games import GAMES
from simcards.replay import Replay
from simcards.rng import key_of, root
from simcards.transcript_file import TranscriptError, parse, read
from simcards.transcripts import check, write

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.glob("*/*.jsonl.gz"))
REPORT = [*("file", "ok", "error", "mismatch", "hands"), "totals", "over", "winners"]
REPORT += ["to_act", "legal"]


def documents(path):
    return [json.loads(line) for line in gzip.open(path, "rt", encoding="utf-8")]


def case(name, number, game="ninety_nine"):
    return documents(CASES / game / f"{name}.jsonl.gz")[number]


def case_id(path):
    return f"{path.parent.name}/{path.name.removesuffix('.jsonl.gz')}"


# --- The cases ------------------------------------------------


@pytest.mark.parametrize("path", FILES, ids=case_id)
def test_every_case_replays_as_written(path):
    for number, document in enumerate(documents(path)):
        report = check(parse(document, path.name, number + 1))
        assert report.mismatch == []
        assert report.ok, report.error
        expected = document["expect"].get("error")
        if expected:
            assert {key: report.error[key] for key in expected} == expected


def test_there_are_cases_of_every_game():
    assert {path.parent.name for path in FILES} == set(GAMES)


@pytest.mark.parametrize("path", [p for p in FILES if p.name.startswith("illegal")], ids=case_id)
def test_a_refusal_says_what_was_found_and_what_would_be_legal(path):
    for document in documents(path):
        error = check(parse(document, path.name)).error
        hand, action = error["hand"], error["action"]
        texts = document["hands"][hand]["actions"]
        if action is None:
            assert re.search("deck|dealt|turn_up|over", error["why"])
        elif action == len(texts):
            assert "stops early" in error["why"]
        elif "hand is over" not in error["why"]:
            words = repr(texts[action].split(":")[-1])[1:-1].split()
            assert (words or [""])[-1] in error["why"]
            assert "legal: " in error["why"]
            assert error["seat"] in range(
                document["rules"].get("players", GAMES[document["game"]].max_seats)
            )


def test_what_is_expected_is_compared():
    """Each expected value of a whole match, changed, is a mismatch."""
    document = case("standard-3_bonus", 0)
    for key in document["hands"][1]["expect"]:
        wrong = copy.deepcopy(document)
        wrong["hands"][1]["expect"][key] = "something else"
        assert mismatch_of(wrong) == [(1, key)]
    for key in document["expect"]:
        wrong = copy.deepcopy(document)
        wrong["expect"][key] = "something else"
        assert mismatch_of(wrong) == [(None, key)]


def mismatch_of(document):
    report = check(parse(document, "x"))
    assert not report.ok
    return [(item["hand"], item["key"]) for item in report.mismatch]


def test_an_expected_error_must_come_and_at_its_place():
    document = case("illegal", 6)
    error = document["expect"]["error"]
    elsewhere = copy.deepcopy(document)
    elsewhere["expect"]["error"]["action"] += 1
    assert mismatch_of(elsewhere) == [(None, "error")]
    never = case("standard-3_bonus", 0)
    never["expect"] = {"error": error}
    assert mismatch_of(never) == [(None, "error")]
    surprise = {**document, "expect": {}}
    assert mismatch_of(surprise) == []


def test_legal_actions_are_compared_as_a_set():
    document = case("legal", 0)
    document["expect"]["legal"].reverse()
    assert check(parse(document, "x")).ok
    document["expect"]["legal"].pop()
    assert mismatch_of(document) == [(None, "legal")]


def test_a_seat_in_front_is_checked_and_a_bid_is_in_any_order():
    document = case("examples", 6)
    actions = document["hands"][0]["actions"]
    seats = [1, 1, 2, 2, 0, 0, 1, 2, 0]
    for place, seat in enumerate(seats):
        actions[place] = f"{seat}:{actions[place]}"
    words = actions[2].split()
    actions[2] = " ".join([words[0], *reversed(words[1:])])
    assert check(parse(document, "x")).ok
    actions[7] = actions[7].replace("2:", "0:")
    report = check(parse(document, "x"))
    assert (report.error["hand"], report.error["action"]) == (0, 7)
    assert "seat 2 is to act" in report.error["why"]


def test_a_refused_action_changes_nothing():
    document = case("illegal", 6)
    place = document["expect"]["error"]["action"]
    before = copy.deepcopy(document)
    before["hands"][0]["actions"] = before["hands"][0]["actions"][:place]
    refused, stopped = check(parse(document, "x")), check(parse({**before, "expect": {}}, "x"))
    for name in ("hands", "totals", "over", "winners", "to_act", "legal"):
        assert getattr(refused, name) == getattr(stopped, name)


def test_junk_has_no_turn_up():
    document = case("junk-3_bonus", 0)
    document["hands"][0]["deal"]["turn_up"] = "JK"
    report = check(parse(document, "x"))
    assert (report.error["hand"], report.error["action"]) == (0, None)
    assert "turn_up" in report.error["why"]


@pytest.mark.parametrize("deal", [{}, {"hands": 3}, {"hands": ["6D"]}, {"hands": ["6D", 2, 3]}])
def test_any_json_may_be_in_a_deal(deal):
    document = case("standard-3_bonus", 0)
    document["hands"] = [{"deal": deal, "actions": []}]
    report = check(parse({**document, "expect": {}}, "x"))
    assert (report.error["hand"], report.error["action"]) == (0, None)


@pytest.mark.parametrize("game", GAMES)
def test_an_unknown_part_of_a_deal_is_refused(game):
    document = case("examples", 0, game)
    document["hands"][0]["deal"]["hnads"] = []
    report = check(parse({**document, "expect": {}}, "x"))
    assert "unknown part of a deal" in report.error["why"]
    assert "'hnads'" in report.error["why"]


# --- Not a transcript -----------------------------------------

GOOD = {"simcards": 1, "game": "ninety_nine", "rules": {}, "first": 0, "hands": []}
HAND = {"deal": {}, "actions": []}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"simcards": 2}, "not a transcript"),
        ({"game": "ninety_nin"}, "did you mean 'ninety_nine'"),
        ({"rules": {"end_mod": "9_hands"}}, "did you mean 'end_mode'"),
        ({"rules": {"end_mode": "nine"}}, "9_hands"),
        ({"rules": {"trump_mode": 1}}, "trump_mode"),
        ({"rules": {"round_win": "reach_100"}}, "first_to_3"),
        ({"rules": []}, "an object"),
        ({"first": 3}, "0 to 2"),
        ({"first": True}, "0 to 2"),
        ({"first": None}, "0 to 2"),
        ({"hands": {}}, "a list"),
        ({"hands": ["7D"]}, "an object"),
        ({"hands": [{"deal": {}}]}, "'actions'"),
        ({"hands": [{**HAND, "deal": []}]}, "an object"),
        ({"hands": [{**HAND, "actions": [7]}]}, "must be text"),
        ({"hands": [{**HAND, "expct": {}}]}, "did you mean 'expect'"),
        ({"expect": {"error": 7}}, "expect.error"),
        ({"expect": {"legal": [1]}}, "expect.legal"),
        ({"expect": {"winnners": []}}, "did you mean 'winners'"),
        ({"hand": []}, "did you mean 'hands'"),
    ],
)
def test_what_is_not_a_transcript_says_why(change, says):
    with pytest.raises(TranscriptError, match=re.escape(says)) as caught:
        parse({**GOOD, **change}, "some.jsonl", 4)
    assert str(caught.value).startswith("some.jsonl, line 4: ")
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("field", ["simcards", "game", "first", "hands"])
def test_a_transcript_must_have(field):
    with pytest.raises(TranscriptError):
        parse({key: value for key, value in GOOD.items() if key != field}, "x")


@pytest.mark.parametrize("content", ["", "\n\n", "no JSON", "[1]", '{"a": 1}\n{"b"\n', "7"])
def test_files_that_hold_none(tmp_path, content):
    file = tmp_path / "file.jsonl"
    file.write_text(content)
    with pytest.raises(TranscriptError, match=r"file\.jsonl"):
        read(str(file))


# --- The command ----------------------------------------------


def run(*args, **kwargs):
    return CliRunner().invoke(app, ["replay", *args], **kwargs)


@pytest.fixture
def files(tmp_path):
    """As written, not as written, and no transcript."""
    good, wrong, none = (tmp_path / name for name in ("good.jsonl", "wrong.json", "none.txt"))
    rows = [case("examples", 6), case("illegal", 0), case("legal", 0)]
    good.write_text("".join(json.dumps(row) + "\n" for row in rows))
    rows[0]["expect"]["totals"] = [32, 1, 37]
    wrong.write_text(json.dumps(rows[0], indent=2))
    none.write_text("hello")
    return [str(path) for path in (good, wrong, none)]


def test_replay_prints_one_object_a_match(files):
    good, wrong, _ = files
    result = run(good, wrong, "--json")
    assert result.exit_code == 1
    reports = [json.loads(line) for line in result.stdout.splitlines()]
    assert [list(report) for report in reports] == [REPORT] * 4
    assert [report["ok"] for report in reports] == [True, True, True, False]
    assert [report["file"] for report in reports] == [good] * 3 + [wrong]
    assert reports[0]["error"] is None
    assert (reports[0]["to_act"], reports[0]["legal"]) == (None, [])
    assert set(reports[1]["error"]) == {"hand", "action", "seat", "why"}
    assert reports[2]["legal"] == sorted(case("legal", 0)["expect"]["legal"])
    assert reports[3]["mismatch"] == [
        {"hand": None, "key": "totals", "expected": [32, 1, 37], "found": [32, 1, 36]}
    ]


def test_replay_tells_people(files):
    good, wrong, _ = files
    result = run(good, wrong)
    assert result.exit_code == 1
    assert f"{good}, line 2: as written; refused: hand 0, action 0: " in result.stdout
    assert "seat 1 is to act, 4 legal: 6H, 9H, QD, QH" in result.stdout
    assert "match: totals is [32, 1, 36], expected [32, 1, 37]" in result.stdout
    assert "3 of 4 matches are as written" in result.stdout


def test_replay_says_which_results_a_hand_has(tmp_path):
    document = case("examples", 6)
    document["hands"][0]["expect"]["annuncer"] = None
    (tmp_path / "wrong.json").write_text(json.dumps(document))
    result = run(str(tmp_path / "wrong.json"))
    assert result.exit_code == 1
    line = "hand 0: it has no result 'annuncer'; its results: announcer, bids, level, made, scores,"
    assert line in result.stdout


def test_replay_says_that_a_hand_that_is_not_over_has_no_results(tmp_path):
    document = case("2p-centre_double=false", 0, "duke")
    hand = {**document["hands"][0], "actions": [], "expect": {"winner": 0}}
    (tmp_path / "wrong.json").write_text(json.dumps({**document, "hands": [hand], "expect": {}}))
    result = run(str(tmp_path / "wrong.json"))
    assert "hand 0: it has no result 'winner'; its results: none before its end" in result.stdout


def test_replay_says_where_to_read_what_a_deal_must_be(tmp_path):
    document = case("examples", 6)
    document["hands"][0]["deal"]["hands"][0] = "7D"
    (tmp_path / "wrong.json").write_text(json.dumps(document))
    line = run(str(tmp_path / "wrong.json")).stdout.splitlines()[0]
    assert line.endswith("See: simcards rules ninety_nine")


def test_replay_exit_codes(files):
    good, _, none = files
    assert run(good).exit_code == 0
    assert run("-", input=Path(good).read_text()).exit_code == 0
    for file in (none, none + ".missing"):
        result = run(good, file)
        assert isinstance(result.exception, TranscriptError)
        assert result.exception.exit_code == 2


# --- show is the inverse --------------------------------------


def rule_sets():
    """Every variant of every game, and reach_100."""
    found = [(game, values) for game in GAMES.values() for values in game.variants.values()]
    found += [
        (game, {**values, "round_win": "reach_100"})
        for game, values in found
        if values.get("end_mode") == "first_to_3"
    ]
    return found


def cell_of(game, options):
    rules = game.make_rules(options)
    return Cell(2, 0, rules, (Sitter("random_legal"),) * rules.players, 0, 0)


@given(
    case=st.sampled_from(rule_sets()),
    seed=st.integers(0, 2**63 - 1),
    match=st.integers(0, 2**32 - 1),
)
@settings(max_examples=15, deadline=None)
def test_a_shown_match_replays_as_written(case, seed, match):
    game, options = case
    seen = show.match(game, cell_of(game, options), seed, RANDOM_FIRST, match)
    document = json.loads(json.dumps(write(seen)))
    report = check(parse(document, "x"))
    assert report.ok, (report.error, report.mismatch)
    assert report.over
    assert document["hands"]
    assert all(hand["expect"] for hand in document["hands"])
    again = Replay(game, seen.rules, seen.first)
    for hand in document["hands"]:
        again.lay(hand["deal"])
        for text in hand["actions"]:
            again.act(text)
    assert write(again) == write(seen)


@pytest.mark.parametrize(("game", "options"), rule_sets(), ids=str)
def test_a_shown_match_is_the_one_the_engine_plays(game, options):
    """The same records, column by column, and the same cards before every hand."""
    cell = cell_of(game, options)
    played = engine.play(game, cell, 5, RANDOM_FIRST, range(3, 4), plays=True)
    seen = show.match(game, cell, 5, RANDOM_FIRST, 3)
    assert len(seen.hands) == played.matches["hands"][0]
    for hand in seen.hands:
        for column in game.hand_columns:
            for place, name in enumerate(column.fields(game.max_seats)):
                value = hand.row[column.name]
                found = value[place] if column.per_seat else value
                assert found == played.hands[name][hand.number]
        fresh = Replay(game, cell.rules, seen.first)
        fresh.state.public.dealer = hand.dealer  # some deals depend on it
        with np.errstate(over="ignore"):
            fresh.draw(np.uint64(key_of(root(5, "deal"), 3, hand.number)))
        assert (fresh.dealt.own == hand.dealt.own).all()
    totals = seen.standing.get("totals", [])
    assert totals == [played.matches[f"total_{unit}"][0] for unit in range(len(totals))]


def test_a_shown_match_is_told_card_by_card():
    game = find_game("ninety_nine")
    cell = cell_of(game, {"end_mode": "9_hands"})
    seen = show.match(game, cell, 5, RANDOM_FIRST, 3)
    lines = show.tell(seen, cell, 3)
    text = "\n".join(lines)
    assert "Ninety-Nine, match 3 of cell 2" in lines[0]
    assert "rules   end_mode = 9_hands; all else as usual" in text
    assert sum(line.startswith("Hand ") for line in lines) == 9
    tricks = [line for line in lines if re.match(r"  trick +\d", line)]
    winners = [winner for hand in seen.hands for winner in hand.results["winners"]]
    assert len(tricks) == 81
    for line, winner in zip(tricks, winners, strict=True):
        assert line.count("*") == 1
        assert line.endswith(f"seat {winner} takes it")
    totals = " ".join(map(str, seen.standing["totals"]))
    assert lines[-1].endswith(f"totals {totals}.")
    for hand in seen.hands:
        for _, action in hand.actions:
            assert action.removeprefix("bury ") in text


def test_one_hand_of_a_shown_match():
    game = find_game("ninety_nine")
    cell = cell_of(game, {})
    seen = show.match(game, cell, 5, RANDOM_FIRST, 3)
    lines = show.tell(seen, cell, 3, hand=2)
    assert [line for line in lines if line.startswith("Hand")] == [
        f"Hand 2, dealt by seat {seen.hands[2].dealer}"
    ]
    document = write(seen, 3, note="three hands")
    assert len(document["hands"]) == 3
    report = check(parse(document, "x"))
    assert report.ok
    assert not report.over


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": [["ninety_nine"]]}, "game is [['ninety_nine']]; it must be"),
        ({"game": None}, "game is null; it must be"),
        ({"rules": [1]}, "rules is [1]; it must be an object"),
        ({"rules": {"end_mode": [[]]}}, "unknown value for end_mode [[]]. Choices"),
        ({"rules": {"hands": True}}, "hands is true; it must be"),
        ({"first": {}}, "first is {}; it must be"),
        ({"hands": {}}, "hands is {}; it must be a list"),
        ({"hands": [None]}, "hand 0 is null; it must be"),
        ({"expect": [True]}, "expect is [true]; it must be"),
        ({"expect": {"error": [[]]}}, "expect.error is [[]]; it must be"),
        ({"expect": {"totals": eval("[" * 30 + "]" * 30)}}, "nested too deep"),
    ],
)
def test_a_field_of_another_kind_is_said_once_in_one_line(tmp_path, change, words):
    file = tmp_path / "odd.json"
    file.write_text(json.dumps({**case("examples", 6), **change}))
    with pytest.raises(TranscriptError) as caught:
        read(str(file))
    line = str(caught.value)
    assert words in line
    assert (line.count("odd.json"), line.count("\n")) == (1, 0)


def test_json_nested_without_end_is_no_transcript(tmp_path):
    file = tmp_path / "deep.json"
    file.write_text("[" * 100_000 + "]" * 100_000)
    with pytest.raises(TranscriptError, match=r"line 1: not JSON .nested too deep"):
        read(str(file))
