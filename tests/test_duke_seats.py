"""Duke, R8 to R10: three seats and two, the centre, and what each seat sees."""

import pytest

from duke_table import (
    DEAD_END,
    DEAD_END_PILES,
    DEAD_END_TURNS,
    FOR_TWO,
    NO_CARD,
    OPENING,
    PILES,
    STUCK,
    STUCK_PILES,
    STUCK_TURNS,
    THREE,
    TWO_TENS_LEFT,
    Table,
    cards,
    letter,
    lines,
)

ONE_LEFT = "d:c7 a:A pass d:T a:T pass d:T a:V pass d:O a:U"  # seat 0 has a Y left


def two(**options):
    return Table(FOR_TWO, centre=PILES, **options)


# --- R8 -------------------------------------------------------


def test_r8_the_second_and_third_seat_see_a_card_aside():
    for first in range(3):
        table = Table(THREE, first=first, aside="DU")
        seen = [letter(own.aside) for own in table.state.own[:3]]
        assert (seen[first], seen[(first + 1) % 3], seen[(first + 2) % 3]) == ("-", "D", "U")


def test_r8_nobody_looks_without_aside_peek():
    table = Table(THREE, aside="DU", aside_peek=False)
    assert {int(own.aside) for own in table.state.own[:3]} == {NO_CARD}


def test_r8_ten_cards_and_two_passes():
    table = Table(THREE, aside="DU").play("d:T a:V")
    assert table.legal == "pass d:V"
    table.play("pass")
    assert table.legal == "pass"
    assert table.play("pass").to_act == 0


def test_r8_a_duke_whose_like_lies_aside_attacks_as_the_last_card_only():
    table = Table(THREE, aside="DU").play("d:T a:V pass pass d:O a:B pass d:B")
    assert table.legal == "a:A a:Y a:U a:T"
    table.play("a:Y pass pass d:T a:Y pass pass d:T a:T pass pass d:T a:U pass pass d:A")
    assert table.legal == "a:D"
    table.play("a:D")
    assert table.result["scores"] == [0, 0, 5]
    assert table.totals == [0, 0, 5]


def test_r8_tens_mean_nothing_with_three_seats():
    hands = ["ABOVTTTTTT", "DYYUUOOVTT", "DABYYUUVTT"]
    assert Table(hands, first=1, aside="OV").legal.startswith("d:")


# --- R9 -------------------------------------------------------


def test_r9_centre_cards_attack_and_defend_and_the_next_one_is_turned_up():
    table = two()
    assert table.legal.endswith("d:T d:c0 d:c1 d:c2 d:c3 d:c4 d:c5 d:c6 d:c7")
    table.play("d:T a:Y")
    assert table.legal == "pass d:Y d:c0 d:c1 d:c2"
    table.play("d:c2")
    assert [letter(top) for top in table.public.tops] == list("DYDUUOOV")
    assert table.refuses("a:c2")  # a Duke, and no other is face up in defence
    assert table.legal == "a:B a:Y a:U a:O a:V a:T a:c1 a:c3 a:c4 a:c5 a:c6 a:c7"
    table.play("a:c3")
    assert table.public.hand_sizes[:2].tolist() == [6, 8]
    assert table.legal == "pass d:U d:c0 d:c2 d:c4"
    table.play("d:c0")
    assert "a:c0" in table.legal  # what was beneath
    assert "a:c2" in table.legal  # the other Duke is free now
    table.play("a:c2")
    assert table.legal == "pass"
    table.play("pass 0:d:c7 a:T")
    assert table.public.hand_sizes[:2].tolist() == [5, 8]
    assert [letter(top) for top in table.public.tops] == list("TY-AUOOT")
    assert lines(table.public, 0)[0] == ("?", True, "hand", "Y", "hand")
    assert lines(table.public, 0)[2] == ("V", True, "c7", "T", "hand")
    assert table.refuses("d:c2")
    assert table.legal == "pass d:T d:c0 d:c7"
    assert table.public.covered == 0b01110010  # piles 1, 4, 5 and 6 have a card beneath


def test_r9_tens_of_the_centre_were_not_dealt_to_a_seat():
    table = two().play("d:c5 a:T d:c5 a:c7 pass d:T a:c7 pass")  # the second c5 and c7 are tens
    table.play("d:T a:V pass d:T a:O pass d:U a:Y pass d:c1 a:B")
    assert (table.row.winner, table.row.card_value) == (1, 4)
    assert table.row.tens[:2].tolist() == [3, 3]
    assert table.row.centre_cards == 5


def test_r9_the_last_card_of_a_hand_may_not_defend():
    table = two().play(ONE_LEFT + " 1:d:U a:Y")
    assert table.legal == "pass d:c0 d:c1 d:c2"
    assert table.refuses("d:Y")
    table.play("d:c1")
    assert table.legal == "a:Y a:c1 a:c2 a:c3 a:c4 a:c5 a:c6 a:c7"
    table.play("a:Y")
    assert (table.result["points"], table.result["doubled"]) == (3, False)  # face up


def test_r9_a_centre_card_laid_face_down_doubles():
    table = two().play(ONE_LEFT + " pass")
    assert table.legal == "d:c0 d:c1 d:c2 d:c3 d:c4 d:c5 d:c6 d:c7"
    table.play("d:c1 a:Y")
    assert (table.result["points"], table.result["doubled"]) == (6, True)
    plain = two(centre_double=False).play(ONE_LEFT + " pass d:c1 a:Y")
    assert (plain.result["points"], plain.result["doubled"]) == (3, False)


def test_r9_a_duke_laid_face_down_from_the_centre_frees_no_other():
    table = two().play("d:c0 a:T pass d:T")  # all know where it is
    assert lines(table.public, 0) == [("D", True, "c0", "T", "hand")]
    table.play("a:c2 pass d:T")  # a Y, with the other Duke beneath it
    assert letter(table.public.tops[2]) == "D"
    assert table.refuses("a:c2")


@pytest.mark.parametrize(("rule", "is_free"), [("duke", 0), ("goita", 0), ("goita_own", 1)])
def test_r9_an_own_duke_laid_from_the_centre_frees_with_goita_own(rule, is_free):
    table = two(duke_attack=rule).play("d:c2 a:T pass d:c2")  # a Y, then the Duke beneath
    table.play("a:T pass d:T")
    assert ("a:c0" in table.legal.split()) == is_free


@pytest.mark.parametrize(("rule", "is_free"), [("duke", 0), ("goita", 0), ("goita_own", 1)])
def test_r9_a_duke_laid_from_the_centre_was_not_in_the_hand(rule, is_free):
    centre = [*PILES[:2], "AY", *PILES[3:]]
    table = Table(["DYUOVTTT", FOR_TWO[1]], centre=centre, duke_attack=rule).play("d:c0")
    assert ("a:D" in table.legal.split()) == is_free


def test_r9_a_stuck_leader_attacks_alone():
    table = Table(STUCK, centre=STUCK_PILES).play(STUCK_TURNS)
    assert (table.to_act, table.legal) == (1, "a:V")
    table.play("a:V")
    assert table.result["points"] == 2
    assert not table.row.doubled
    assert table.row.from_lead
    assert table.state.own[1].laid[table.public.n_turns - 1] == NO_CARD


def test_r9_or_the_hand_is_void():
    table = Table(STUCK, centre=STUCK_PILES, stuck_lead="void").play(STUCK_TURNS)
    assert table.result["winner"] is None
    assert table.result["scores"] == [0, 0]
    assert (table.row.outcome, table.next_first, table.public.void) == (2, 1, 1)
    assert (table.row.passes, table.row.passed[:2].tolist()) == (1, [1, 0])  # on the last attack
    assert table.public.hand == 1
    winner = Table(STUCK, centre=STUCK_PILES, stuck_lead="void", next_first="winner").play(
        STUCK_TURNS
    )
    assert winner.next_first == 1


def test_r9_a_defence_that_leaves_two_barred_dukes_is_refused():
    table = Table(DEAD_END, centre=DEAD_END_PILES).play(DEAD_END_TURNS)
    assert cards(table.state.own[1].held) == "DDU"
    assert table.legal == "pass d:D"  # not d:U
    assert table.play("d:D").legal == "a:D a:U"
    goita = Table(DEAD_END, centre=DEAD_END_PILES, duke_attack="goita").play(DEAD_END_TURNS)
    assert goita.legal == "pass d:D d:U"
    assert goita.play("d:U").legal == "a:D"


def test_r9_nor_may_the_last_card_of_the_centre_leave_them():
    """The same with one card more in the centre and one fewer in the hand."""
    table = Table(DEAD_END, centre=DEAD_END_PILES).play(DEAD_END_TURNS)
    public, own = table.public, table.state.own[1]
    own.held -= 1 << 8 * 4
    public.hand_sizes[1] = 2
    public.open = 1
    public.tops[0] = 4
    public.piles[4] = 1
    assert table.legal == "pass d:D"
    public.covered = 1  # what lies beneath could attack
    table.state.hidden.under[0] = 7
    assert table.legal == "pass d:D d:c0"


# --- R10 ------------------------------------------------------


def test_r10_only_the_card_that_doubles_is_shown():
    turns = "d:A a:V - d:B a:V - d:T a:T - d:T a:T"
    table = Table(TWO_TENS_LEFT).play(turns)
    public = table.public
    assert [letter(turn.defence) for turn in public.last_turns[: public.n_last_turns]] == list(
        "???T"
    )
    assert not public.last_held.any()
    everything = Table(TWO_TENS_LEFT, reveal_at_end="all").play(turns).public
    assert [letter(turn.defence) for turn in everything.last_turns[:4]] == list("ABTT")
    assert [cards(held) for held in everything.last_held] == ["", *TWO_TENS_LEFT[1:]]
    plain = Table(TWO_TENS_LEFT, double="off").play(turns).public
    assert [letter(turn.defence) for turn in plain.last_turns[:4]] == list("????")


def test_r10_all_shows_the_cards_aside_and_in_the_centre():
    turns = "d:T a:V pass pass d:O a:B pass pass d:A a:O pass pass d:V a:T pass pass d:T a:T"
    for reveal, unused in (("card", ""), ("all", "DU")):
        table = Table(THREE, aside="DU", reveal_at_end=reveal).play(turns)
        assert table.result["points"] == 2
        assert cards(table.public.last_unused) == unused
    table = two(reveal_at_end="all").play(ONE_LEFT + " pass d:c1 a:Y")
    assert cards(table.public.last_unused) == "DABVTT"  # beneath piles 0 and 2 to 6


def test_r10_others_see_neither_silence_nor_cards_face_down():
    one = Table(OPENING).play("d:U a:T")
    other = Table(OPENING).play("d:A a:T")
    assert one.public.tobytes() == other.public.tobytes()
    for seat in (1, 2, 3):
        assert one.state.own[seat].tobytes() == other.state.own[seat].tobytes()
