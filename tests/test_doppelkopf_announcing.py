"""R6: announcements: every deadline, jumps, late replies, and whose turn it is to speak."""

import pytest

from doppelkopf_table import DEALS, Table, rows
from simcards.games.doppelkopf import GAME
from simcards.games.doppelkopf.announcing import may_say
from simcards.games.doppelkopf.state import ASK, SAY
from simcards.texts import RefusedError

# party | says | cards | own step | opponents' step | late reply made | shift | preset | legal
TIMES = rows("""
re | re | 12 | - | - |  | 0 | bsw | yes
re | re | 11 | - | - |  | 0 | bsw | yes
re | re | 10 | - | - |  | 0 | bsw | NO
re | kontra | 12 | - | - |  | 0 | bsw | NO
kontra | kontra | 11 | - | Re/Ko |  | 0 | bsw | yes
re | re | 12 | Re/Ko | - |  | 0 | bsw | NO
re | no90 | 10 | Re/Ko | - |  | 0 | bsw | yes
re | no90 | 9 | Re/Ko | - |  | 0 | bsw | NO
re | no60 | 9 | no90 | - |  | 0 | bsw | yes
re | no60 | 8 | no90 | - |  | 0 | bsw | NO
re | no30 | 8 | no60 | - |  | 0 | bsw | yes
re | no30 | 7 | no60 | - |  | 0 | bsw | NO
re | black | 7 | no30 | - |  | 0 | bsw | yes
re | black | 6 | no30 | - |  | 0 | bsw | NO
re | no60 | 10 | Re/Ko | - |  | 0 | bsw | NO
re | no60 | 10 | Re/Ko | - |  | 0 | ddv | yes
re | no60 | 9 | Re/Ko | - |  | 0 | ddv | NO
re | no90 | 11 | - | - |  | 0 | bsw | NO
re | no90 | 11 | - | - |  | 0 | ddv | yes
re | no90 | 10 | - | - |  | 0 | ddv | NO
re | re | 10 | - | - |  | 1 | bsw | yes
re | re | 9 | - | - |  | 1 | bsw | NO
re | no90 | 9 | Re/Ko | - |  | 1 | bsw | yes
re | black | 6 | no30 | - |  | 1 | bsw | yes
kontra | kontra | 9 | - | - |  | 2 | bsw | yes
kontra | kontra | 8 | - | - |  | 2 | bsw | NO
kontra | no90 | 8 | Re/Ko | - |  | 2 | bsw | yes
kontra | no60 | 7 | no90 | - |  | 2 | bsw | yes
kontra | no30 | 6 | no60 | - |  | 2 | bsw | yes
kontra | black | 5 | no30 | - |  | 2 | bsw | yes
re | re | 10 | - | Re/Ko |  | 0 | bsw | NO
re | re | 10 | - | Re/Ko |  | 0 | ddv | yes
re | re | 9 | - | Re/Ko |  | 0 | ddv | NO
re | re | 8 | - | no60 |  | 0 | ddv | yes
re | re | 7 | - | no60 |  | 0 | ddv | NO
kontra | kontra | 6 | - | black |  | 0 | ddv | yes
re | no90 | 10 | Re/Ko | Re/Ko | yes | 0 | ddv | NO
re | no90 | 10 | - | Re/Ko |  | 0 | ddv | NO
re | black | 12 | - | - |  | 0 | ddv | yes
re | re | 8 | - | - |  | 2 | ddv | NO
""")
STEPS = ["-", "Re/Ko", "no90", "no60", "no30", "black"]


@pytest.mark.parametrize(
    ("party", "says", "cards", "own", "other", "late", "shift", "preset", "legal"), TIMES
)
def test_r6_what_is_in_time(party, says, cards, own, other, late, shift, preset, legal):
    table = Table(**GAME.variants[preset])
    public, side = table.public, int(party == "re")
    public.type = 3 if int(shift) else 0  # a marriage, settled by trick shift + 1
    public.clarified = int(shift) + 1 if int(shift) else 0
    public.shift = int(shift)
    public.steps[side], public.steps[1 - side] = STEPS.index(own), STEPS.index(other)
    public.late[side] = late == "yes"
    actions = int(may_say(public, side, int(cards)))
    words = [party, *STEPS[2:]]
    allowed = [word for step, word in enumerate(words, 1) if actions >> (SAY + step) & 1]
    assert (says in allowed) == (legal == "yes")


def normal_game(**options):
    """Seats 1 and 3 are Re; seat 0 leads."""
    table = Table(**options)
    table.dealt(*DEALS["nobody"], dealer=3)
    table.act(*["healthy"] * 4)
    return table


def test_r6_steps_one_at_a_time_and_several_in_a_row():
    table = normal_game()
    assert table.said() == ["kontra"]
    for step in ("kontra", "no90", "no60", "no30", "black"):
        assert table.said() == [step]
        table.act(step)
    assert table.said() == []
    assert table.public.to_act == 0


def test_r6_the_partner_may_go_on_and_no_step_is_repeated():
    table = normal_game()
    table.act("kontra")
    table.play_any()
    table.play_any()
    assert table.public.to_act == 2
    assert table.said() == ["no90"]


def test_r6_a_party_shows_itself_by_announcing():
    table = normal_game()
    table.act("kontra")
    assert table.public.parties.tolist() == [0, 2, 2, 2]
    table.play_any()
    table.act("re")
    assert table.public.parties.tolist() == [0, 1, 2, 2]
    table.play_any()
    table.play_any()
    table.act("no90")  # seat 3: now both of Re are known, so is seat 2
    assert table.public.parties.tolist() == [0, 1, 0, 1]
    assert table.public.said_at[:3].tolist() == [0, 1, 3]  # cards played before


def test_r6_it_is_noted_after_how_many_cards_of_the_hand_a_seat_spoke():
    table = normal_game()
    table.play_trick()
    table.play_any()
    table.act("kontra" if table.said() == ["kontra"] else "re")
    assert table.public.said_at[0] == 5
    assert table.public.said_cards[0] == 11


def test_r6_a_jump_includes_the_steps_below():
    table = normal_game(jump=True)
    assert table.said() == sorted(["kontra", "no90", "no60", "no30", "black"])
    table.act("no60")
    assert table.public.steps.tolist() == [3, 0]
    assert table.said() == sorted(["no30", "black"])
    row = table.settle()
    cards = [row.kontra_cards_said, row.kontra_cards_no90, row.kontra_cards_no60]
    assert [*cards, row.kontra_cards_no30] == [12, 12, 12, 0]
    assert row.announced.tolist() == [0b1000, 0, 0, 0]


def test_r6_cards_held_are_noted_of_each_party():
    table = normal_game()
    table.act("kontra")
    table.play_trick()
    table.play_until(1)
    table.act("re")
    row = table.settle()
    assert (row.kontra_cards_said, row.re_cards_said) == (12, 11)


def test_r6_a_late_reply_is_the_partys_last_word():
    table = normal_game(late_reply=True)
    table.act("kontra")
    for _ in range(2):
        table.play_trick()
    assert table.public.n_plays == 8
    table.play_until(1)
    assert table.said() == ["re"]  # with ten cards, one too few
    table.act("re")
    assert table.public.late.tolist() == [0, 1]
    assert table.said() == []
    table.play_until(3)
    assert table.said() == []
    assert (table.settle().re_late, table.settle().kontra_late) == (1, 0)


def test_r6_without_late_reply_it_is_too_late():
    table = normal_game()
    table.act("kontra")
    for _ in range(2):
        table.play_trick()
    table.play_until(1)
    assert table.said() == []


@pytest.mark.parametrize("window", ["own_turn", "any"])
def test_r6_when_one_may_speak(window):
    table = normal_game(window=window)
    heard = table.said()
    if window == "own_turn":
        assert heard == ["kontra"]
        with pytest.raises(RefusedError):
            table.act("1:re")
    else:
        assert heard == ["0:kontra", "1:re", "2:kontra", "3:re"]
        table.act("1:re", "0:kontra", "3:no90")
        assert table.said() == ["0:no90", "1:no60", "2:no90", "3:no60"]
        assert table.replay.to_act == 0


def test_r6_in_any_all_are_asked_until_four_have_passed():
    table = normal_game(window="any")
    asked = []
    while table.public.phase == 2:  # ASK
        asked.append(int(table.public.to_act))
        table.apply("pass")
    assert asked == [0, 1, 2, 3]
    table.play_any()
    asked = [int(table.public.to_act)]
    table.apply("pass")
    table.apply("say")  # seat 2
    while table.public.phase == 2:
        asked.append(int(table.public.to_act))
        table.apply("pass")
    assert asked == [1, 2, 3, 0, 1]


def test_r6_nobody_is_asked_who_holds_too_few_cards_to_announce_anything():
    """With all silent, that is who has played two cards: Re and Kontra take eleven."""
    table = Table(window="any")
    table.dealt(*DEALS["nobody"])
    table.act(*["healthy"] * 4)
    table.play_trick()
    for n_played in range(5):
        asked = set()
        while table.public.phase == ASK:
            asked.add(int(table.public.to_act))
            table.apply("pass")
        assert len(asked) == 4 - n_played
        table.play_any()


def test_r6_who_is_asked_does_not_tell_a_party():
    """Kontra has no step left, Re has: all who hold enough cards are asked all the same."""
    table = normal_game(window="any")
    table.act("0:kontra", "0:no90", "0:no60", "0:no30", "0:black")
    asked = set()
    while table.public.phase == 2:
        asked.add(int(table.public.to_act))
        table.apply("pass")
    assert asked == {0, 1, 2, 3}


def test_a_refused_card_is_answered_with_the_cards_before_what_may_be_said():
    """Seat 0 leads, so all its cards are legal."""
    table = normal_game(window="any", jump=True)
    with pytest.raises(RefusedError, match="legal: CA, DA, DQ, HA, HQ, HT, SA, SQ, 0:"):
        table.act("C9")


def test_r6_a_silent_solo_has_the_usual_deadlines():
    table = Table()
    table.dealt(*DEALS["0"], dealer=3)
    table.act(*["healthy"] * 4)
    assert table.public.least_cards == 11
    assert table.said() == ["re"]


def test_r10_three_known_of_kontra_tell_the_fourth():
    table = Table(window="any")
    table.dealt(*DEALS["0"], dealer=3)
    table.act(*["healthy"] * 4, "1:kontra", "2:no90")
    assert table.public.parties.tolist() == [2, 0, 0, 2]
    table.act("3:no60")
    assert table.public.parties.tolist() == [1, 0, 0, 0]


def test_r10_a_queen_of_clubs_shows_re_and_both_show_all():
    table = Table()
    table.dealt(*DEALS["0"], dealer=3)
    table.act(*["healthy"] * 4)
    table.act("CQ")
    assert table.public.parties.tolist() == [1, 2, 2, 2]
    table.play_until(0)
    table.act("CQ")
    assert table.public.parties.tolist() == [1, 0, 0, 0]
