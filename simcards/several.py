"""Several measures at once: how far apart they are, whether any differ, and many verdicts together.

As in `stats`, the unit is the block, so measures that share cards are compared block by block.
"""

from collections.abc import Sequence
from itertools import permutations
from math import inf, isfinite

import numpy as np
from scipy.special import fdtrc

from simcards.stats import LEVEL, Estimate, Measure, difference

SIMULTANEOUS = "largest and smallest of simultaneous intervals"
DISCOVERY = 0.05  # false discovery rate of verdicts


def gap(measures: Sequence[Measure], level: float = LEVEL, most: float = inf) -> Estimate:
    """The largest less the smallest of some measures, which cannot be above `most`.

    The interval spans the simultaneous (Bonferroni) intervals of all pairs, so choosing the largest
    and the smallest after looking is allowed for. Measures that always move together, as those of
    partners, are one.
    """
    apart = distinct(measures)
    n_pairs = max(len(apart) * (len(apart) - 1) // 2, 1)
    pairs = [
        difference(one, other).estimate(1 - (1 - level) / n_pairs)
        for one, other in permutations(apart, 2)
    ]
    values = [measure.value for measure in measures]
    low = max([0.0, *(pair.low for pair in pairs)])
    high = max((pair.high for pair in pairs), default=0.0)
    blocks = min(measure.n_blocks for measure in measures)
    count = sum(measure.n for measure in measures)
    found = Estimate(max(values) - min(values), low, high, blocks, count, SIMULTANEOUS)
    return found.within(0.0, most)


def distinct(measures: Sequence[Measure]) -> list[Measure]:
    """Those measures that no one before them equals in every block."""
    found: list[Measure] = []
    for one in measures:
        alike = (by for by in found if np.array_equal(one.pulls, by.pulls) and isfinite(by.se))
        if not any(one.value == by.value for by in alike):
            found.append(one)
    return found


def p_all_equal(measures: Sequence[Measure]) -> float:
    """The p-value of the claim that all measures are equal: Wald's test (Hotelling's T2).

    Its degrees of freedom are the rank of the covariance: measures that always move together (seats
    of one side) count once. Chi-squared on counts of games would be wrong: games of a block share
    their cards.
    """
    differences = [difference(measure, measures[-1]) for measure in measures[:-1]]
    n = min(measure.n_groups for measure in measures)
    values = np.array([one.value for one in differences])
    if not differences or n < 2 or not np.isfinite(values).all():
        return 1.0
    if any(one.p_of() == 0 for one in differences):
        return 0.0  # apart by as much in every block of many
    pulls = np.stack([one.pulls for one in differences])
    covariance = pulls @ pulls.T * n / (n - 1)
    k = int(np.linalg.matrix_rank(covariance, hermitian=True))
    if k == 0 or n <= k:
        return 1.0
    statistic = float(values @ np.linalg.pinv(covariance, hermitian=True) @ values)
    return float(fdtrc(k, n - k, statistic * (n - k) / (k * (n - 1))))


def adjust(p_values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg's adjusted p-values: the false discovery rate at which each passes."""
    from scipy.stats import false_discovery_control

    return [float(p) for p in false_discovery_control(p_values)] if len(p_values) else []
