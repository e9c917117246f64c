"""A match of Ninety-Nine by paragraph (games/rules/ninety_nine.md), hand results set up."""

import pytest

from ninety_nine_table import (
    GAME,
    NINETY_NINE,
    NOBODY_MAKES,
    ONE,
    ONE_MORE,
    SECOND,
    THIRD,
    THREE,
    TWO,
    Table,
    play,
)
from simcards.errors import ConfigError
from simcards.games.ninety_nine import kernels
from simcards.games.ninety_nine.rules import END_MODES, HAND_LIMIT, TRUMP_MODES
from simcards.replay import Replay
from simcards.texts import RefusedError

# --- R8: end of manche and match ------------------------------


def test_r8_99_points_do_not_end_a_manche_and_100_do():
    """NN-35"""
    table = Table()
    first = table.hand(*NINETY_NINE)
    assert (first.score.tolist(), first.ends_manche) == ([99, 0, 0], 0)
    second = table.hand(*ONE_MORE)
    assert (second.score.tolist(), second.ends_manche) == ([1, 4, 4], 1)
    assert second.manche_bonus.tolist() == [30, 0, 0]
    assert table.totals == [130, 4, 4]
    assert table.public.manche_wins.tolist() == [1, 0, 0]
    assert table.public.manche_scores.tolist() == [0, 0, 0]
    assert not table.public.over


@pytest.mark.parametrize(
    ("options", "hand", "n", "totals", "wins"),
    [
        ({"end_mode": "3_bonus"}, TWO, 5, [135, 140, 10], [0, 1, 0]),  # NN-36
        ({"end_mode": "3_bonus"}, THREE, 8, [114, 114, 114], [1, 1, 1]),  # NN-37
        ({"end_mode": "3_plain"}, TWO, 5, [115, 120, 10], [0, 1, 0]),  # NN-38
        ({"end_mode": "first_to_3"}, TWO, 5, [115, 120, 10], [0, 1, 0]),  # NN-43
        (  # NN-44
            {"end_mode": "first_to_3", "round_win": "reach_100"},
            *(TWO, 5, [115, 120, 10], [1, 1, 0]),
        ),
    ],
)
def test_r8_a_manche_its_bonus_and_its_winners(options, hand, n, totals, wins):
    table = Table(**options)
    play(table, *[hand] * n)
    assert table.totals == totals
    assert table.public.manche_wins.tolist() == wins
    assert table.public.manche == 1
    assert not table.public.over
    assert table.won == []


def test_r8_manche_scores_start_again_and_totals_add_up():
    """NN-39"""
    table = Table()
    hands = [*[ONE] * 4, NINETY_NINE, ONE_MORE, *[SECOND] * 3]
    scores = play(table, *hands)
    assert scores == [*[[33, 4, 2]] * 4, [99, 0, 0], [1, 4, 4], *[[2, 34, 3]] * 3]
    assert table.totals == [298, 152, 21]
    assert table.public.over
    assert table.won == [0]


def test_r8_no_hand_after_three_manches():
    """NN-40"""
    table = Table(end_mode="3_plain")
    play(table, *[ONE] * 4, NINETY_NINE, ONE_MORE, *[SECOND] * 3)
    assert_no_hand_may_follow(table)


def assert_no_hand_may_follow(table):
    assert table.public.over
    replay = Replay(GAME, table.rules, 0)
    replay.state = table.state
    with pytest.raises(RefusedError, match="the match is over"):
        replay.lay({})


@pytest.mark.parametrize(
    ("end_mode", "totals", "won"),
    [("3_bonus", [334, 318, 26], [0]), ("3_plain", [274, 288, 26], [1])],
)
def test_r8_the_bonus_may_change_the_winner(end_mode, totals, won):
    """NN-41, NN-42"""
    declares = ([3, 2, 5], [3, 4, 2], 0, "declare")
    other = ([3, 4, 5], [2, 4, 3], 1, "declare")
    table = Table(end_mode=end_mode)
    play(table, ([5, 4, 5], [5, 4, 0]), ONE, SECOND, ONE, declares)
    play(table, TWO, NOBODY_MAKES, declares, TWO)
    play(table, other, SECOND, other)
    assert table.totals == totals
    assert table.public.over
    assert table.won == won


@pytest.mark.parametrize(
    ("hands", "totals", "wins", "won"),
    [
        ([(ONE, 12)], [396, 48, 24], [3, 0, 0], [0]),  # NN-45
        ([(THREE, 24)], [312, 312, 312], [3, 3, 3], [0, 1, 2]),  # NN-46
        (  # NN-47
            [(ONE, 8), (SECOND, 6), (THIRD, 8), (ONE, 4)],
            *([432, 284, 298], [3, 2, 2], [0]),
        ),
    ],
)
def test_r8_first_to_three_manches(hands, totals, wins, won):
    table = Table(end_mode="first_to_3")
    play(table, *(hand for hand, n in hands for _ in range(n)))
    assert table.totals == totals
    assert table.public.manche_wins.tolist() == wins
    assert table.public.over
    assert table.won == won


def test_r8_first_to_three_together_are_parted_by_totals():
    """Seats 0 and 1 win three manches each together; seat 1 has more points in all."""
    table = Table(end_mode="first_to_3", round_win="reach_100")
    play(table, *[TWO] * 15)
    assert table.public.manche_wins.tolist() == [3, 3, 0]
    assert table.totals == [345, 360, 30]
    assert table.public.over
    assert table.won == [1]


def test_r8_in_first_to_three_manches_count_before_points():
    """Seat 2 has the highest total, but seat 0 won the manches."""
    table = Table(end_mode="first_to_3")
    table.public.totals[2] = 1000
    play(table, *[ONE] * 12)
    assert table.won == [0]


def test_r8_equal_points_with_fewer_manches_do_not_share_the_win():
    table = Table(end_mode="first_to_3")
    table.public.totals[2] = 396 - 24
    play(table, *[ONE] * 12)
    assert table.totals == [396, 48, 396]
    assert table.won == [0]


def test_r8_one_point_more_is_a_win_alone():
    table = Table(end_mode="9_hands")
    play(table, *[TWO] * 9)
    assert table.totals == [207, 216, 18]
    close = Table(end_mode="9_hands")
    close.public.totals[0] = 8
    play(close, *[TWO] * 9)
    assert close.totals == [215, 216, 18]
    assert close.won == table.won == [1]


@pytest.mark.parametrize(
    ("hands", "totals", "won"),
    [
        ([*[ONE] * 4, *[SECOND] * 5], [142, 186, 23], [1]),  # NN-48
        ([ONE] * 8, [264, 32, 16], []),  # NN-49
        ([THREE] * 9, [117, 117, 117], [0, 1, 2]),  # NN-50
    ],
)
def test_r8_nine_hands(hands, totals, won):
    table = Table(end_mode="9_hands")
    play(table, *hands)
    assert table.totals == totals
    assert table.won == won
    assert table.public.over == (len(hands) == 9)
    assert table.public.manche == 0


def test_r8_no_tenth_hand():
    """NN-51"""
    table = Table(end_mode="9_hands")
    play(table, *[ONE] * 9)
    assert_no_hand_may_follow(table)


def test_r8_a_match_that_cannot_end_is_capped():
    """Nobody scores anything, so nobody reaches the target: 1,000 hands, then it is cut off."""
    table = Table(trick_points=0, manche_target=1000)
    play(table, *[NOBODY_MAKES] * 1000)
    assert table.public.over
    assert table.public.capped
    assert table.won == [0, 1, 2]


def test_r8_max_hands_bounds_a_match():
    """Section 4.11: a manche has at most 34 hands; three have 102, seven 238."""
    bounds = {mode: kernels.max_hands(GAME.make_rules({"end_mode": mode})) for mode in END_MODES}
    assert bounds == {"3_bonus": 102, "3_plain": 102, "first_to_3": 238, "9_hands": 9}


def test_r8_options_that_can_reach_the_cap_are_those_the_rules_name():
    """R8, Decisions: the longest match of 1,000 hands or more, by the formula given there."""
    for end_mode, changes, capped in (
        ("3_bonus", {"manche_target": 1000}, True),
        ("3_plain", {"manche_target": 10_000, "manches": 1}, True),
        ("3_plain", {"manches": 20}, False),
        ("first_to_3", {"manches": 20}, True),
        ("3_bonus", {"trick_points": 0}, True),
        ("9_hands", {"trick_points": 0, "hands": 999}, False),
    ):
        rules = GAME.make_rules({"end_mode": end_mode, **changes})
        assert (kernels.max_hands(rules) == HAND_LIMIT) is capped, changes


def test_r8_the_longest_manche_has_34_hands():
    """Nine points a hand, shared out so that all three have 99 after 33 hands."""
    table = Table(end_mode="3_plain")
    shares = [[3, 3, 3]] * 33
    rows = [table.hand([9, 9, 9], share) for share in shares]
    assert not any(row.ends_manche for row in rows)
    assert table.hand([9, 9, 9], [3, 3, 3]).ends_manche


def test_r8_twelve_rule_sets_and_reach_100_for_three():
    assert len(GAME.variants) == len(TRUMP_MODES) * len(END_MODES) == 12
    for values in GAME.variants.values():
        rules = {**values, "round_win": "reach_100"}
        if values["end_mode"] == "first_to_3":
            GAME.make_rules(rules)
        else:
            with pytest.raises(ConfigError, match=r"round_win.*first_to_3"):
                GAME.make_rules(rules)


# --- R9: the deal ---------------------------------------------


def test_r9_every_manche_is_opened_by_the_next_seat():
    """NN-52: manches of 4, 2 and 3 hands, first dealt by seat 1."""
    table = Table(first=1)
    dealers = []
    for hand in [*[ONE] * 4, NINETY_NINE, ONE_MORE, *[SECOND] * 3]:
        dealers.append(int(table.public.dealer))
        table.hand(*hand)
    assert dealers == [1, 2, 0, 1, 2, 0, 0, 1, 2]


def test_r9_in_nine_hands_everybody_deals_three_times():
    """NN-53: even when somebody passes 100."""
    table = Table(first=2, end_mode="9_hands")
    dealers = []
    for _ in range(9):
        dealers.append(int(table.public.dealer))
        table.hand(*NINETY_NINE)
    assert dealers == [2, 0, 1, 2, 0, 1, 2, 0, 1]
