"""Duke, R1 and R4 to R6: turns, counters, Dukes, the last card and what it scores."""

import gzip
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from duke_table import (
    BOTH_DUKES,
    COPIES,
    DUKE_DUKE,
    FOR_TWO,
    GAME,
    HIDDEN,
    LAST_DUKE,
    OPENING,
    PILES,
    SHIELDS,
    THREE,
    TWO_TENS_LEFT,
    Table,
    lines,
    word,
)
from simcards import config_text
from simcards.errors import ConfigError
from simcards.games.duke import deck
from simcards.games.duke.rules import KINDS, value_option
from simcards.games.duke.scoring import value_of
from simcards.replay import Replay
from simcards.texts import RefusedError

WORTHLESS = {value_option(kind): 0 for kind in KINDS}

# --- R1 -------------------------------------------------------


def test_r1_the_rules_tell_of_the_kinds_as_the_table_has_them():
    lines = [line.strip("| ").split(" | ") for line in GAME.rules_text.splitlines()]
    rows = [line for line in lines if line[-1].startswith("`value_")]
    for kind, (letter, name, *numbers, option) in zip(KINDS, rows, strict=True):
        assert letter == kind.letter
        assert name.lower().startswith(kind.name.lower())
        shield = "yes" if kind.shield else "no"
        assert numbers == [str(kind.copies), shield, str(kind.points)]
        assert option == f"`{value_option(kind)}`"


def test_r1_the_duke_is_the_first_kind_and_the_ten_the_last():
    assert (KINDS[0].letter, KINDS[-1].letter) == ("D", "T")
    assert sum(kind.copies for kind in KINDS) == 32


@pytest.mark.parametrize("place", range(len(KINDS)))
def test_r1_each_option_sets_the_points_of_its_kind_alone(place):
    options = {value_option(kind): 10 + k for k, kind in enumerate(KINDS)}
    packed = Table(OPENING, **options).public.rules
    assert int(value_of(packed, place)) == 10 + place
    assert GAME.make_rules({}).values[place] == KINDS[place].points


def test_r1_the_deck_has_32_cards_of_eight_kinds_with_a_tenth_of_goitas_points():
    assert {kind.letter: kind.copies for kind in KINDS} == COPIES
    assert "".join(kind.letter for kind in KINDS if kind.shield) == SHIELDS
    assert [kind.points for kind in KINDS] == [5, 4, 4, 3, 3, 2, 2, 1]
    assert deck.N_CARDS == 32


@pytest.mark.parametrize(
    "letters", ["", "D", "DDAABBYYYYUUUUOOOOVVVVTTTTTTTTTT", "TTTTTTTT", "AUV"]
)
def test_cards_are_counted_by_kind(letters):
    counts = [letters.count(kind.letter) for kind in KINDS]
    cards = word(letters)
    assert [deck.copies(cards, kind) for kind in range(8)] == counts
    assert deck.size_of(cards) == len(letters)
    assert int(deck.kinds_of(cards)) == sum(1 << kind for kind in range(8) if counts[kind])
    assert deck.counted(deck.told_apart(cards)) == cards


# --- R4 -------------------------------------------------------


def test_r4_the_opening_of_the_rule_book():
    table = Table(OPENING)
    assert table.legal == "d:A d:Y d:U d:O d:V d:T"  # a leader may not pass
    table.play("d:T")
    assert table.legal == "a:A a:Y a:U a:O a:V a:T"  # nor leave the attack out
    table.play("a:T")
    assert (table.to_act, table.legal) == (1, "pass d:T")
    table.play("d:T a:Y")
    assert table.legal == "pass d:D d:Y"
    table.play("d:D a:V")
    assert (table.to_act, table.legal) == (3, "pass d:V")
    assert table.refuses("d:D")  # a shield
    table.play("-")
    assert (table.to_act, table.legal) == (2, "d:A d:Y d:U d:O d:T")


def test_r4_a_lead_is_face_down_and_a_counter_face_up():
    table = Table(OPENING).play("d:T a:T d:T a:Y d:D a:V - d:T a:Y")
    assert lines(table.public, 2) == [
        ("D", False, "hand", "V", "hand"),
        ("?", True, "hand", "Y", "hand"),
    ]
    assert lines(table.public, 0) == [("?", True, "hand", "T", "hand")]
    assert table.public.hand_sizes.tolist() == [6, 6, 4, 8]


def test_r4_everybody_is_asked_once_and_a_counter_begins_anew():
    table = Table(LAST_DUKE).play("d:V a:T d:T a:U")
    assert table.to_act == 2
    table.play("pass pass pass")
    assert (table.to_act, table.legal) == (1, "d:A d:B d:Y d:T")  # the counterer leads


def test_r4_a_pass_holds_for_one_attack_only():
    table = Table(LAST_DUKE).play("d:T a:T pass d:T a:U pass pass")
    assert (table.to_act, table.legal) == (1, "pass d:U")


def test_r4_the_partner_may_be_countered_even_to_finish():
    table = Table(TWO_TENS_LEFT).play("d:A a:V - d:B a:V - d:T a:T pass d:T a:T pass")
    assert (table.to_act, table.legal) == (0, "pass d:T")
    table.play("d:T a:T")
    assert table.result["winner"] == 0
    assert table.result["points"] == 1


@pytest.mark.parametrize(
    ("played", "refused"),
    [
        ("", "1:d:T d:B a:T d:c0 ask annul pass nonsense"),
        ("d:A", "a:A d:T pass"),
        ("d:A a:T", "d:Y d:A a:T 2:d:T"),
    ],
)
def test_r4_what_may_not_be_played_is_refused(played, refused):
    table = Table(OPENING).play(played)
    assert all(table.refuses(action) for action in refused.split())


# --- R5 -------------------------------------------------------


@pytest.mark.parametrize("attack", "AYUO")
def test_r5_a_duke_counters_whatever_has_no_shield(attack):
    table = Table(OPENING).play(f"d:T a:{attack} pass pass")
    same = [f"d:{attack}"] if attack in "UO" else []
    assert table.legal.split() == ["pass", "d:D", *same]


@pytest.mark.parametrize("attack", SHIELDS)
def test_r5_a_duke_does_not_counter_a_shield(attack):
    assert Table(OPENING).play(f"d:A a:{attack} pass pass").legal == f"pass d:{attack}"


def test_r5_both_dukes_in_hand_or_one_face_down_do_not_free_the_other():
    assert Table(BOTH_DUKES).play("d:T").legal == "a:Y a:U a:T"
    assert Table(BOTH_DUKES).play("d:D").legal == "a:Y a:U a:T"


def test_r5_a_duke_face_up_in_anybodys_defence_frees_the_other():
    table = Table(OPENING).play("d:T a:T d:T a:Y d:D a:V - d:T a:Y pass d:Y a:O pass pass d:O")
    assert table.legal == "a:D a:B a:U a:V a:T"
    table.play("a:D")
    for _ in range(3):  # nothing can counter it
        assert table.legal == "pass"
        table.play("pass")
    assert table.to_act == 3
    assert table.public.phase == 0


def test_r5_counter_with_one_duke_and_attack_with_the_other():
    table = Table(BOTH_DUKES, first=3).play("d:T a:A d:D")
    assert table.legal == "a:D a:Y a:U a:T"
    table.play("a:D -")
    assert (table.to_act, table.legal) == (0, "d:Y d:U d:T")


def test_r5_a_duke_may_attack_as_the_last_card():
    table = Table(LAST_DUKE).play("d:T a:T - d:V")
    assert table.refuses("a:D")
    table.play("a:Y - d:T")
    assert table.refuses("a:D")
    table.play("a:U d:U a:T pass d:T a:V d:V")
    assert table.legal == "a:D"
    table.play("a:D")
    assert table.result == {
        **{"annulled": False, "winner": 0, "points": 5, "doubled": False, "card": "D"},
        "scores": [5, 0],
    }


def test_r5_goita_frees_a_duke_with_the_other_in_hand_when_the_turn_begins():
    assert Table(BOTH_DUKES, duke_attack="goita").play("d:T").legal == "a:D a:Y a:U a:T"
    assert Table(BOTH_DUKES, duke_attack="goita").play("d:D").legal == "a:D a:Y a:U a:T"


def test_r5_goita_frees_a_duke_by_an_attack_with_the_other():
    table = Table(BOTH_DUKES, duke_attack="goita").play("d:T a:D - d:T")
    assert table.legal == "a:D a:Y a:U a:T"


def test_r5_goita_own_frees_a_duke_by_the_own_one_laid_face_down_earlier():
    turns = "d:D a:T - d:T"
    assert Table(BOTH_DUKES, duke_attack="goita").play(turns).legal == "a:Y a:U a:T"
    assert Table(BOTH_DUKES, duke_attack="goita_own").play(turns).legal == "a:D a:Y a:U a:T"


@pytest.mark.parametrize("rule", ["duke", "goita", "goita_own"])
def test_r5_a_duke_face_down_with_another_frees_nothing(rule):
    hands = ["DBYUOVTT", "AYUOVTTT", "BYUOVTTT", "DAYUOVTT"]
    table = Table(hands, duke_attack=rule).play("d:D a:Y pass pass d:Y")
    assert table.legal == "a:A a:U a:O a:V a:T"


# --- R6 -------------------------------------------------------

FOUR_LEFT = "d:A a:V - d:B a:V - d:T a:T "


def test_r6_identical_last_cards_double_when_the_first_lay_face_down():
    table = Table(TWO_TENS_LEFT).play(FOUR_LEFT + "- d:T a:T")
    assert (table.result["points"], table.result["doubled"]) == (2, True)
    assert table.row.points_card.tolist() == [1, 0, 1, 0]
    assert table.row.points_double.tolist() == [1, 0, 1, 0]
    assert table.totals == [2, 0]


def test_r6_face_up_they_do_not():
    table = Table(TWO_TENS_LEFT).play(FOUR_LEFT + "d:T a:Y pass d:Y a:T d:T a:T")
    assert (table.result["points"], table.result["doubled"]) == (1, False)


def test_r6_two_dukes_bring_ten():
    table = Table(DUKE_DUKE).play("d:A a:A - d:V a:V - d:T a:T - d:D")
    assert table.legal == "a:D"
    assert table.play("a:D").result["points"] == 10


@pytest.mark.parametrize(
    ("options", "points"),
    [({"double": "off"}, 5), ({"double_factor": 3}, 15), ({"value_duke": 7}, 14)],
)
def test_r6_options_of_the_score(options, points):
    table = Table(DUKE_DUKE, **options).play("d:A a:A - d:V a:V - d:T a:T - d:D a:D")
    assert table.result["points"] == points


def test_r6_the_hand_ends_at_once_and_no_action_follows():
    table = Table(TWO_TENS_LEFT).play(FOUR_LEFT + "- d:T a:T")
    assert (table.to_act, table.legal) == (None, "")
    assert table.refuses("pass")
    assert table.row.left.tolist() == [0, 8, 8, 8]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_r6_every_kind_scores_its_own_option(kind):
    """Each kind as the last card of the seat that starts, on a lead."""
    card, other = kind.letter, "T" if kind.letter != "T" else "O"
    safe = "VVTTT" if card not in "VT" else {"V": "VVVTT", "T": "VVVTT"}[card]
    mine = "".join(sorted(f"{card}{other}A{safe}", key="DABYUOVT".index))[:8]
    rest = list("DDAABBYYYYUUUUOOOOVVVVTTTTTTTTTT")
    for name in mine:
        rest.remove(name)
    others = ["".join(rest[i::3]) for i in range(3)]
    lead = list(mine)
    lead.remove(card)
    lead.remove(other)
    attacks = [name for name in lead if name in SHIELDS][:3]
    for name in attacks:
        lead.remove(name)
    turns = " ".join(f"d:{d} a:{a} -" for d, a in zip(lead, attacks, strict=True))
    options = {value_option(kind): 77, "demoralise": "off"}
    table = Table([mine, *others], **options).play(f"{turns} d:{other} a:{card}")
    assert table.result["card"] == card
    assert table.result["points"] == 77


def test_the_record_tells_turns_and_passes():
    table = Table(LAST_DUKE)
    table.play("d:T a:T - d:V a:Y - d:T a:U d:U a:T pass d:T a:V d:V a:D")
    row = table.row
    assert (row.turns, row.leads, row.counters, row.passes) == (6, 3, 3, 7)
    assert row.attacks.tolist() == [4, 1, 0, 1]
    assert row.led.tolist() == [3, 0, 0, 0]
    assert row.countered.tolist() == [1, 1, 0, 1]
    assert row.passed.tolist() == [0, 2, 3, 2]
    assert row.tens.tolist() == [3, 4, 2, 1]
    assert row.left.tolist() == [0, 6, 8, 6]
    assert (row.winner, row.card, row.card_value, row.doubled) == (0, 0, 5, 0)
    assert (row.from_lead, row.duke_counters, row.duke_attacks) == (0, 0, 0)


def test_the_record_tells_dukes():
    table = Table(BOTH_DUKES, first=3).play("d:T a:A d:D a:D - d:Y a:T - d:U a:T - d:T a:T")
    assert (table.row.duke_counters, table.row.duke_attacks) == (1, 1)
    assert table.row.decisions == 0  # the engine's to fill


@pytest.mark.parametrize(
    "options",
    [
        {"players": 3, "demoralise": "partner"},
        {"players": 2, "demoralise": "mandatory"},
        {"players": 3, "special_hands": "goita"},
        {"players": 4, "centre_double": False},
        {"players": 3, "stuck_lead": "void"},
        {"players": 2, "aside_peek": False},
        {"players": 2, "double": "off", "centre_double": False},
        {"double": "off", "double_factor": 3},
        {"special_factor": 3},
        {"eight_tens": 5},
        {"rounds": 5, "target": 20},
        WORTHLESS,
        {"players": 5},
        {"players": True},
        {"target": 0},
        {"duke_attack": "goitta"},
        {"aside_peek": 1},
    ],
    ids=str,
)
def test_what_makes_no_sense_is_refused(options):
    with pytest.raises(ConfigError):
        GAME.make_rules(options)


def test_cards_without_points_make_no_match_to_a_target_but_one_of_rounds():
    with pytest.raises(ConfigError, match="none ends a match to the target"):
        GAME.make_rules(WORTHLESS)
    assert GAME.make_rules({**WORTHLESS, "rounds": 3}).rounds == 3
    assert GAME.make_rules({**WORTHLESS, "value_ten": 1}).target == 15


@pytest.mark.parametrize(("players", "written"), [(2, "off"), (3, "off"), (4, "partner")])
def test_the_usual_demoralise_is_one_rule_set_however_written(players, written):
    make = GAME.make_rules
    assert make({"players": players}) == make({"players": players, "demoralise": written})
    assert make({"players": players, "demoralise": written}).demoralise == "usual"


def test_a_config_to_start_from_asks_about_rule_sets_that_differ():
    text = config_text.template(GAME)
    config = tomllib.loads(text)
    ((name, values),) = config["rules"].items()
    rule_sets = [GAME.make_rules({name: value}) for value in values]
    assert len(rule_sets) > 1
    assert name != "demoralise"  # two of whose values are the same with four seats


def test_kernels_play_as_plain_python(tmp_path):
    """Without a warning: numbers that overflow wrap around in compiled code only."""
    file = tmp_path / "examples.jsonl"
    cases = Path(__file__).parent / "cases" / "duke" / "examples.jsonl.gz"
    file.write_bytes(gzip.decompress(cases.read_bytes()))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "simcards", "replay", str(file)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("hands", "parts", "says"),
    [
        (FOR_TWO, {}, "no `centre`; with 2 seats"),
        (OPENING[:3], {}, "no `aside`; with 3 seats"),
        (OPENING, {"aside": "DU"}, "unknown part of a deal for 4 seats 'aside'"),
        (OPENING, {"turn_up": "D"}, "unknown part of a deal for 4 seats 'turn_up'"),
        (FOR_TWO, {"center": PILES}, "did you mean 'centre'?"),
        (FOR_TWO, {"centre": None}, "`centre` is null; it must be a list of eight piles"),
        (FOR_TWO, {"centre": PILES[:7]}, "it must be a list of eight piles of two cards"),
        (FOR_TWO, {"centre": [*PILES[:7], "T"]}, "it must be a list of eight piles of two cards"),
        (THREE, {"aside": "DUT"}, "`aside` is 'DUT'; it must be a string of two cards"),
        (THREE, {"aside": ["D", "U"]}, "`aside` is ['D', 'U']; it must be a string of two cards"),
    ],
)
def test_a_deal_has_the_parts_of_its_seats(hands, parts, says):
    replay = Replay(GAME, GAME.make_rules({"players": len(hands)}), 0)
    with pytest.raises(RefusedError) as caught:
        replay.lay({"hands": hands, **parts})
    assert says in caught.value.why
    assert "\n" not in caught.value.why


def test_hidden_cards_are_written_as_hidden():
    table = Table(OPENING).play("d:T a:T")
    assert table.public.turns[0].defence == HIDDEN
    assert table.state.own[0].laid[0] == 7
