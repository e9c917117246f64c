"""Double Knot from the score of a hand to the end of a match: R7 to R10 of its rules text."""

import itertools

import numpy as np
import polars as pl
import pytest

from double_knot_table import GAME, Table, scores
from simcards.engine import play
from simcards.games.double_knot.rules import HAND_LIMIT
from tables import cell_of, rules_of

every_variant = pytest.mark.parametrize("variant", GAME.variants)

# Seats, deck, scoring, teams, bids, tricks taken, and the points by seat or by team.
SCORES = [
    ("DK-40", 4, "extended", "standard", False, [4, 2, 3, 1], [2, 4, 3, 2], [0, 0, 4, 1]),
    ("DK-41", 4, "extended", "standard", False, [4, 3, 2, 2], [4, 3, 1, 3], [3, 3, 1, 1]),
    ("DK-42", 4, "extended", "standard", False, [5, 4, 2, 0], [5, 4, 2, 0], [1, 1, 1, 1]),
    ("DK-43", 4, "extended", "standard", False, [3, 3, 3, 3], [2, 2, 2, 5], [1, 1, 1, 0]),
    ("DK-44", 4, "extended", "standard", False, [0, 11, 3, 2], [0, 6, 3, 2], [2, 0, 2, 2]),
    ("DK-45", 4, "extended", "special", False, [0, 11, 3, 2], [0, 6, 3, 2], [4, 0, 2, 2]),
    ("DK-46", 3, "basic", "standard", False, [0, 5, 6], [1, 5, 6], [1, 2, 2]),
    ("DK-47", 3, "basic", "special", False, [0, 5, 6], [1, 5, 6], [0, 2, 2]),
    ("DK-48", 3, "basic", "special", False, [12, 0, 0], [12, 0, 0], [4, 4, 4]),
    ("DK-49", 3, "basic", "standard", False, [12, 0, 0], [12, 0, 0], [1, 1, 1]),
    ("DK-50", 3, "basic", "special", False, [12, 0, 3], [11, 0, 1], [0, 4, 0]),
    ("DK-51", 3, "basic", "standard", False, [12, 0, 3], [11, 0, 1], [1, 3, 0]),
    ("DK-52", 5, "extended", "standard", False, [0, 3, 3, 3, 4], [0, 2, 2, 2, 3], [5, 1, 1, 1, 1]),
    ("DK-53", 5, "extended", "special", False, [0, 3, 3, 3, 4], [0, 2, 2, 2, 3], [4, 1, 1, 1, 1]),
    ("DK-54", 4, "extended", "standard", True, [3, 2, 3, 2], [4, 2, 2, 3], [6, 2]),
    ("DK-55", 4, "extended", "standard", True, [3, 2, 3, 3], [5, 0, 1, 5], [2, 2]),
    ("DK-56", 4, "extended", "standard", True, [3, 4, 3, 4], [6, 2, 0, 3], [6, 0]),
    ("DK-57", 4, "extended", "standard", True, [4, 3, 4, 3], [4, 2, 3, 2], [2, 0]),
    ("DK-58", 4, "extended", "special", True, [0, 5, 0, 6], [0, 6, 0, 5], [8, 8]),
    ("DK-59", 4, "extended", "standard", True, [0, 5, 0, 6], [0, 6, 0, 5], [2, 2]),
    ("DK-60", 4, "extended", "special", True, [0, 5, 0, 5], [1, 5, 0, 5], [0, 6]),
    ("DK-61", 4, "extended", "special", True, [0, 4, 6, 1], [6, 3, 0, 2], [2, 2]),
]


# --- R7, R8, R9: the score of a hand --------------------------


@pytest.mark.parametrize(
    ("number", "players", "deck", "scoring", "teams", "bids", "taken", "points"), SCORES
)
def test_r7_r8_r9_scores(number, players, deck, scoring, teams, bids, taken, points):
    table = Table(players=players, deck=deck, scoring=scoring, teams=teams)
    row = table.hand(bids, taken)
    assert scores(row, table.rules) == points
    for seat in table.seats:
        parts = (row.points_made, row.points_misses, row.points_near, row.points_special)
        assert sum(int(part[seat]) for part in parts) == row.score[seat]
    assert row.bid.tolist() == bids + [0] * (5 - players)
    assert row.taken.tolist() == taken + [0] * (5 - players)
    assert row.excess == sum(bids) - row.tricks


def test_r7_points_come_from_their_rules():
    row = Table(scoring="special").hand([0, 11, 3, 2], [0, 6, 3, 3])
    assert row.points_special.tolist() == [4, 0, 0, 0, 0]
    assert row.points_made.tolist() == [0, 0, 1, 0, 0]
    assert row.points_misses.tolist() == [0, 0, 2, 0, 0]
    assert row.points_near.tolist() == [0, 0, 0, 1, 0]
    assert row.makers == 2


def test_r9_makers_of_a_team_are_both_partners():
    assert Table(teams=True).hand([3, 2, 3, 2], [4, 2, 2, 3]).makers == 2
    assert Table(teams=True).hand([3, 2, 3, 3], [5, 0, 1, 5]).makers == 4
    assert Table(teams=True).hand([3, 2, 3, 2], [3, 1, 4, 2]).makers == 0


def test_r9_each_partner_has_the_points_of_the_team():
    table = Table(teams=True)
    row = table.hand([3, 4, 3, 4], [6, 2, 0, 3])
    assert row.score.tolist() == [6, 0, 6, 0, 0]
    assert table.totals == [6, 0, 6, 0]


def test_r7_all_who_make_their_bid_get_one_and_one_for_each_who_missed():
    for players in (3, 4, 5):
        for made in itertools.product([True, False], repeat=players):
            row = Table(players=players).hand([2] * players, [2 if m else 7 for m in made])
            misses = made.count(False)
            assert row.score.tolist()[:players] == [1 + misses if m else 0 for m in made]
            assert row.makers == made.count(True)


@pytest.mark.parametrize("teams", [False, True])
def test_r8_special_changes_only_zero_and_all(teams):
    dice = np.random.default_rng(3)
    differed = 0
    for _ in range(3000):
        bids = dice.choice([0, 0, 1, 2, 5, 9, 11], 4).tolist()
        taken = dice.multinomial(11, [0.25] * 4).tolist()
        if dice.random() < 0.3:
            taken = bids
        found = [
            Table(teams=teams, scoring=scoring).hand(bids, taken).score.tolist()
            for scoring in ("standard", "special")
        ]
        for seat in range(4):
            contract = bids[seat] + (bids[(seat + 2) % 4] if teams else 0)
            if contract not in (0, 11):
                assert found[0][seat] == found[1][seat]
            differed += found[0][seat] != found[1][seat]
    assert differed > 500


@pytest.mark.parametrize(
    ("option", "value", "points"),
    [
        ("made_points", 7, [7 + 2, 4, 1, 0]),
        ("miss_points", 7, [1 + 14, 4, 1, 0]),
        ("near_points", 7, [1 + 2, 4, 7, 0]),
        ("special_points", 7, [1 + 2, 7, 1, 0]),
        ("scoring", "standard", [1 + 2, 1 + 2, 1, 0]),
        ("target", 4, [3, 4, 1, 0]),
    ],
)
def test_every_number_of_the_scoring_is_an_option(option, value, points):
    usual = Table(scoring="special")
    assert usual.hand([3, 0, 4, 1], [3, 0, 5, 3]).score.tolist()[:4] == [3, 4, 1, 0]
    table = Table(**{"scoring": "special", option: value})
    assert table.hand([3, 0, 4, 1], [3, 0, 5, 3]).score.tolist()[:4] == points
    assert (bool(table.public.over), table.won) == (
        (True, [1]) if option == "target" else (False, [])
    )


# --- R10: the end of a match ----------------------------------


def hand_of(points, rules):
    """Bids and tricks that give these points, by seat or by team: made, missed by one, by more."""
    for off in itertools.product([0, 1, 3], repeat=2 if rules.teams else rules.players):
        by_seat = [*off, 0, 0][: rules.players]
        table = Table(players=rules.players, teams=rules.teams)
        taken = [2 + n for n in by_seat]
        if scores(table.hand([2] * rules.players, taken), table.rules) == points:
            return [2] * rules.players, taken
    raise AssertionError(f"no hand gives {points}")


TWO_TWO_ONE = [[2, 2, 1]] * 7
TIED = [*TWO_TWO_ONE, [0, 0, 3], [1, 1, 3]]


@pytest.mark.parametrize(
    ("number", "options", "hands", "totals", "winner"),
    [
        ("DK-62", {}, [[4, 1, 1, 0]] * 4 + [[2, 2, 2, 1]], [18, 6, 6, 1], 0),
        ("DK-63", {"players": 3}, [[2, 2, 1]] * 6 + [[2, 1, 2], [2, 2, 1]], [16, 15, 9], 0),
        ("DK-64", {"players": 3}, TIED, [15, 15, 13], None),
        ("DK-65", {"players": 3}, [*TIED, [1, 1, 3]], [16, 16, 16], None),
        ("DK-66", {"players": 3}, [*TIED, [1, 1, 3], [0, 1, 3]], [16, 17, 19], 2),
        (
            "DK-68",
            {"teams": True},
            [[6, 2], [2, 6], [6, 2], [2, 6], [2, 2], [2, 0]],
            [20, 18, 20, 18],
            0,
        ),
        (
            "DK-69",
            {"players": 5},
            [[5, 1, 1, 1, 1]] * 3 + [[4, 4, 1, 1, 0]],
            [19, 7, 4, 4, 3],
            None,
        ),
    ],
)
def test_r10_the_match_ends_with_one_leader_at_the_target(number, options, hands, totals, winner):
    table = Table(**options)
    for points in hands:
        assert not table.public.over
        row = table.hand(*hand_of(points, table.rules))
        assert scores(row, table.rules) == points
    assert table.totals == totals
    assert bool(table.public.over) == (winner is not None)
    won = [winner, winner + 2] if table.rules.teams else [winner]
    assert table.won == (won if winner is not None else [])


def test_r10_extra_hands_are_those_played_for_a_shared_lead():
    table = Table(players=3)
    extra = [
        int(table.hand(*hand_of(points, table.rules)).extra)
        for points in [*TIED, [1, 1, 3], [0, 1, 3]]
    ]
    assert extra == [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]
    assert table.finish().extra_hands == 2


@pytest.mark.parametrize(
    ("options", "target"),
    [
        ({"players": 3}, 15),
        ({"players": 4}, 18),
        ({"players": 5}, 20),
        ({"teams": True}, 18),
        ({"players": 5, "target": 7}, 7),
    ],
)
def test_r10_the_target_goes_by_seats_unless_it_is_given(options, target):
    assert Table(**options).public.target == target


def test_r2_dk_70_the_deal_passes_to_the_left_every_hand():
    table = Table(first=2, players=3)
    dealers = []
    for _ in range(7):
        dealers.append(int(table.public.dealer))
        table.hand([0, 0, 0], [5, 5, 5])
    assert dealers == [2, 0, 1, 2, 0, 1, 2]


def test_r10_a_match_that_does_not_end_is_capped_and_its_leaders_share_it():
    table = Table(players=3)
    table.hand([2, 2, 0], [2, 2, 5])
    for n in range(1, HAND_LIMIT):
        assert not table.public.over, n
        table.hand([0, 0, 0], [5, 5, 5])
    assert table.public.over
    assert table.public.capped
    assert table.won == [0, 1]


@every_variant
def test_totals_are_the_sums_of_scores_and_one_side_wins(variant):
    rules = rules_of(GAME, variant)
    found = play(GAME, cell_of(rules, "random_legal"), 7, -1, range(30))
    hands, matches = pl.DataFrame(found.hands), pl.DataFrame(found.matches)
    sums = hands.group_by("match", maintain_order=True).agg(pl.col(r"^score_\d$").sum())
    for seat in range(rules.players):
        total = sums[f"score_{seat}"].cast(int)
        assert total.to_list() == matches[f"total_{seat}"].to_list()
        assert total.to_list() == sums[f"score_{rules.sides[seat]}"].to_list()
    totals = matches.select(f"total_{seat}" for seat in range(rules.players)).to_numpy()
    won = matches.select(f"won_{seat}" for seat in range(rules.players)).to_numpy()
    target = rules.target or {3: 15, 4: 18, 5: 20}[rules.players]
    assert (totals.max(1) >= target).all()
    assert ((totals == totals.max(1, keepdims=True)) == won).all()
    assert (won.sum(1) == (2 if rules.teams else 1)).all()
    assert matches["extra_hands"].sum() == hands["extra"].sum()


@every_variant
def test_bids_that_add_up_to_the_tricks_never_leave_just_one_who_missed(variant):
    rules = rules_of(GAME, variant)
    hands = play(GAME, cell_of(rules, "random_legal"), 9, -1, range(500)).hands
    fair = hands["excess"] == 0
    assert fair.sum() > 10
    one_missed = hands["makers"][fair] == rules.players - (2 if rules.teams else 1)
    assert not one_missed.any()
    bids = sum(hands[f"bid_{seat}"].astype(int) for seat in range(rules.players))
    assert (bids - hands["tricks"] == hands["excess"]).all()
    taken = sum(hands[f"taken_{seat}"].astype(int) for seat in range(rules.players))
    assert (taken == hands["tricks"]).all()


@pytest.mark.parametrize(
    ("variant", "made"),
    [
        ("3p-extended-standard", 0.06),
        ("3p-basic-standard", 0.075),
        ("4p-extended-standard", 0.08),
        ("4p-basic-standard", 0.10),
        ("5p-extended-standard", 0.10),
    ],
)
def test_random_play_makes_its_bids_as_often_as_it_was_measured_elsewhere(variant, made):
    """Uniform bids and random cards, as the rules text's reference has them, rounded to a half."""
    rules = rules_of(GAME, variant)
    hands = play(GAME, cell_of(rules, "random_legal"), 1, -1, range(700)).hands
    n = len(hands["hand"]) * rules.players
    found = sum((hands[f"bid_{s}"] == hands[f"taken_{s}"]).sum() for s in range(rules.players)) / n
    assert n > 40_000
    assert abs(found - made) < 0.006
