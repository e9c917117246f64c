"""The bots of Ninety-Nine: legal, repeatable, and as strong as their docstrings say."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest
from simcards_strategies.ninety_nine import planner

from simcards import engine
from simcards.design import RANDOM_FIRST, Cell
from simcards.game import find_game
from simcards.games.ninety_nine.rules import Level
from simcards.strategy import find, parse_sitter
from tables import played_in_rotation

GAME = find_game("ninety_nine")
SEED = 7
MATCHES = 500  # blocks; nine hands each, in every rotation
SILENT = "planner:declare_at=1,reveal_at=1"
RULE_SETS = [
    {"trump_mode": trump, **end}
    for trump in ("standard", "junk", "junk_nt")
    for end in (
        {"end_mode": "3_bonus"},
        {"end_mode": "3_plain"},
        {"end_mode": "first_to_3", "round_win": "most_points"},
        {"end_mode": "first_to_3", "round_win": "reach_100"},
        {"end_mode": "9_hands"},
    )
]


@cache
def hands_of(line_up: tuple[str, ...], matches: int = MATCHES, **rules: object):
    """(sitters, stored columns) of each rotation."""
    rules = GAME.make_rules({"end_mode": "9_hands", **rules})
    found = played_in_rotation(GAME, rules, line_up, SEED, matches)
    return [(sitters, played.hands) for sitters, played in found]


def edge(line_up: tuple[str, ...]) -> tuple[float, float]:
    """Points a hand of the first sitter over the mean of the others, and the half width at 95 %.

    The unit is the block: one match number over all rotations.
    """
    blocks = np.zeros(MATCHES)
    for sitters, hands in hands_of(line_up):
        scores = np.array([hands[f"score_{seat}"] for seat in range(3)], np.float64)
        mine = sitters.index(parse_sitter(line_up[0]).label)
        over = (scores[mine] - np.delete(scores, mine, 0).mean(0)) / 27.0  # 9 hands, 3 rotations
        blocks += np.bincount(hands["match"], over, MATCHES)
    return float(blocks.mean()), float(1.96 * blocks.std(ddof=1) / np.sqrt(MATCHES))


def share_made(line_up: tuple[str, ...], **rules: object) -> float:
    """The share of bids made, over all seats."""
    made = [
        (hands[f"bid_{seat}"] == hands[f"taken_{seat}"]).mean()
        for _, hands in hands_of(line_up, **rules)
        for seat in range(3)
    ]
    return float(np.mean(made))


def share_declared(**rules: object) -> float:
    """The share of hands in which a planner among planners declares."""
    levels = [hands["level"] for _, hands in hands_of(("planner",) * 3, 150, **rules)]
    return float(np.mean(np.concatenate(levels) == Level.DECLARE))


@pytest.mark.parametrize(
    ("line_up", "stated"),
    [
        (("steady", "random_legal", "random_legal"), 23.33),
        (("planner", "steady", "steady"), 6.31),
        (("planner", "random_legal", "random_legal"), 28.41),
    ],
)
def test_a_bot_is_as_much_stronger_as_it_states(line_up, stated):
    found, half = edge(line_up)
    assert found - half < stated < found + half
    assert f"+{stated}" in find(line_up[0]).doc


def test_without_announcements_the_planner_still_beats_steady():
    found, half = edge((SILENT, "steady", "steady"))
    assert found - half < 4.86 < found + half


def test_announcing_pays_when_it_clears_the_break_even():
    found, half = edge(("planner", SILENT, SILENT))
    assert found - half > 0


def test_bids_come_true_more_often_than_for_the_goal_bots_of_the_rules():
    assert share_made(("steady",) * 3) > 0.30
    assert share_made((SILENT,) * 3) > 0.54
    assert share_made(("planner",) * 3) > 0.51


@pytest.mark.parametrize(
    ("settings", "stated"),
    [("declare_at=0,reveal_at=1", 0.835), ("declare_at=1,reveal_at=0", 0.788)],
)
def test_exposure_costs_as_much_of_the_success_as_the_planner_states(settings, stated):
    def made(first: str) -> float:
        sitters = tuple(parse_sitter(name) for name in (first, SILENT, SILENT))
        cell = Cell(0, 0, GAME.make_rules({"end_mode": "9_hands"}), sitters, 0, 0)
        hands = engine.play(GAME, cell, SEED, RANDOM_FIRST, range(MATCHES)).hands
        return float((hands["bid_0"] == hands["taken_0"]).mean())

    assert made(f"planner:{settings}") / made(SILENT) == pytest.approx(stated, abs=0.04)
    assert f"{stated} +-" in Path(planner.__file__).read_text("utf-8")


def test_an_announcer_succeeds_more_often_than_not():
    kept = announced = 0
    for _, hands in hands_of(("planner",) * 3):
        for seat in range(3):
            is_his = hands["announcer"] == seat
            announced += is_his.sum()
            kept += (is_his & (hands[f"bid_{seat}"] == hands[f"taken_{seat}"])).sum()
    assert announced > 500
    assert kept / announced > 0.53


def test_a_higher_premium_makes_the_planner_declare_more_often():
    shares = [share_declared(declare_points=points) for points in (0, 20, 30, 60)]
    assert shares[0] == 0
    assert shares == sorted(shares)
    assert shares[1] < shares[3]


def test_a_bonus_for_extra_tricks_makes_the_planner_bid_and_take_more():
    def mean_bid(**rules):
        columns = hands_of(("planner", "steady", "steady"), 100, **rules)
        return np.mean([hands[f"bid_{sitters.index('planner')}"] for sitters, hands in columns])

    assert mean_bid(trick_points=20) > mean_bid() + 0.3


@pytest.mark.parametrize("param", ["declare_at", "reveal_at"])
def test_thresholds_of_nought_and_one_mean_always_and_never(param):
    level = Level.DECLARE if param == "declare_at" else Level.REVEAL
    off = "declare_at=1,reveal_at=1".replace(f"{param}=1", f"{param}=0")
    for sitters, hands in hands_of((f"planner:{off}", SILENT, SILENT), 50):
        mine = sitters.index(parse_sitter(f"planner:{off}").label)
        assert (hands["announcer"] == mine).all()
        assert (hands["level"] == level).all()


def test_opponents_attack_an_announcer():
    def made(first: str) -> float:
        columns = hands_of((first, SILENT, SILENT))
        seats = [(sitters.index(parse_sitter(first).label), hands) for sitters, hands in columns]
        return np.mean([hands[f"bid_{s}"] == hands[f"taken_{s}"] for s, hands in seats])

    assert made("planner:declare_at=0,reveal_at=1") < made(SILENT) - 0.05


@pytest.mark.parametrize("name", ["planner", "steady"])
def test_aim_moves_the_bids(name):
    def mean_bid(aim):
        columns = hands_of((f"{name}:aim={aim}",) * 3, 50)
        return np.mean([hands[f"bid_{seat}"] for _, hands in columns for seat in range(3)])

    assert mean_bid(2.5) < mean_bid(3) < mean_bid(3.5)


def test_straying_is_a_choice_by_chance_and_costs_points():
    found, half = edge(("planner:stray=0.5", "planner", "planner"))
    assert found + half < 0


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: "-".join(rules.values()))
def test_bots_act_legally_and_repeat_themselves(rules):
    played = [
        hands_of.__wrapped__(("planner", "steady", "planner:stray=0.3"), 6, **rules)
        for _ in range(2)
    ]
    for (_, first), (_, second) in zip(*played, strict=True):
        assert all((first[name] == second[name]).all() for name in first)
