"""The design: which points of a grid are played, and by whom from which seat."""

from collections import Counter
from itertools import combinations, product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fake_strategies import fake_strategies  # noqa: F401
from simcards.axes import MOST_POINTS, grid, one_at_a_time, pairwise, two_at_a_time
from simcards.config import from_dict
from simcards.design import Contest, Sitter, rotations_of
from simcards.errors import ConfigError

AXES = st.lists(st.integers(1, 4).map(lambda n: tuple(range(n))), min_size=0, max_size=5)


def make(rules=None, line_ups=("planner",), **keys):
    data = {"game": "ninety_nine", "line_ups": list(line_ups), "rules": rules or {}, **keys}
    return from_dict({"seed": 1, **data})


def pairs(points):
    """Every pair of values, with their axes, that some point holds."""
    return {pair for point in points for pair in combinations(enumerate(point), 2)}


# --- Points ---------------------------------------------------


@given(AXES)
def test_a_grid_holds_every_combination_once(axes):
    points = grid(axes)
    assert len(points) == len(set(points)) == prod(map(len, axes))


@given(AXES)
def test_one_at_a_time_changes_one_axis_of_the_base(axes):
    base, *others = one_at_a_time(axes)
    assert base == tuple(axis[0] for axis in axes)
    assert len(set(others)) == len(others) == sum(len(axis) - 1 for axis in axes)
    for point in others:
        assert sum(a != b for a, b in zip(point, base, strict=True)) == 1


@given(AXES)
def test_two_at_a_time_changes_one_or_two_axes_of_the_base(axes):
    points = two_at_a_time(axes)
    changed = [sum(a != b for a, b in zip(point, points[0], strict=True)) for point in points]
    assert len(set(points)) == len(points)
    within_two = [
        point
        for point in grid(axes)
        if sum(a != b for a, b in zip(point, points[0], strict=True)) <= 2
    ]
    assert set(points) == set(within_two)
    assert changed == sorted(changed)


@given(AXES, st.sets(st.integers(0, 1023)))
def test_pairwise_covers_every_pair_that_can_be_had(axes, dropped):
    points = [point for place, point in enumerate(grid(axes)) if place not in dropped]
    allowed = set(points)
    chosen, lacking = pairwise(axes, allowed.__contains__)
    assert set(chosen) <= allowed
    assert len(set(chosen)) == len(chosen)
    assert pairs(chosen) == pairs(points)
    assert not set(lacking) & allowed
    varying = [place for place, axis in enumerate(axes) if len(axis) > 1]
    impossible = pairs(grid(axes)) - pairs(points)
    assert len(lacking) == sum({i, j} <= set(varying) for (i, _), (j, _) in impossible)
    assert (chosen, lacking) == pairwise(axes, allowed.__contains__)


def anything(point):
    return True


@given(st.lists(st.just((0, 1, 2)), min_size=3, max_size=7))
def test_pairwise_needs_far_fewer_points_than_the_grid(axes):
    assert 9 <= len(pairwise(axes, anything)[0]) <= 3 ** len(axes) * 2 // 3


def test_pairwise_starts_with_the_base():
    assert pairwise([(5, 6), (7, 8), (9,)], anything)[0][0] == (5, 7, 9)


def test_a_single_axis_has_no_pairs_and_is_played_whole():
    assert pairwise([(1, 2, 3)], anything) == ([(1,), (2,), (3,)], [])
    assert pairwise([], anything) == ([()], [])


def test_pairwise_never_makes_the_grid():
    axes = [tuple(range(10))] * 8  # a hundred million combinations
    chosen, lacking = pairwise(axes, anything)
    assert lacking == []
    assert len(pairs(chosen)) == 28 * 100
    assert 100 <= len(chosen) <= 300


def test_pairwise_finds_its_way_around_what_is_refused_on_a_huge_grid():
    """Each later axis may move only where the first has its last value, and two never together."""
    axes = [tuple(range(10))] * 6

    def allows(point):
        moved = [value for value in point[1:] if value]
        return not moved or (point[0] == 9 and not (point[4] and point[5]))

    chosen, lacking = pairwise(axes, allows)
    assert all(map(allows, chosen))
    possible = {pair for pair in pairs(chosen) if pair[0][0] and pair[0][1] and pair[1][1]}
    assert len(possible) == (10 - 1) * 9 * 9  # of ten pairs of later axes all but the last
    # with 0..8 on the first axis nothing moves; the last two axes never move together
    assert len(lacking) == 5 * 9 * 9 + 9 * 9
    assert len(chosen) < 400


def test_a_grid_too_large_is_refused_before_it_is_made():
    with pytest.raises(ConfigError, match=r"1,000,000,000 combinations.*one-at-a-time"):
        grid([tuple(range(1000))] * 3)
    assert len(grid([tuple(range(10))] * 5)) == MOST_POINTS


# --- Rotations ------------------------------------------------

LINE_UPS = st.lists(st.sampled_from("ABCD"), min_size=2, max_size=5)


def cells_of(names, rotations="all"):
    contest = Contest(0, None, tuple(Sitter(name) for name in names))
    return [
        ([sitter.strategy for sitter in sitters], rotation, turn)
        for sitters, rotation, turn in rotations_of(contest, rotations)
    ]


@pytest.mark.parametrize(("names", "count"), [("ABC", 3), ("AAB", 3), ("ABAB", 2), ("AABB", 4)])
def test_only_distinct_rotations_are_played(names, count):
    cells = cells_of(names)
    assert [(rotation, turn) for _, rotation, turn in cells] == [(r, 0) for r in range(count)]
    assert cells[0][0] == list(names)


def test_a_rotation_moves_everybody_one_seat_on():
    assert cells_of("ABC")[1][0] == ["C", "A", "B"]


def test_a_mirror_turns_the_first_dealer_instead():
    assert cells_of("AAA") == [(list("AAA"), turn, turn) for turn in range(3)]


def test_parameters_make_a_line_up_no_mirror():
    contest = Contest(0, None, (Sitter("A"), Sitter("A", {"aim": 2.0}), Sitter("A")))
    assert not contest.is_mirror
    assert [turn for _, _, turn in rotations_of(contest, "all")] == [0, 0, 0]


@given(LINE_UPS)
def test_rotations_are_distinct_and_seat_everybody_everywhere_equally(names):
    cells = cells_of(names)
    assert len({(*seated, turn) for seated, _, turn in cells}) == len(cells)
    for name in set(names):
        # by position, since a mirror turns the dealer and not the seats
        places = Counter(
            (seat - turn) % len(names)
            for seated, _, turn in cells
            for seat, sitter in enumerate(seated)
            if sitter == name
        )
        assert len(places) == len(names)
        assert len(set(places.values())) == 1


@given(LINE_UPS, st.integers(1, 6))
def test_fewer_rotations_are_the_first_of_all(names, k):
    assert cells_of(names, k) == cells_of(names)[:k]
    assert cells_of(names, "none") == cells_of(names)[:1]


# --- Laying out -----------------------------------------------


def test_every_line_up_sits_down_under_every_rule_set():
    mixed = ["planner", "steady", "random_legal"]
    config = make(
        {"trump_mode": ["standard", "junk"], "declare_points": [30, 20, 40]},
        ["planner", mixed],
        matches=10,
    )
    experiment = config.experiment()
    met = [(c.rules.trump_mode, c.rules.declare_points, c.is_mirror) for c in experiment.contests]
    assert met == list(product(["standard", "junk"], [30, 20, 40], [True, False]))
    assert [contest.number for contest in experiment.contests] == list(range(12))
    assert [cell.number for cell in experiment.cells] == list(range(36))
    assert experiment.n_blocks == 10
    for cell in experiment.cells:
        contest = experiment.contests[cell.contest]
        assert cell.rules == contest.rules
        assert sorted(s.label for s in cell.sitters) == sorted(s.label for s in contest.line_up)


def test_one_and_two_at_a_time_and_pairwise_designs_of_rule_sets():
    rules = {
        "trump_mode": ["standard", "junk", "junk_nt"],
        "declare_points": [30, 20],
        "reveal_points": [60, 50],
    }
    one = make(rules, design="one-at-a-time").experiment()
    assert len(one.contests) == 1 + 2 + 1 + 1
    two = make(rules, design="two-at-a-time").experiment()
    assert len(two.contests) == 1 + 4 + (2 * 1 + 2 * 1 + 1 * 1)
    pairs_of = make(rules, design="pairwise").experiment()
    assert len(pairs_of.contests) == 6  # three trump modes with both values of each of the others
    assert len(make(rules).experiment().contests) == 12


def test_pairwise_plays_six_axes_of_ten_values():
    options = ("bonus_one", "bonus_two", "bonus_three", "declare_points", "reveal_points")
    rules = {name: list(range(10, 20)) for name in (*options, "manche_target")}
    config = make(rules, design="pairwise")
    assert config.left_out == ()
    assert 100 <= len(config.experiment().contests) <= 250


def test_pairwise_counts_pairs_that_no_combination_allows():
    rules = {"end_mode": ["3_bonus", "9_hands"], "hands": [9, 5], "trump_mode": ["junk", "junk_nt"]}
    (left,) = make(rules, design="pairwise").left_out
    assert (left.count, left.what) == (1, "pairs")
    assert "hands = 5 goes with end_mode 9_hands only" in left.reason


def test_a_parameter_axis_changes_every_seat_of_its_strategy_and_no_other():
    config = make(
        {},
        ["steady", ["planner", "planner:risk=1", "steady"]],
        params={"planner": {"aim": [2, 2.5]}},
    )
    labels = [[s.label for s in c.line_up] for c in config.experiment().contests]
    assert labels == [
        ["steady"] * 3,  # once, not once a value of the parameter it does not have
        ["planner:aim=2", "planner:aim=2,risk=1", "steady"],
        ["planner:aim=2.5", "planner:aim=2.5,risk=1", "steady"],
    ]


def test_a_lone_parameter_is_set_everywhere():
    config = make({}, ["planner"], params={"planner": {"aim": 2}})
    assert [s.label for s in config.experiment().contests[0].line_up] == ["planner:aim=2"] * 3


def test_a_default_written_out_changes_nothing():
    written = make({}, [["planner:aim=3", "planner:risk=0.5", "planner"]])
    assert written.experiment() == make({}, [["planner", "planner", "planner"]]).experiment()
    assert written.experiment().contests[0].is_mirror
    swept = make({}, ["planner"], params={"planner": {"aim": [3, 2]}}).experiment()
    assert [c.line_up[0].label for c in swept.contests] == ["planner", "planner:aim=2"]


def test_line_ups_that_differ_by_a_default_are_refused_as_repeats():
    with pytest.raises(ConfigError, match="line_ups has 'planner' twice"):
        make({}, ["planner", "planner:aim=3"])


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_label_holds_a_parameter_exactly(value):
    text = Sitter("planner", {"aim": value}).label.partition("=")[2]
    assert float(text) == value


def test_what_the_game_refuses_is_left_out_of_a_grid_and_counted():
    config = make({"end_mode": ["first_to_3", "9_hands", "3_bonus"], "hands": [9, 5, 7]})
    met = [(c.rules.end_mode, c.rules.hands) for c in config.experiment().contests]
    assert met == [
        ("first_to_3", 9),
        ("9_hands", 9),
        ("9_hands", 5),
        ("9_hands", 7),
        ("3_bonus", 9),
    ]
    assert sum(item.count for item in config.left_out) == 4
    assert all("hands = " in item.reason for item in config.left_out)


def test_nothing_is_left_out_of_a_grid_without_contradictions():
    assert make({"end_mode": ["9_hands", "3_plain"]}).left_out == ()


def test_a_refused_combination_that_is_named_is_an_error():
    with pytest.raises(ConfigError, match=r"hands = 5 goes with end_mode 9_hands only"):
        make({"end_mode": "3_bonus", "hands": 5, "trump_mode": ["junk", "standard"]})


def test_a_refused_base_of_one_at_a_time_is_an_error():
    with pytest.raises(ConfigError, match=r"base of one-at-a-time.*hands = 5"):
        make({"end_mode": ["3_bonus", "9_hands"], "hands": [5, 9]}, design="one-at-a-time")


# --- Seats that vary ------------------------------------------


@pytest.fixture
def many_seats(monkeypatch):
    """A game with `players` as an option; five seats go with `small = false` only."""
    from dataclasses import dataclass

    from simcards.game import Game
    from simcards.games import GAMES
    from simcards.options import option

    @dataclass(frozen=True)
    class Rules:
        players: int = option(3, "seats", choices=(3, 4, 5))
        small: bool = option(False, "few cards", choices=(False, True))

        def __post_init__(self):
            if self.small and self.players == 5:
                raise ConfigError("five seats need many cards")

    monkeypatch.setitem(
        GAMES,
        "many",
        Game("many", "Many", 1, Rules, {}, (3, 4, 5), hand_columns=(), match_columns=()),
    )


def test_lone_names_fit_every_size_and_lists_their_own(many_seats):
    config = make(
        {"players": [3, 4, 5], "small": [False, True]},
        ["random_legal", ["random_legal"] * 4],
        game="many",
    )
    sizes = [(c.rules.players, c.rules.small) for c in config.experiment().contests]
    assert sizes == [(3, False), (3, True), (4, False), (4, True), (5, False)]
    assert [(item.count, item.what, item.reason) for item in config.left_out] == [
        (1, "combinations", "five seats need many cards"),
        (2, "line-ups", "they do not seat 3"),
        (1, "line-ups", "they do not seat 5"),
    ]


def test_a_size_for_which_nobody_sits_down_is_left_out(many_seats):
    config = make({"players": [3, 4]}, [["random_legal"] * 4], game="many")
    assert [c.rules.players for c in config.experiment().contests] == [4]
    assert [item.reason for item in config.left_out] == ["no line-up has 3 seats"]


def test_a_line_up_that_fits_no_size_is_an_error(many_seats):
    with pytest.raises(ConfigError, match=r"seats 2; it must seat 3 or 5"):
        make({"players": [3, 5]}, ["random_legal", ["random_legal"] * 2], game="many")
    with pytest.raises(ConfigError, match=r"seats 4; it must seat 3"):
        make({"players": 3}, [["random_legal"] * 4], game="many")


def test_the_first_seat_must_be_there_for_every_size(many_seats):
    with pytest.raises(ConfigError, match=r"first is 3; with 3 seats it must be below 3"):
        make({"players": [3, 4]}, ["random_legal"], game="many", first=3)
    assert make({"players": 4}, ["random_legal"], game="many", first=3).experiment().first == 3
