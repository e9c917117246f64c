"""Choosing points of a grid: all of them, one or two axes at a time, or enough for every pair.

An axis is the tuple of its values, a point a tuple of one value an axis.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import combinations, islice, product
from math import prod
from typing import Any

from simcards.errors import ConfigError

Axis = tuple[Any, ...]
Point = tuple[Any, ...]
Places = tuple[int, ...]  # a point by the place of each value on its axis
Pair = tuple[int, int, int, int]  # axes i < j, and a place on each
Allows = Callable[[Places], bool]

MOST_POINTS = 100_000
MOST_TRIES = 1_000  # points tried for a pair before it is given up, on grids beyond MOST_POINTS
N_STARTS = 4  # allowed points near which a pair is looked for


def grid(axes: Sequence[Axis]) -> list[Point]:
    """Every combination of the axes' values, the last axis turning fastest.

    Raises ConfigError when there are more than MOST_POINTS.
    """
    n_points = prod(map(len, axes))
    if n_points > MOST_POINTS:
        raise ConfigError(
            f"the axes have {n_points:,} combinations, more than {MOST_POINTS:,}; give them "
            "fewer values, or set design = 'pairwise' or 'one-at-a-time'"
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


def two_at_a_time(axes: Sequence[Axis]) -> list[Point]:
    """`one_at_a_time`, then each two other values of two axes changed together.

    Every such pair stands beside both of its values alone, which tells what they do together.
    """
    places = [
        (*(i if axis == a else j if axis == b else 0 for axis in range(len(axes))),)
        for a, b in combinations(range(len(axes)), 2)
        for i, j in product(range(1, len(axes[a])), range(1, len(axes[b])))
    ]
    return one_at_a_time(axes) + [point_at(axes, place) for place in places]


# --- Pairs ----------------------------------------------------


def pairwise(
    axes: Sequence[Axis], allows: Callable[[Point], bool]
) -> tuple[list[Point], list[Point]]:
    """Few allowed points that hold every pair of values that can be had; and what cannot be.

    The second list has one point that is not allowed for each pair that no point here has. On a
    grid of MOST_POINTS or fewer no allowed point has that pair; on a larger one none of MOST_TRIES
    points did. Greedy, a function of the arguments alone; an axis with one value changes nothing,
    and with fewer than two that vary all allowed points are chosen.
    """
    sizes = [len(axis) for axis in axes]
    if sum(size > 1 for size in sizes) < 2:
        return [point for point in grid(axes) if allows(point)], []

    def allows_at(places: Places) -> bool:
        return allows(point_at(axes, places))

    witness = witnesses(sizes, allows_at)
    missing = {pair: None for pair in all_pairs(sizes) if pair in witness}  # in order, unlike a set
    never = [pair for pair in all_pairs(sizes) if pair not in witness]
    dead = set(never)
    chosen: list[Places] = []
    while missing:
        pair = next(iter(missing))
        best = fullest(pair, sizes, missing, dead)
        chosen.append(best if allows_at(best) else witness[pair])
        for held in pairs_of(chosen[-1]):
            missing.pop(held, None)
    lone = [with_pair((0,) * len(sizes), pair) for pair in never]
    return [point_at(axes, one) for one in chosen], [point_at(axes, one) for one in lone]


def witnesses(sizes: Sequence[int], allows: Allows) -> dict[Pair, Places]:
    """An allowed point for each pair that one was found for."""
    found: dict[Pair, Places] = {}
    if prod(sizes) <= MOST_POINTS:
        for places in product(*map(range, sizes)):
            pairs = [pair for pair in pairs_of(places) if pair not in found]
            if pairs and allows(places):
                found |= dict.fromkeys(pairs, places)
        return found
    starts: list[Places] = [(0,) * len(sizes)]
    for pair in all_pairs(sizes):
        if pair not in found:
            tries = islice(near(pair, starts[:1] + starts[-N_STARTS:], sizes), MOST_TRIES)
            for places in filter(allows, tries):
                starts.append(places)
                found |= {one: places for one in pairs_of(places) if one not in found}
                break
    return found


def fullest(
    pair: Pair, sizes: Sequence[int], missing: Collection[Pair], dead: Collection[Pair]
) -> Places:
    """A point with `pair` and, axis by axis, the value that adds most missing pairs, none dead."""
    fixed = dict(zip(pair[:2], pair[2:], strict=True))
    for axis, size in enumerate(sizes):
        if axis in fixed:
            continue

        def gain(place: int, axis: int = axis) -> tuple[int, int]:
            new = [
                (axis, other, place, there) if axis < other else (other, axis, there, place)
                for other, there in fixed.items()
            ]
            return -sum(one in dead for one in new), sum(one in missing for one in new)

        fixed[axis] = max(range(size), key=gain)
    return tuple(fixed[axis] for axis in range(len(sizes)))


def near(pair: Pair, starts: Sequence[Places], sizes: Sequence[int]) -> Iterator[Places]:
    """Points with `pair`: `starts` as they are else, then with one, then two other axes changed."""
    others = [axis for axis in range(len(sizes)) if axis not in pair[:2]]
    for n_changes in range(3):
        for start in starts:
            for axes in combinations(others, n_changes):
                for values in product(*(range(sizes[axis]) for axis in axes)):
                    changed = dict(zip(axes, values, strict=True))
                    yield with_pair(
                        tuple(changed.get(axis, place) for axis, place in enumerate(start)), pair
                    )


def with_pair(places: Places, pair: Pair) -> Places:
    """`places` with the two values of `pair`."""
    i, j, a, b = pair
    return (*places[:i], a, *places[i + 1 : j], b, *places[j + 1 :])


def all_pairs(sizes: Sequence[int]) -> Iterator[Pair]:
    """Every two values of two axes that vary, in order."""
    for i, j in combinations([axis for axis, size in enumerate(sizes) if size > 1], 2):
        for a, b in product(range(sizes[i]), range(sizes[j])):
            yield i, j, a, b


def pairs_of(places: Places) -> Iterator[Pair]:
    """The pairs that a point holds."""
    for (i, a), (j, b) in combinations(enumerate(places), 2):
        yield i, j, a, b


def point_at(axes: Sequence[Axis], places: Places) -> Point:
    """The values at `places`."""
    return tuple(axis[place] for axis, place in zip(axes, places, strict=True))
