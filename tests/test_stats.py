"""Intervals that keep their promise, and comparisons worked out by hand."""

from math import inf, isinf, nan, sqrt

import numpy as np
import pytest
from scipy import stats as scipy_stats

from simcards.bootstrap import quantiles
from simcards.report import words
from simcards.several import adjust, gap, p_all_equal
from simcards.stats import (
    EXACT,
    Measure,
    average,
    difference,
    edges,
    exact,
    ratio,
    standard_deviation,
    wilson,
)


def ones(n):
    return np.ones(n)


def mean_of_blocks(means):
    return ratio(means, ones(len(means)), len(means))


def test_a_ratio_by_hand():
    # blocks with 2, 1 and 3 hands that gave 10, 2 and 12 points: 24 points in 6 hands
    measure = ratio(np.array([10.0, 2.0, 12.0]), np.array([2.0, 1.0, 3.0]), 3)
    assert measure.value == 4
    # residuals 10 - 8, 2 - 4, 12 - 12, over 6 hands; times 3 / 2 for three blocks
    assert measure.se == pytest.approx(sqrt(3 / 2 * (4 + 4 + 0)) / 6)
    estimate = measure.estimate()
    assert estimate.high - 4 == pytest.approx(4.302653 * measure.se, rel=1e-6)  # t, 2 df
    assert (estimate.n, estimate.n_blocks) == (6, 3)


def test_a_ratio_with_equal_blocks_is_the_textbook_mean():
    means = np.array([3.0, 5.0, 4.0, 9.0, 1.0])
    estimate = mean_of_blocks(means).estimate()
    low, high = scipy_stats.t.interval(0.95, 4, means.mean(), scipy_stats.sem(means))
    assert (estimate.low, estimate.high) == pytest.approx((low, high))


def test_a_ratio_of_sums_is_not_fooled_by_the_length_of_a_match():
    # matches end early when they go well: 1 hand of 20 points, or 4 hands of 5
    hands = np.array([1.0, 4.0] * 50)
    points = np.array([20.0, 20.0] * 50)
    assert ratio(points, hands, 100).value == pytest.approx(8.0)  # 2000 points in 250 hands
    assert mean_of_blocks(points / hands).value == pytest.approx(12.5)  # biased


def test_clustered_intervals_cover_and_naive_ones_do_not():
    rng = np.random.default_rng(3)
    covered = naive = 0
    n_runs, n_blocks, n_hands = 1500, 60, 8
    for _ in range(n_runs):
        hands = rng.normal(0, 1, (n_blocks, 1)) + rng.normal(0, 1, (n_blocks, n_hands))
        estimate = ratio(hands.sum(axis=1), np.full(n_blocks, float(n_hands)), n_blocks).estimate()
        covered += estimate.low <= 0 <= estimate.high
        half = 1.96 * hands.std(ddof=1) / sqrt(hands.size)
        naive += abs(hands.mean()) <= half
    assert covered / n_runs == pytest.approx(0.95, abs=0.015)
    assert naive / n_runs < 0.75


def test_intervals_cover_where_length_depends_on_the_score():
    rng = np.random.default_rng(5)
    covered = 0
    for _ in range(1000):
        chance = rng.beta(4, 6, 300)  # of making a bid, alike within a block
        hands = rng.integers(1, 4, 300) + (rng.random(300) > chance) * 5  # bad blocks last longer
        made = rng.binomial(hands, chance)
        # the truth of sum(made) / sum(hands), from its expectations
        truth = expected_made() / expected_hands()
        estimate = ratio(made.astype(float), hands.astype(float), 300).estimate()
        covered += estimate.low <= truth <= estimate.high
    assert covered / 1000 == pytest.approx(0.95, abs=0.02)


def expected_hands():
    return 2 + 5 * 0.6


def expected_made():
    square = 0.4**2 + 0.4 * 0.6 / 11  # of a beta(4, 6)
    return 2 * 0.4 + 5 * (0.4 - square)


def test_grouping_blocks_changes_no_value_and_hardly_the_error():
    rng = np.random.default_rng(0)
    points, hands = rng.normal(10, 3, 40_000), rng.integers(1, 5, 40_000).astype(float)
    points = points * hands
    whole = ratio(points, hands, 40_000)
    grouped = ratio(
        points.reshape(-1, 1000).sum(axis=0), hands.reshape(-1, 1000).sum(axis=0), 40_000
    )
    assert grouped.value == pytest.approx(whole.value)
    assert grouped.se == pytest.approx(whole.se, rel=0.1)
    assert grouped.n == whole.n


def test_a_paired_difference_loses_what_the_cards_do():
    rng = np.random.default_rng(1)
    cards = rng.normal(0, 10, 400)
    one = ratio(cards + rng.normal(1, 1, 400), ones(400), 400)
    other = ratio(cards + rng.normal(0, 1, 400), ones(400), 400)
    paired = difference(one, other)
    assert paired.value == pytest.approx(one.value - other.value)
    assert paired.se < 0.2 * one.se
    assert paired.se == pytest.approx(sqrt(2 / 400), rel=0.1)
    assert paired.p_of(0) < 1e-6 < paired.p_of(1)


def test_a_single_block_says_nothing_about_error():
    estimate = ratio(np.array([7.0]), np.array([2.0]), 1).estimate()
    assert estimate.value == 3.5
    assert (estimate.low, estimate.high) == (-inf, inf)
    assert ratio(np.array([7.0]), np.array([2.0]), 1).p_of(0) == 1.0
    assert isinf(ratio(np.array([1.0]), np.array([2.0]), 1).se)


def test_no_observation_is_not_a_number():
    measure = ratio(np.zeros(4), np.zeros(4), 4)
    assert measure.value != measure.value
    share = measure.share()
    assert (share.low, share.high) == (0.0, 1.0)


def test_wilson_agrees_with_scipy():
    low, high = wilson(0.03, 200, 1.959964)
    theirs = scipy_stats.binomtest(6, 200).proportion_ci(method="wilson")
    assert (low, high) == pytest.approx((theirs.low, theirs.high), rel=1e-5)


def test_a_share_counts_as_many_observations_as_its_blocks_are_worth():
    rng = np.random.default_rng(2)
    made = rng.binomial(1, 0.3, 500).astype(float)  # all ten hands of a block alike
    copies = ratio(made * 10, np.full(500, 10.0), 500)
    assert copies.n == 5000
    assert copies.n_effective == pytest.approx(500, rel=0.01)
    alone = ratio(made, ones(500), 500).share()
    assert copies.share().high == pytest.approx(alone.high)


def test_a_share_of_none_stays_within_bounds_and_does_not_claim_certainty():
    share = ratio(np.zeros(50), np.full(50, 20.0), 50).share()
    assert share.low == share.value == 0.0
    assert 0.05 < share.high < 0.1  # as for 50 observations, not for 1,000


def test_measures_that_move_together_are_one_in_a_gap():
    """Four places of two sides differ as two do."""
    rng = np.random.default_rng(5)
    edge = rng.normal(0.3, 1, 200)
    starter, other = (ratio(sign * edge, np.ones(200), 200) for sign in (1, -1))
    four, two = gap([starter, other, starter, other]), gap([starter, other])
    assert (four.low, four.value, four.high) == (two.low, two.value, two.high)


def test_a_share_that_is_the_same_in_every_block_has_no_spread():
    """As of hands that one of four alike finishes: a quarter, whatever happens."""
    share = ratio(np.full(50, 5.0), np.full(50, 20.0), 50).share()
    assert (share.low, share.value, share.high) == (0.25, 0.25, 0.25)
    few = ratio(np.full(5, 5.0), np.full(5, 20.0), 5).share()
    assert few.low < 0.25 < few.high


def test_wilson_shares_cover_at_the_edge():
    rng = np.random.default_rng(4)
    covered = 0
    for _ in range(1500):
        made = rng.binomial(6, rng.beta(0.3, 9.7, 150)).astype(float)  # 3 %, clustered
        share = ratio(made, np.full(150, 6.0), 150).share()
        covered += share.low <= 0.03 <= share.high
    assert 0.93 <= covered / 1500 <= 0.985


def test_edges_are_about_the_average_and_add_up_to_nothing():
    parts = [ratio(np.array([3.0, 5.0]) + i, ones(2), 2) for i in range(3)]
    found = edges(parts)
    assert [edge.value for edge in found] == pytest.approx([-1, 0, 1])
    assert average(found).value == pytest.approx(0)


def test_a_standard_deviation_and_its_interval():
    rng = np.random.default_rng(10)
    covered = 0
    for _ in range(800):
        hands = rng.normal(5, 2, (200, 3))
        n = np.full(200, 3.0)
        mean = ratio(hands.sum(axis=1), n, 200)
        found = standard_deviation(mean, ratio((hands**2).sum(axis=1), n, 200))
        assert found.value == pytest.approx(hands.std())
        covered += found.estimate().low <= 2 <= found.estimate().high
    assert covered / 800 == pytest.approx(0.945, abs=0.02)


def three_positions(rng, n, effects=(0.0, 0.0, 0.0)):
    luck = rng.normal(0, 1, (n, 3)) + rng.normal(0, 3, (n, 1))
    return [ratio(luck[:, i] + effects[i], ones(n), n) for i in range(3)]


def test_the_test_of_equal_positions_keeps_its_level():
    rng = np.random.default_rng(6)
    found = [p_all_equal(three_positions(rng, 40)) for _ in range(2000)]
    assert np.mean(np.array(found) < 0.05) == pytest.approx(0.05, abs=0.015)
    assert p_all_equal(three_positions(rng, 400, (0, 0, 0.4))) < 0.001


def test_equal_positions_without_any_spread():
    same = [ratio(ones(50), ones(50), 50)] * 3
    assert p_all_equal(same) == 1.0
    assert p_all_equal([same[0], ratio(2 * ones(50), ones(50), 50)]) == 0.0
    few = ratio(ones(5), ones(5), 5), ratio(2 * ones(5), ones(5), 5)
    assert p_all_equal(few) == 1.0  # five blocks alike may be chance


def test_positions_of_one_side_count_once():
    rng = np.random.default_rng(11)
    found = []
    for _ in range(2000):
        one, other, third = three_positions(rng, 12)
        found.append(p_all_equal([one, other, one, third]))  # two seats of one side
    assert np.mean(np.array(found) < 0.05) == pytest.approx(0.05, abs=0.015)


def test_few_blocks_that_are_alike_are_no_certainty():
    for n in (2, 5, 19):
        measure = ratio(43 * ones(n), ones(n), n)
        found = measure.estimate()
        assert (found.value, found.low, found.high) == (43, -inf, inf)
        assert measure.p_of(0) == measure.p_beyond(100) == 1.0
        assert isinf(gap([measure, measure]).half)
    # a third is not a binary fraction: rounding must not pass for spread
    assert isinf(ratio(ones(7) / 3 * 0.1, 0.3 * ones(7), 7).estimate().half)
    many = ratio(43 * ones(20), ones(20), 20)
    assert many.estimate().half == 0
    assert many.p_of(0) == 0.0
    assert many.p_of(43) == 1.0


def test_only_what_the_rules_fix_is_exact():
    assert words.full(exact(9, 2, 6), words.HANDS) == "9 hands (exact)"
    assert words.spread(exact(9, 2, 6), words.HANDS) == "exact"
    for n, said in ((2, "unknown"), (20, "no spread")):
        seen = ratio(9 * ones(n), ones(n), n).estimate()
        assert words.spread(seen, words.HANDS) == said
        assert "exact" not in words.full(seen, words.HANDS)
        assert seen.method != EXACT


def test_a_share_of_none_learns_from_every_block():
    # 1,000 groups of 20 blocks: as 20,000 observations, not as 1,000
    share = ratio(np.zeros(1000), np.full(1000, 60.0), 20_000).share()
    assert share.high == pytest.approx(wilson(0.0, 20_000, 1.962)[1], rel=0.01)
    # two matches in each of 20,000 blocks, of which one group in ten holds any
    some = np.where(np.arange(1000) % 10 == 0, 40.0, 0.0)
    few = ratio(np.zeros(1000), some, 20_000).share()
    assert few.high == pytest.approx(wilson(0.0, 2000, 1.98)[1], rel=0.02)


def test_a_gap_of_shares_stays_possible():
    wild = [ratio(np.array([0.0, 1.0]), ones(2), 2), ratio(np.array([1.0, 0.1]), ones(2), 2)]
    found = gap(wild, most=1.0)
    assert (found.low, found.high) == (0.0, 1.0)
    assert gap(wild).high > 1
    assert isinf(gap([ratio(ones(2), ones(2), 2)] * 2, most=1.0).half)  # unknown stays unknown


def test_a_gap_covers_although_its_ends_were_picked():
    rng = np.random.default_rng(7)
    covered = [
        estimate.low <= truth <= estimate.high
        for truth, effects in ((0.0, (0, 0, 0)), (0.5, (0, 0, 0.5)))
        for estimate in (gap(three_positions(rng, 100, effects)) for _ in range(600))
    ]
    assert np.mean(covered) >= 0.945
    assert gap(three_positions(rng, 100)).low == 0.0
    assert gap(three_positions(rng, 2000, (0, 0, 1))).low > 0.8


def test_adjusted_p_values_by_hand():
    # the example of Benjamini and Hochberg, 1995, table of 15: four are below 5 % after adjusting
    p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
         0.5719, 0.6528, 0.7590, 1.0]  # fmt: skip
    adjusted = adjust(p)
    assert sum(value <= 0.05 for value in adjusted) == 4
    assert adjusted[0] == pytest.approx(0.0015)
    assert adjust([]) == []


def test_equivalence_needs_a_narrow_interval_within_the_margin():
    narrow = Measure(0.1, np.array([0.01, -0.01] * 50), 100, 100, 100)
    wide = Measure(0.1, np.array([0.1, -0.1] * 50), 100, 100, 100)
    assert narrow.p_beyond(0.5) < 0.05 < wide.p_beyond(0.5)
    assert narrow.p_beyond(0.05) > 0.5  # outside the margin
    assert Measure(0.0, np.zeros(20), 20, 20, 20).p_beyond(0.1) == 0.0
    assert Measure(0.0, np.zeros(19), 19, 19, 19).p_beyond(0.1) == 1.0


def test_equivalence_is_claimed_wrongly_in_one_of_twenty_at_the_margin():
    rng = np.random.default_rng(8)
    claims = [mean_of_blocks(rng.normal(0.5, 1, 100)).p_beyond(0.5) <= 0.05 for _ in range(2000)]
    assert np.mean(claims) == pytest.approx(0.05, abs=0.015)


def test_quantiles_by_hand_and_their_intervals():
    values = np.array([0.0, 1.0, 2.0, 3.0])
    counts = np.array([[1, 1, 0, 0], [0, 2, 0, 0], [0, 0, 1, 1]])
    low, middle, high = quantiles(values, counts, (0.05, 0.5, 1.0), 3)
    assert (low.value, middle.value, high.value) == (0, 1, 3)
    assert middle.low <= 1 <= middle.high
    assert middle.n == 6
    again = quantiles(values, counts, (0.5,), 3)[0]
    assert again == middle  # the same draws every time


def test_a_median_covers():
    rng = np.random.default_rng(9)
    values = np.arange(0.0, 21.0)
    covered = 0
    for _ in range(300):
        blocks = rng.binomial(20, np.clip(rng.normal(0.5, 0.1, (150, 1)), 0, 1), (150, 5))
        counts = np.array([np.bincount(row, minlength=21) for row in blocks])
        middle = quantiles(values, counts, (0.5,), 150, draws=200)[0]
        covered += middle.low <= 10 <= middle.high
    assert covered / 300 >= 0.93


def test_quantiles_of_nothing_and_of_one_block():
    assert quantiles(np.array([]), np.zeros((3, 0)), (0.5,), 3)[0].n == 0
    one = quantiles(np.array([4.0]), np.array([[2]]), (0.5,), 1)[0]
    assert one.value == 4
    assert isinf(one.high)
    assert nan != one.value
    few = quantiles(np.array([4.0]), np.full((19, 1), 2), (0.5,), 19)[0]
    assert isinf(few.half)  # all alike, in too few blocks
    assert quantiles(np.array([4.0]), np.full((20, 1), 2), (0.5,), 20)[0].half == 0
