"""Options together: what pairs of options do beyond their parts, found as it was put in."""

from itertools import product

import pytest

from known_run import holds, run_of
from simcards import report
from simcards.report import heat, interactions
from simcards.report.heat import Cell, heat_map
from simcards.report.outcomes import outcomes
from simcards.report.source import Source
from simcards.stats import Estimate

NAMES = ("trump_mode", "declare_points", "reveal_points")
GRID = tuple(
    dict(zip(NAMES, row, strict=True)) for row in product(("standard", "junk"), (30, 20), (60, 50))
)
TOGETHER = {(("trump_mode", "junk"), ("declare_points", 20)): 5}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    effect = {("trump_mode", "junk"): 3, ("reveal_points", 50): -2}
    folder = tmp_path_factory.mktemp("together")
    return run_of(folder, n_blocks=120, rules=GRID, option_effect=effect, together=TOGETHER)


def of_points(run):
    source = Source(run)
    found = interactions.find(source, outcomes(source))
    return {(one.first[0], one.second[0]): one for one in found if one.metric == "points a hand"}


def test_what_two_options_do_together_is_told_from_what_each_does_alone(run):
    found = of_points(run)
    assert set(found) == {NAMES[:2], NAMES[1:], NAMES[::2]}
    assert holds(found[NAMES[:2]].effect, 5)
    assert found[NAMES[:2]].verdict == "higher"
    for pair in (NAMES[1:], NAMES[::2]):
        assert holds(found[pair].effect, 0)
        assert found[pair].n_squares == 2  # one for each value of the third option


def test_a_square_is_both_the_first_alone_the_second_alone_and_neither(run):
    source = Source(run)
    for first, second, squares in interactions.squares_of(source):
        for square in squares:
            rules = [source.contest[number].rules for number in square]
            values = [(one[first[0]], one[second[0]]) for one in rules]
            base = (first[1], second[1])
            assert values == [
                (first[2], second[2]), (first[2], base[1]), (base[0], second[2]), base
            ]  # fmt: skip


def test_two_at_a_time_is_enough_for_every_square(tmp_path):
    rules = tuple(one for one in GRID if sum(one[name] != GRID[0][name] for name in NAMES) <= 2)
    run = run_of(tmp_path, n_blocks=60, rules=rules, together=TOGETHER, design="two-at-a-time")
    found = of_points(run)
    assert {one.n_squares for one in found.values()} == {1}
    assert holds(found[NAMES[:2]].effect, 5)


def test_one_at_a_time_and_pairwise_say_nothing_about_options_together(tmp_path):
    alone = tuple(one for one in GRID if sum(one[name] != GRID[0][name] for name in NAMES) <= 1)
    for design, rules in (("one-at-a-time", alone), ("pairwise", GRID)):
        run = run_of(tmp_path, design, n_blocks=20, rules=rules, design=design)
        assert of_points(run) == {}
        assert "interactions" not in [one.key for one in report.build(run).sections]


def test_the_section_says_what_is_clear_and_maps_it(run):
    (own,) = (one for one in report.build(run).sections if one.key == "interactions")
    assert own.lead[0].startswith("Points a hand: +")
    assert own.lead[0].endswith(
        " with trump_mode junk instead of standard and with declare_points 20 instead of 30 "
        "together, beyond what they do alone."
    )
    assert "points a hand: on the diagonal" in own.figures[0].caption
    assert "declare_points with trump_mode" in own.figures[0].alt


def test_a_map_draws_what_is_unknown_without_colour():
    some = Estimate(0.02, 0.01, 0.03, 50, 500)
    none = Estimate(float("nan"), float("nan"), float("nan"), 50, 0)
    drawn = heat_map("one", ["a", "b"], [Cell(0, 0, some, True), Cell(1, 0, none, False)],
                     ("%", "wins"), "A map.")  # fmt: skip
    assert "+2.0" in drawn.svg
    assert "a: +2.0 pp (95%: +1.0 to +3.0 pp)." in drawn.alt
    assert "b with a" not in drawn.alt


@pytest.mark.parametrize(
    ("value", "largest", "decimals"), [(0.4, 14.7, 1), (-14.7, 14.7, 0), (0.04, 0.5, 2)]
)
def test_a_large_field_leaves_the_small_ones_their_decimals(value, largest, decimals):
    assert heat._places(value, largest) == decimals
