"""What a run measures in each contest: one `Measure` a metric and contest, over common blocks.

Effects of options, the verdict board and the topics' tables all start from these.
"""

from collections.abc import Sequence

import numpy as np

from simcards.report.source import Key, Source
from simcards.stats import Estimate, Measure, Sums, edges, exact, over, standard_deviation

ByContest = dict[int, Measure]
SCORE_SUMS = ("hands", "points", "squares")
PART = "points_"  # per-seat columns whose values add up to the score


def per_hand(source: Source, query: str, column: str) -> ByContest:
    """A column of a query by contest and strategy, over the hands of all strategies."""
    return _over_strategies(source, query, column, "hands")


def points(source: Source) -> ByContest:
    """Points a hand of a seat."""
    return per_hand(source, "strategies", "points")


def score_sd(source: Source, sums: Sequence[Sums] = ()) -> Measure:
    """The standard deviation of a hand's score over some rows of `score_sums`, or all of them."""
    hands, points, squares = np.sum(sums or list(score_sums(source).values()), axis=0)
    return standard_deviation(source.ratio(points, hands), source.ratio(squares, hands))


def score_sums(source: Source) -> dict[int, Sums]:
    """Hands, points and squared points of each contest, one row each."""
    found: dict[int, Sums] = {}
    for (contest, _), one in source.sums("strategies").items():
        sums = np.stack([one[name] for name in SCORE_SUMS])
        found[contest] = found[contest] + sums if contest in found else sums
    return found


def per_match(source: Source, column: str) -> ByContest:
    """A column of the matches query over its matches."""
    return {
        key[0]: source.ratio(one[column], one["matches"]) for key, one in match_sums(source).items()
    }


def match_sums(source: Source) -> dict[Key, dict[str, Sums]]:
    """Matches of each contest, their hands, and how they ended."""
    winners = " + ".join(f"coalesce({one}, 0)" for one in source.by_side("won"))
    return source.sums("matches", {"winners": winners})


def match_lengths(source: Source) -> dict[int, Estimate]:
    """Hands of a match in each contest; exact where the rules fix them and no match differs."""
    return {
        contest: exact(one.value, one.n_blocks, one.n)
        if one.value == source.game.fixed_hands(source.rules(contest))
        else one.estimate().within(0.0)
        for contest, one in per_match(source, "hands").items()
    }


def margins(source: Source) -> ByContest:
    """Points between the highest and the second total of a match."""
    return {
        key[0]: source.ratio(one["margin"], one["matches"])
        for key, one in source.sums(
            "margins", {"totals": ", ".join(source.by_side("total"))}
        ).items()
    }


def positions(source: Source) -> dict[int, list[Measure]]:
    """Points a hand by position, in each mirror contest."""
    return _by_position(source, "positions", "points", "hands")


def win_positions(source: Source) -> dict[int, list[Measure]]:
    """Share of matches won by position of the match, in each mirror contest."""
    return _by_position(source, "first_positions", "wins", "matches")


def role_edge(source: Source) -> ByContest:
    """Points a hand of the dealer (or starter) over the mean of all positions, in each mirror."""
    at = source.game.role_position
    return {contest: edges(found)[at] for contest, found in positions(source).items()}


def first_role_edge(source: Source) -> ByContest:
    """Share of matches won by the first dealer (or starter) over the fair share, in each mirror."""
    at = source.game.role_position
    return {contest: edges(found)[at] for contest, found in win_positions(source).items()}


def strategy_edges(source: Source) -> dict[int, dict[str, Measure]]:
    """Points a hand of each strategy over the mean of its table, in each mixed contest."""
    sums, whole = source.sums("strategies"), points(source)
    return {
        contest.number: {
            name: over(
                source.ratio(
                    sums[contest.number, name]["points"], sums[contest.number, name]["hands"]
                ),
                whole[contest.number],
            )
            for name in contest.strategies
        }
        for contest in source.mixed
    }


def win_shares(source: Source) -> dict[int, dict[str, Measure]]:
    """Share of its matches that a seat of each strategy wins, in each mixed contest."""
    found: dict[int, dict[str, Measure]] = {}
    for (contest, name), one in source.sums("strategy_wins").items():
        found.setdefault(contest, {})[name] = source.ratio(one["wins"], one["matches"])
    return found


def part_columns(source: Source) -> list[str]:
    """The columns that a score is made of."""
    return [
        column.name
        for column in source.game.hand_columns
        if column.per_seat and column.name.startswith(PART)
    ]


def point_parts(source: Source) -> dict[str, ByContest]:
    """Points a hand by the column that counts them, where a game takes its score apart.

    Columns that count nothing in any contest are left out: the rules played have no such points.
    """
    parts = part_columns(source)
    if not parts:
        return {}
    sums = source.sums(
        "point_parts", {"sums": ", ".join(f"sum({part})::DOUBLE AS {part}" for part in parts)}
    )
    found = {
        part: {key[0]: source.ratio(one[part], one["hands"]) for key, one in sums.items()}
        for part in parts
        if any(one[part].any() for one in sums.values())
    }
    return found if len(found) > 1 else {}


def _over_strategies(source: Source, query: str, column: str, base: str) -> ByContest:
    zero = np.zeros(source.n_groups)
    totals: dict[int, tuple[Sums, Sums]] = {}
    for (contest, _), one in source.sums(query).items():
        above, below = totals.get(contest, (zero, zero))
        totals[contest] = (above + one[column], below + one[base])
    return {contest: source.ratio(*pair) for contest, pair in totals.items()}


def _by_position(source: Source, query: str, column: str, base: str) -> dict[int, list[Measure]]:
    numbers = ", ".join(str(contest.number) for contest in source.mirrors)
    if not numbers:
        return {}
    found: dict[int, list[Measure]] = {}
    for (contest, _), one in source.sums(query, {"contests": numbers}).items():
        found.setdefault(contest, []).append(source.ratio(one[column], one[base]))
    return found
