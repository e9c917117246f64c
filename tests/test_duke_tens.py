"""Duke, R7: a new deal for five tens, and the special hands of Goita."""

import pytest

from duke_table import (
    DUKE_DUKE,
    FIVE_AND_NEXT,
    FIVE_AND_PARTNER,
    FIVE_TENS,
    NOBODY,
    OPENING,
    Table,
)

SIX_AA = ["AATTTTTT", "DYUUOVVT", "DYYOOVTT", "BBYUUOVT"]
SIX_AY = ["AYTTTTTT", "DAUUOVVT", "DYYOOVTT", "BBYUUOVT"]
SEVEN_D = ["DTTTTTTT", "DYYUOVVT", "ABYOOOVT", "ABYUUUVT"]
EIGHT = ["TTTTTTTT", "DBYUOVVT", "DBYUOOVT", "AAYYUUOV"]


def test_r7_asked_and_annulled():
    table = Table(FIVE_TENS, first=1)
    assert (table.to_act, table.legal) == (0, "ask silent")  # before the first card of seat 1
    table.play("ask")
    assert table.public.shown_tens.tolist() == [1, 0, 0, 0]
    assert (table.to_act, table.legal) == (2, "annul keep")
    table.play("annul")
    assert table.result == {"annulled": True}
    assert table.totals == [0, 0]
    assert table.next_first == 1  # the same seat again
    assert (table.public.hand, table.public.annulled) == (0, 1)
    assert (table.row.annulled, table.row.requests, table.row.winner) == (1, 1, -1)
    assert table.row.asked.tolist() == [1, 0, 0, 0]
    assert not table.row.score.any()


def test_r7_an_annulled_deal_leaves_the_hand_before_to_be_seen():
    table = Table(DUKE_DUKE).play("d:A a:A - d:V a:V - d:T a:T - d:D a:D")
    before = table.public.last_turns.copy()
    table.deal(FIVE_TENS).play("ask annul")
    assert table.public.n_last_turns == 4
    assert table.public.last_turns.tobytes() == before.tobytes()


def test_r7_asked_and_kept():
    table = Table(FIVE_TENS, first=1).play("ask keep")
    assert table.to_act == 1
    assert table.public.shown_tens.tolist() == [1, 0, 0, 0]
    table.play("d:T a:U")
    assert table.to_act == 2


def test_r7_silence_leaves_no_trace():
    silent = Table(FIVE_TENS, first=1).play("silent")
    few = ["YUOVTTTT", "DBUUOTTT", "DYYUOVVT", "AABYOVTT"]
    none = Table(few, first=1)
    assert silent.public.tobytes() == none.public.tobytes()
    assert silent.state.own[3].tobytes() == none.state.own[3].tobytes()
    assert silent.legal == none.legal


def test_r7_without_five_tens_nobody_is_asked():
    assert Table(OPENING).legal.startswith("d:")


@pytest.mark.parametrize(
    ("demoralise", "to_act", "legal"),
    [
        ("partner", 0, "ask silent"),
        ("usual", 0, "ask silent"),
        ("mandatory", 2, "annul keep"),
        ("off", 1, "d:D d:B d:U d:O d:T"),
        ("forced", None, ""),
    ],
)
def test_r7_demoralise(demoralise, to_act, legal):
    table = Table(FIVE_TENS, first=1, demoralise=demoralise)
    assert (table.to_act, table.legal) == (to_act, legal)
    if demoralise == "mandatory":
        assert table.public.shown_tens.tolist() == [1, 0, 0, 0]
    if demoralise == "forced":
        assert table.result == {"annulled": True}
        assert table.row.requests == 0


def test_r7_partners_are_asked_in_turn_order():
    table = Table(FIVE_AND_PARTNER, first=2)
    table.play("2:ask 0:keep")
    assert (table.to_act, table.legal) == (0, "ask silent")
    assert table.public.shown_tens.tolist() == [0, 0, 1, 0]
    assert table.public.asker == NOBODY
    table.play("0:ask 2:annul")
    assert table.result == {"annulled": True}
    assert table.next_first == 2


def test_r7_a_deal_kept_does_not_bind_the_next_holder():
    table = Table(FIVE_AND_NEXT).play("0:ask 2:keep 1:ask 3:annul")
    assert table.result == {"annulled": True}


def test_r7_a_silent_holder_does_not_stop_the_next_one():
    assert Table(FIVE_AND_NEXT).play("0:silent").to_act == 1
    assert Table(FIVE_AND_NEXT).play("0:silent 1:silent").legal.startswith("d:")


def test_r7_mandatory_shows_a_second_holder_only_after_the_first_was_kept():
    table = Table(FIVE_AND_NEXT, demoralise="mandatory")
    assert table.public.shown_tens.tolist() == [1, 0, 0, 0]
    table.play("2:keep")
    assert table.public.shown_tens.tolist() == [1, 1, 0, 0]
    assert table.play("3:keep").to_act == 0


def test_r7_six_tens_are_five_tens():
    table = Table(SIX_AA).play("ask")
    assert table.public.shown_tens.tolist() == [1, 0, 0, 0]  # how many there are is not told
    assert table.play("keep").to_act == 0


@pytest.mark.parametrize(
    ("hands", "points"), [(SIX_AA, 8), (SIX_AY, 4), (SEVEN_D, 10), (EIGHT, 10)]
)
def test_r7_special_hands_win_at_once(hands, points):
    table = Table(hands, first=3, special_hands="goita")
    assert table.result == {
        **{"annulled": False, "winner": 0, "points": points, "doubled": False, "card": None},
        "scores": [points, 0],
    }
    assert table.row.points_special.tolist() == [points, 0, points, 0]
    assert table.row.card == -1
    assert table.next_first == 0  # after seat 3
    assert Table(hands).legal == "ask silent"


def test_r7_the_numbers_of_special_hands_are_options():
    assert Table(SIX_AA, special_hands="goita", special_factor=3).result["points"] == 12
    assert Table(SEVEN_D, special_hands="goita", special_factor=1).result["points"] == 5
    assert Table(EIGHT, special_hands="goita", eight_tens=12).result["points"] == 12


@pytest.mark.parametrize("demoralise", ["partner", "mandatory", "off", "forced"])
def test_r7_partners_with_five_each_win_the_match(demoralise):
    table = Table(DUKE_DUKE, special_hands="goita", demoralise=demoralise, target=20)
    table.play("d:A a:A - d:V a:V - d:T a:T - d:D a:D")  # 10 to 0
    table.deal(FIVE_AND_PARTNER)
    assert table.result == {
        **{"annulled": False, "winner": 2, "points": 0, "doubled": False, "card": None},
        "scores": [10, 0],
    }  # seat 2, because seat 1 starts
    assert table.totals == [20, 0]
    assert table.replay.is_over


def test_r7_in_a_match_of_rounds_they_bring_the_target():
    table = Table(DUKE_DUKE, special_hands="goita", rounds=2, target=20)
    table.play("d:A a:A - d:V a:V - d:T a:T - d:D a:D")
    table.deal(FIVE_AND_PARTNER)
    assert table.totals == [30, 0]
    assert table.row.points_special.tolist() == [20, 0, 20, 0]


def test_r7_opponents_with_five_each_go_on_as_usual():
    assert Table(FIVE_AND_NEXT, special_hands="goita").legal == "ask silent"


@pytest.mark.parametrize("hands", [SIX_AY, SEVEN_D, EIGHT], ids=["six", "seven", "eight"])
def test_r10_the_special_hand_alone_is_shown(hands):
    table = Table(hands, special_hands="goita")
    assert int(table.public.last_held[0]) == int(table.state.own[0].held)
    assert table.public.last_held[1:].tolist() == [0, 0, 0]


def test_r10_of_partners_with_five_tens_each_both_hands_are_shown():
    table = Table(FIVE_AND_PARTNER, special_hands="goita")
    held = [int(own.held) for own in table.state.own]
    assert table.public.last_held.tolist() == [held[0], 0, held[2], 0]
