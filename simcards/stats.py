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

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr, stdtrit

Sums = NDArray[np.float64]  # one number a group of blocks
LEVEL = 0.95
RATIO = "ratio of sums, linearised error over blocks"
WILSON = "Wilson, effective sample from the spread of blocks"
BOOTSTRAP = "bootstrap over blocks"
EXACT = "fixed by the rules"
FEW = 20  # groups: seen in fewer, the absence of any spread says nothing
TINY = 1e-12  # a standard error below this is rounding


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

    def within(self, low: float = -inf, high: float = inf) -> "Estimate":
        """The estimate with its interval cut to what is possible; an unknown one stays unknown."""
        if not isfinite(self.half):
            return self
        return replace(self, low=max(self.low, low), high=min(self.high, high))


def exact(value: float, n_blocks: int, n: int) -> Estimate:
    """A number that the rules fix, so that no other can ever be seen."""
    return Estimate(value, value, value, n_blocks, n, EXACT)


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
        """The standard error over blocks; infinite for one group, or few groups that are all alike.

        Few groups may be alike by chance: their lack of spread is no certainty.
        """
        if self.df < 1:
            return inf
        found = sqrt(self.n_groups / self.df * float(np.square(self.pulls).sum()))
        if found > TINY * max(abs(self.value), 1.0):
            return found
        return 0.0 if self.n_groups >= FEW else inf

    def estimate(self, level: float = LEVEL) -> Estimate:
        """The value with its t interval."""
        half = quantile_t(level, self.df) * self.se if isfinite(self.se) else inf
        return Estimate(self.value, self.value - half, self.value + half, self.n_blocks, self.n)

    def share(self, level: float = LEVEL) -> Estimate:
        """The value as a share of observations, with a Wilson interval that stays within 0..1.

        A share that is the same in every block, and neither 0 nor 1, is one that nothing moves.
        """
        if not isfinite(self.value):
            return Estimate(self.value, 0.0, 1.0, self.n_blocks, self.n, WILSON)
        if self.se == 0 and 0 < self.value < 1:  # the same in every block: no chance does that
            return self.estimate(level)
        low, high = wilson(self.value, self.n_effective, quantile_t(level, max(self.df, 1)))
        return Estimate(self.value, low, high, self.n_blocks, self.n, WILSON)

    @property
    def n_effective(self) -> float:
        """How many independent observations would give a share this error.

        A share of exactly 0 or 1 shows no spread; then every block counts as one observation.
        """
        spread = self.value * (1 - self.value)
        if spread <= 0 or not isfinite(self.se) or self.se == 0:
            filled = self.n_groups / max(len(self.pulls), 1)  # groups may be empty, and so blocks
            return max(min(float(self.n), filled * self.n_blocks), 1.0)
        return spread / self.se**2

    def p_of(self, value: float = 0.0) -> float:
        """Two-sided p-value of the claim that the truth is `value`."""
        distance = abs(self.value - value)
        if not isfinite(self.se):
            return 1.0
        if self.se == 0:
            return float(distance <= TINY * max(abs(value), 1.0))
        return float(2 * stdtr(self.df, -distance / self.se))

    def p_beyond(self, margin: float) -> float:
        """The larger p-value of two one-sided tests: small when the truth is within +-`margin`."""
        inside = margin - abs(self.value)
        if not isfinite(self.se):
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


def wilson(share: float, n: float, z: float) -> tuple[float, float]:
    """Wilson's interval of a share seen in `n` independent observations."""
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, min(middle - half, share)), min(1.0, max(middle + half, share))
