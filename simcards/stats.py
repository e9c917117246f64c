"""Honest numbers from sums over blocks.

A report shows ratios of sums: points over hands, bids met over bids, win shares over matches. The
hands of a block share their cards, so the block is the unit of chance: arrays here hold one sum a
*group* of blocks (one block, or several when there are many), and errors come from how groups
differ. A `Measure` keeps how far each group pulls its value; differences and averages add pulls,
which makes any comparison on common cards a paired one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite, nan, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import fdtrc, stdtr, stdtrit

Sums = NDArray[np.float64]  # one number a group of blocks
LEVEL = 0.95
RATIO = "ratio of sums, linearised error over blocks"
WILSON = "Wilson, effective sample from the spread of blocks"
BOOTSTRAP = "bootstrap over blocks"
SIMULTANEOUS = "largest and smallest of simultaneous intervals"


@dataclass(frozen=True)
class Estimate:
    """A number, its 95 % interval, and the sample behind it: blocks and observations."""

    value: float
    low: float
    high: float
    n_blocks: int
    n: int
    method: str = RATIO

    @property
    def half(self) -> float:
        """Half the width of the interval; infinite when there is too little to say."""
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class Measure:
    """A value with the pull of every group of blocks on it; the pulls add up to zero."""

    value: float
    pulls: Sums
    n_blocks: int
    n: int
    n_groups: int  # groups that hold an observation

    @property
    def df(self) -> int:
        """Degrees of freedom of its error."""
        return self.n_groups - 1

    @property
    def se(self) -> float:
        """The standard error over blocks; infinite for a single group."""
        if self.df < 1:
            return inf
        return sqrt(self.n_groups / self.df * float(np.square(self.pulls).sum()))

    def estimate(self, level: float = LEVEL) -> Estimate:
        """The value with its t interval."""
        half = quantile_t(level, self.df) * self.se if self.df > 0 else inf
        return Estimate(self.value, self.value - half, self.value + half, self.n_blocks, self.n)

    def share(self, level: float = LEVEL) -> Estimate:
        """The value as a share of observations, with a Wilson interval that stays within 0..1."""
        if not isfinite(self.value):
            return Estimate(self.value, 0.0, 1.0, self.n_blocks, self.n, WILSON)
        low, high = wilson(self.value, self.n_effective, quantile_t(level, max(self.df, 1)))
        return Estimate(self.value, low, high, self.n_blocks, self.n, WILSON)

    @property
    def n_effective(self) -> float:
        """How many independent observations would give a share this error.

        A share of exactly 0 or 1 shows no spread; then every group counts as one observation.
        """
        spread = self.value * (1 - self.value)
        if spread <= 0 or not isfinite(self.se) or self.se == 0:
            return float(max(min(self.n, self.n_groups), 1))
        return spread / self.se**2

    def p_of(self, value: float = 0.0) -> float:
        """Two-sided p-value of the claim that the truth is `value`."""
        distance = abs(self.value - value)
        if self.df < 1:
            return 1.0
        if self.se == 0:
            return float(distance == 0)
        return float(2 * stdtr(self.df, -distance / self.se))

    def p_beyond(self, margin: float) -> float:
        """The larger p-value of two one-sided tests: small when the truth is within +-`margin`."""
        inside = margin - abs(self.value)
        if self.df < 1:
            return 1.0
        if self.se == 0:
            return float(inside < 0)
        return float(stdtr(self.df, -inside / self.se))


def quantile_t(level: float, df: int) -> float:
    """The t quantile of a two-sided interval at `level`."""
    return float(stdtrit(df, (1 + level) / 2))


def ratio(numerator: Sums, denominator: Sums, n_blocks: int, n: int | None = None) -> Measure:
    """The ratio of two sums over groups of blocks; `n` defaults to the sum of the denominators.

    Unlike a mean of block means it is not biased where a block's length depends on its outcome.
    """
    whole = float(denominator.sum())
    count = round(whole) if n is None else n
    if whole == 0:
        return Measure(nan, np.zeros(len(denominator)), n_blocks, count, 0)
    value = float(numerator.sum()) / whole
    pulls = (numerator - value * denominator) / whole
    return Measure(value, pulls, n_blocks, count, int(np.count_nonzero(denominator)))


def combine(measures: Sequence[Measure], weights: Sequence[float]) -> Measure:
    """A weighted sum of measures over the same groups, so what they share cancels out."""
    share = np.asarray(weights, dtype=float)
    return Measure(
        float(share @ [measure.value for measure in measures]),
        share @ np.stack([measure.pulls for measure in measures]),
        min(measure.n_blocks for measure in measures),
        sum(measure.n for measure in measures),
        min(measure.n_groups for measure in measures),
    )


def difference(one: Measure, other: Measure) -> Measure:
    """`one` less `other`, paired over the blocks they share."""
    return combine((one, other), (1.0, -1.0))


def average(measures: Sequence[Measure]) -> Measure:
    """The plain average of measures, each with the same weight."""
    return combine(measures, [1 / len(measures)] * len(measures))


def over(one: Measure, base: Measure) -> Measure:
    """`one` less a `base` that holds its observations too; the sample is that of `one`."""
    return replace(one, value=one.value - base.value, pulls=one.pulls - base.pulls)


def edges(measures: Sequence[Measure]) -> list[Measure]:
    """Each measure less the average of all."""
    middle = average(measures)
    return [over(one, middle) for one in measures]


def standard_deviation(mean: Measure, square: Measure) -> Measure:
    """The standard deviation of observations with this mean and this mean square."""
    value = sqrt(max(square.value - mean.value**2, 0.0))
    pulls = square.pulls - 2 * mean.value * mean.pulls
    return replace(mean, value=value, pulls=pulls / (2 * value) if value else 0 * pulls)


def gap(measures: Sequence[Measure], level: float = LEVEL) -> Estimate:
    """The largest less the smallest of some measures.

    The interval spans the simultaneous (Bonferroni) intervals of all pairs, so choosing the largest
    and the smallest after looking is allowed for.
    """
    n = len(measures)
    n_pairs = max(n * (n - 1) // 2, 1)
    pairs = [
        difference(measures[i], measures[j]).estimate(1 - (1 - level) / n_pairs)
        for i in range(n)
        for j in range(n)
        if i != j
    ]
    values = [measure.value for measure in measures]
    low = max([0.0, *(pair.low for pair in pairs)])
    high = max((pair.high for pair in pairs), default=0.0)
    blocks = min(measure.n_blocks for measure in measures)
    count = sum(measure.n for measure in measures)
    return Estimate(max(values) - min(values), low, high, blocks, count, SIMULTANEOUS)


def p_all_equal(measures: Sequence[Measure]) -> float:
    """The p-value of the claim that all measures are equal: Wald's test (Hotelling's T2).

    Chi-squared on counts of games would be wrong: games of a block share their cards.
    """
    differences = [difference(measure, measures[-1]) for measure in measures[:-1]]
    k, n = len(differences), min(measure.n_groups for measure in measures)
    values = np.array([one.value for one in differences])
    if k == 0 or n <= k or not np.isfinite(values).all():
        return 1.0
    pulls = np.stack([one.pulls for one in differences])
    covariance = pulls @ pulls.T * n / (n - 1)
    if not covariance.any():
        return float(not values.any())
    statistic = float(values @ np.linalg.pinv(covariance, hermitian=True) @ values)
    return float(fdtrc(k, n - k, statistic * (n - k) / (k * (n - 1))))


def wilson(share: float, n: float, z: float) -> tuple[float, float]:
    """Wilson's interval of a share seen in `n` independent observations."""
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share))


def adjust(p_values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg's adjusted p-values: the false discovery rate at which each passes."""
    from scipy.stats import false_discovery_control

    return [float(p) for p in false_discovery_control(p_values)] if len(p_values) else []


def quantiles(
    values: Sums, counts: NDArray[Any], shares: Sequence[float], n_blocks: int, draws: int = 1000
) -> list[Estimate]:
    """Quantiles of a distribution, each with a bootstrap interval over blocks.

    `counts[group, i]` is how often `values[i]` (ascending) was seen; the draws have a fixed seed.
    """
    whole = counts.sum(axis=0, keepdims=True, dtype=float)
    n, n_groups = round(float(whole.sum())), len(counts)
    if n == 0 or n_groups < 2:
        at = [float(_at(values, whole, share)[0]) if n else nan for share in shares]
        return [Estimate(value, -inf, inf, n_blocks, n, BOOTSTRAP) for value in at]
    weights = np.random.default_rng(0).multinomial(
        n_groups, np.full(n_groups, 1 / n_groups), size=draws
    )
    drawn = weights @ counts.astype(float)
    found = []
    for share in shares:
        ends = [(1 - LEVEL) / 2, (1 + LEVEL) / 2]
        low, high = np.quantile(_at(values, drawn, share), ends, method="nearest")
        value = float(_at(values, whole, share)[0])
        found.append(Estimate(value, float(low), float(high), n_blocks, n, BOOTSTRAP))
    return found


def _at(values: Sums, counts: Sums, share: float) -> Any:
    """The quantile of each row of counts."""
    up_to = np.cumsum(counts, axis=1)
    place = (up_to < share * up_to[:, -1:]).sum(axis=1)
    return values[np.minimum(place, len(values) - 1)]
