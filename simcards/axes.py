"""Choosing points of a grid: all of them, one axis at a time, or enough to meet every pair.

An axis is the tuple of its values, a point a tuple of one value an axis.
"""

from collections.abc import Sequence
from itertools import combinations, product
from math import prod
from typing import Any

from simcards.errors import ConfigError

Axis = tuple[Any, ...]
Point = tuple[Any, ...]

DESIGNS = ("grid", "one-at-a-time", "pairwise")
MOST_POINTS = 100_000


def grid(axes: Sequence[Axis]) -> list[Point]:
    """Every combination of the axes' values, the last axis turning fastest.

    Raises ConfigError when there are more than MOST_POINTS.
    """
    n_points = prod(map(len, axes))
    if n_points > MOST_POINTS:
        raise ConfigError(
            f"the axes have {n_points:,} combinations, more than {MOST_POINTS:,}; "
            "give them fewer values, or set design = 'one-at-a-time'"
        )
    return list(product(*axes))


def one_at_a_time(axes: Sequence[Axis]) -> list[Point]:
    """The base, which has the first value of each axis, then each other value alone changed."""
    base = tuple(axis[0] for axis in axes)
    return [base] + [
        (*base[:place], value, *base[place + 1 :])
        for place, axis in enumerate(axes)
        for value in axis[1:]
    ]


def pairwise(points: Sequence[Point]) -> list[Point]:
    """Few of `points` that together hold every pair of values that any of them holds.

    Greedy: each next point is the first that holds most pairs not yet held, so the choice depends
    on nothing but `points`, and impossible combinations need only be left out of them. An axis with
    one value changes nothing.
    """
    columns = zip(*points, strict=True)
    varying = [place for place, column in enumerate(columns) if len(set(column)) > 1]
    if len(varying) < 2:
        return list(points)
    pair_masks: dict[tuple[int, int, Any, Any], int] = {}
    masks = []
    for point in points:
        mask = 0
        for i, j in combinations(varying, 2):
            mask |= pair_masks.setdefault((i, j, point[i], point[j]), 1 << len(pair_masks))
        masks.append(mask)
    missing = (1 << len(pair_masks)) - 1
    chosen = []
    while missing:
        best = max(range(len(points)), key=lambda k: (masks[k] & missing).bit_count())
        chosen.append(points[best])
        missing &= ~masks[best]
    return chosen
