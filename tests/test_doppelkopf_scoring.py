"""R7, R8: who wins under every pair of promises, every item of the value, and the scores."""

import numpy as np
import pytest

from doppelkopf_table import CARD_OF, GAME, Table, rows
from simcards.games.doppelkopf.scoring import side_that_won

# Re's points | Re's tricks | Re said | Kontra said | specials Re/Kontra | solo | won | bsw | ddv
VALUES = rows("""
121 | 6 | - | - | 0/0 |  | re | +1 | +1
120 | 6 | - | - | 0/0 |  | kontra | -2 | -2
120 | 6 | - | Re/Ko | 0/0 |  | re | +3 | +3
119 | 6 | - | Re/Ko | 0/0 |  | kontra | -4 | -4
120 | 6 | Re/Ko | Re/Ko | 0/0 |  | kontra | -6 | -6
121 | 6 | Re/Ko | Re/Ko | 0/0 |  | re | +5 | +5
120 | 6 | Re/Ko | - | 0/0 |  | kontra | -4 | -4
151 | 8 | no90 | - | 0/0 |  | re | +5 | +5
150 | 8 | no90 | - | 0/0 |  | kontra | -5 | -5
120 | 6 | no90 | - | 0/0 |  | kontra | -5 | -6
130 | 7 | no60 | - | 0/0 |  | kontra | -6 | -7
80 | 4 | - | Re/Ko | 0/0 |  | kontra | -5 | -5
181 | 9 | no60 | - | 0/0 |  | re | +7 | +7
211 | 10 | no30 | - | 0/0 |  | re | +9 | +9
240 | 12 | black | - | 0/0 |  | re | +11 | +11
240 | 11 | black | - | 0/0 |  | kontra | -8 | -8
240 | 11 | - | - | 0/0 |  | re | +4 | +4
90 | 5 | - | no90 | 0/0 |  | re | +4 | +4
120 | 6 | Re/Ko | no90 | 0/0 |  | re | +6 | +7
89 | 5 | - | no90 | 0/0 |  | kontra | -6 | -6
150 | 8 | no90 | no90 | 0/0 |  | none | +0 | +1
120 | 6 | no90 | no90 | 0/0 |  | none | +0 | +0
160 | 8 | no60 | no90 | 0/0 |  | none | +1 | +2
151 | 8 | no90 | no90 | 0/0 |  | re | +8 | +9
144 | 7 | - | - | 0/1 |  | re | +0 | +0
125 | 7 | - | - | 0/3 |  | re | -2 | -2
119 | 6 | - | - | 1/1 |  | kontra | -2 | -2
121 | 6 | - | - | 0/0 | yes | re | +1 | +1
120 | 6 | - | - | 0/0 | yes | kontra | -1 | -1
155 | 8 | no90 | - | 0/0 | yes | re | +5 | +5
7 | 1 | - | - | 0/0 | yes | kontra | -4 | -4
120 | 6 | - | Re/Ko | 0/0 | yes | re | +3 | +3
130 | 7 | no90 | no90 | 0/0 | yes | none | +0 | +1
121 | 6 | - | - | 1/3 | yes | re | +1 | +1
131 | 7 | no90 | black | 1/0 |  | none | +1 | +5
0 | 0 | - | black | 0/0 |  | kontra | -12 | -12
0 | 1 | - | black | 0/0 |  | re | +7 | +7
30 | 2 | - | no30 | 0/0 |  | re | +6 | +6
29 | 2 | - | no30 | 0/0 |  | kontra | -10 | -10
60 | 3 | Re/Ko | no60 | 0/0 |  | re | +7 | +7
90 | 5 | Re/Ko | no60 | 0/0 |  | re | +7 | +8
180 | 9 | no60 | Re/Ko | 0/1 |  | kontra | -9 | -9
""")
STEPS = ["-", "Re/Ko", "no90", "no60", "no30", "black"]
SIDES = ["kontra", "re", "none"]
ITEMS = ["won", "under_90", "under_60", "under_30", "black", "said", "promised", "beaten"]
ITEMS += ["queens", "doppelkopf", "fox", "charlie"]

# Fewest card points to win, Re / Kontra, by Re's highest step (row) and Kontra's (column).
LEAST = """
121/120 | 120/121 | 90/151 | 60/181 | 30/211 | trick/all
121/120 | 121/120 | 90/151 | 60/181 | 30/211 | trick/all
151/90 | 151/90 | 151/151 | 151/181 | 151/211 | 151/all
181/60 | 181/60 | 181/151 | 181/181 | 181/211 | 181/all
211/30 | 211/30 | 211/151 | 211/181 | 211/211 | 211/all
all/trick | all/trick | all/151 | all/181 | all/211 | all/all
"""
LEAST = [line.split(" | ") for line in LEAST.strip().splitlines()]


def reaches(needed, points, tricks):
    """Whether a party with these points and tricks has what it needs."""
    if needed in ("trick", "all"):
        return tricks >= (1 if needed == "trick" else 12)
    return points >= int(needed)


@pytest.mark.parametrize("re", range(6))
@pytest.mark.parametrize("kontra", range(6))
def test_r7_who_wins_at_every_score(re, kontra):
    need_re, need_kontra = LEAST[re][kontra].split("/")
    for points in range(241):
        for tricks in range(13):
            if (tricks == 0 and points > 0) or (tricks == 12 and points < 240):
                continue
            wins = (
                reaches(need_re, points, tricks),
                reaches(need_kontra, 240 - points, 12 - tricks),
            )
            assert wins != (True, True)
            expected = {(True, False): 1, (False, True): 0, (False, False): 2}[wins]
            assert side_that_won(re, kontra, points, tricks) == expected


def ended(points, tricks, re, kontra, specials=(0, 0), solo=False, **options):
    """A hand that seats 0 and 1, or 0 alone in a clubs solo, ended as Re; its row."""
    table = Table(**options)
    public = table.public
    public.forced = 255
    public.type = 6 if solo else 0
    public.declarer = 0 if solo else 255
    for seat in range(4):
        table.state.own[seat].party = seat == 0 or (seat == 1 and not solo)
    public.points[0], public.points[2] = points, 240 - points
    public.taken[0], public.taken[2] = tricks, 12 - tricks
    public.steps[1], public.steps[0] = STEPS.index(re), STEPS.index(kontra)
    public.doppelkopfs[0], public.doppelkopfs[2] = specials
    return table.settle()


@pytest.mark.parametrize(
    ("points", "tricks", "re", "kontra", "specials", "solo", "winner", "bsw", "ddv"), VALUES
)
def test_r8_the_value_of_the_game(points, tricks, re, kontra, specials, solo, winner, bsw, ddv):
    special = tuple(int(n) for n in specials.split("/"))
    for value, bonus in ((int(bsw), False), (int(ddv), True)):
        row = ended(int(points), int(tricks), re, kontra, special, solo == "yes", beat_bonus=bonus)
        assert SIDES[row.side_won] == winner
        assert row.value == value
        assert row.value == sum(int(row[f"value_{item}"]) for item in ITEMS)
        factor = [3, -1, -1, -1] if solo == "yes" else [1, 1, -1, -1]
        assert row.score.tolist() == [value * f for f in factor]


OPTION_OF = {
    "won": "won_points",
    "under_90": "under_points",
    "black": "under_points",
    "said": "said_points",
    "promised": "promise_points",
    "beaten": "beaten_points",
    "queens": "queens_points",
    "doppelkopf": "doppelkopf_points",
}


@pytest.mark.parametrize("item", OPTION_OF)
def test_r8_every_item_counts_as_its_option_says(item):
    """Re promised black and has nothing: Kontra has every item but foxes and Charlie."""
    one, ten = (
        ended(0, 0, "black", "no90", (0, 1), beat_bonus=True, **{OPTION_OF[item]: points})
        for points in (1, 10)
    )
    assert one[f"value_{item}"] < 0
    assert ten[f"value_{item}"] == 10 * one[f"value_{item}"]
    others = [other for other in ITEMS if OPTION_OF.get(other) != OPTION_OF[item]]
    for other in others:
        if not (OPTION_OF[item] == "under_points" and other.startswith("under")):
            assert one[f"value_{other}"] == ten[f"value_{other}"]


def test_r8_the_queens_count_in_marriages_and_not_in_solos():
    assert ended(100, 5, "-", "-").value_queens == -1
    assert ended(100, 5, "-", "-", solo=True).value_queens == 0
    assert ended(100, 5, "-", "-", solo=True, solo_specials=True).value_queens == 0


def test_r8_solo_specials():
    assert ended(130, 7, "-", "-", (2, 1), solo=True).value == 1
    assert ended(130, 7, "-", "-", (2, 1), solo=True, solo_specials=True).value == 2


# --- Special points, from cards -------------------------------


def last_trick(cards, re=(0, 1), **options):
    """Seat 0 leads these four cards to the last trick of a normal game; the row of the hand."""
    table = Table(**options)
    public = table.public
    public.forced = public.declarer = 255
    for seat in range(4):
        table.state.own[seat].party = seat in re
    table.trick("normal", cards, 12)
    return table.settle()


@pytest.mark.parametrize(
    ("cards", "re", "value"),
    [
        ("CA CT CA CT", (0, 1), 1),  # 42 points
        ("HA HA CA DT", (0, 1), -1),  # seat 3 trumps
        ("CA CA CK CT", (0, 1), 0),  # 36
        ("CT CT CT CT", (2, 3), -1),  # 40
    ],
)
def test_r8_a_trick_of_forty_points_is_a_doppelkopf(cards, re, value):
    assert last_trick(cards.split(), re=re).value_doppelkopf == value


def test_r8_what_makes_a_doppelkopf_is_an_option():
    cards = ["CA", "CA", "CK", "CT"]
    assert last_trick(cards, re=(0, 1)).value_doppelkopf == 0
    assert last_trick(cards, re=(0, 1), doppelkopf_from=36).value_doppelkopf == 1


@pytest.mark.parametrize(
    ("cards", "re", "value"),
    [
        ("DA DJ D9 D9", (0, 1), 0),  # the partner's
        ("DA DJ D9 D9", (1, 2), 1),
        ("DA DJ D9 D9", (0, 2), -1),
        ("DA DJ DA D9", (1, 3), 2),
        ("DA D9 D9 DA", (1, 2), 0),  # seat 3's fox falls to seat 0, of its own party
        ("DA D9 D9 DA", (0, 1), 1),  # seat 0 keeps its own and catches the other
        ("DA CQ DA D9", (0, 1), 1),
    ],
)
def test_r8_a_fox_counts_for_who_catches_it(cards, re, value):
    assert last_trick(cards.split(), re=re).value_fox == value
    assert last_trick(cards.split(), re=re, fox_points=5).value_fox == 5 * value


@pytest.mark.parametrize(
    ("cards", "re", "value"),
    [
        ("CJ SJ D9 D9", (0, 1), 1),
        ("SJ CJ D9 D9", (0, 2), -1),
        ("CJ DQ D9 D9", (0, 1), 0),  # it must take the trick
        ("CJ CJ D9 D9", (1, 2), -1),  # the first of two takes it
        ("CJ CJ D9 D9", (0, 2), 1),
    ],
)
def test_r8_charlie_takes_the_last_trick(cards, re, value):
    assert last_trick(cards.split(), re=re).value_charlie == value
    assert last_trick(cards.split(), re=re, charlie_points=7).value_charlie == 7 * value


def test_r8_charlie_is_of_the_last_trick_only():
    table = Table()
    table.public.forced = table.public.declarer = 255
    table.trick("normal", ["CJ", "SJ", "D9", "D9"])
    assert CARD_OF["CJ"] == table.public.plays[0]
    assert table.settle().value_charlie == 0


def test_scores_and_items_fit_their_columns():
    """The most that options can make of a hand."""
    dear = {name: 100 for name in GAME.options if name.endswith("_points")}
    row = ended(
        0, 0, "black", "black", (0, 3), solo=True, solo_specials=True, beat_bonus=True, **dear
    )
    value = -100 * (1 + 4 + 2 + 8 + 4 + 3)
    assert row.value == value
    assert row.score.tolist() == [3 * value, -value, -value, -value]
    assert np.iinfo(np.int16).max > 3 * 100 * (1 + 4 + 2 + 8 + 4 + 1 + 12 + 2 + 1)


# --- What announcements were worth ----------------------------

# Re's points | Re's tricks | Re said | Kontra said | worth of Re's steps | worth of Kontra's
WORTHS = rows("""
160 | 8 | no90 | - | 2 1 0 | 0 0 0
150 | 8 | no90 | - | 2 -8 0 | 0 0 0
119 | 6 | no90 | - | -2 -1 0 | 0 0 0
119 | 6 | Re/Ko | Re/Ko | -2 0 0 | 2 0 0
120 | 6 | - | Re/Ko | 0 0 0 | -5 0 0
120 | 6 | Re/Ko | Re/Ko | -9 0 0 | 2 0 0
170 | 9 | no60 | - | 2 1 -11 | 0 0 0
130 | 7 | no90 | no90 | 2 -6 0 | 2 -7 0
""")


@pytest.mark.parametrize(("points", "tricks", "re", "kontra", "worth_re", "worth_kontra"), WORTHS)
def test_r8_what_each_announcement_was_worth(points, tricks, re, kontra, worth_re, worth_kontra):
    """Against the step before, by the same cards and what the others announced."""
    row = ended(int(points), int(tricks), re, kontra)
    names = ("said", "no90", "no60")
    assert [int(row[f"re_worth_{name}"]) for name in names] == list(map(int, worth_re.split()))
    found = [int(row[f"kontra_worth_{name}"]) for name in names]
    assert found == list(map(int, worth_kontra.split()))


def test_r8_worth_of_announcements_changes_nothing_of_the_record():
    plain, told = (ended(170, 9, "no60", said) for said in ("-", "no90"))
    assert plain.side_won == 0  # the promise is broken
    assert told.side_won == 2
    assert int(told.value) == sum(int(told[f"value_{item}"]) for item in ITEMS)
    assert (told.re_step, told.kontra_step) == (3, 2)
