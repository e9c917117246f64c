"""Quantiles of whole distributions, with intervals from resampling blocks."""

from collections.abc import Sequence
from functools import cache
from math import inf, nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from simcards.stats import BOOTSTRAP, FEW, LEVEL, Estimate, Sums


def quantiles(
    values: Sums, counts: NDArray[Any], shares: Sequence[float], n_blocks: int, draws: int = 1000
) -> list[Estimate]:
    """Quantiles of a distribution, each with a bootstrap interval over blocks.

    `counts[group, i]` is how often `values[i]` (ascending) was seen; the draws have a fixed seed.
    Too few groups cannot stand for others: their intervals are unknown.
    """
    whole = counts.sum(axis=0, keepdims=True, dtype=float)
    n, n_groups = round(float(whole.sum())), len(counts)
    if n == 0 or n_groups < FEW:
        at = [float(_at(values, whole, share)[0]) if n else nan for share in shares]
        return [Estimate(value, -inf, inf, n_blocks, n, BOOTSTRAP) for value in at]
    drawn = _draws(n_groups, draws) @ counts.astype(float)
    found = []
    for share in shares:
        ends = [(1 - LEVEL) / 2, (1 + LEVEL) / 2]
        low, high = np.quantile(_at(values, drawn, share), ends, method="nearest")
        value = float(_at(values, whole, share)[0])
        found.append(Estimate(value, float(low), float(high), n_blocks, n, BOOTSTRAP))
    return found


@cache
def _draws(n_groups: int, draws: int) -> Any:
    """How often each draw takes each group: the same draws every time."""
    return np.random.default_rng(0).multinomial(
        n_groups, np.full(n_groups, 1 / n_groups), size=draws
    )


def _at(values: Sums, counts: Sums, share: float) -> Any:
    """The quantile of each row of counts."""
    up_to = np.cumsum(counts, axis=1)
    place = (up_to < share * up_to[:, -1:]).sum(axis=1)
    return values[np.minimum(place, len(values) - 1)]
