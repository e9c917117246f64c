"""Scores: how points spread over hands, which rule gave them, and how close matches end."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

import numpy as np

from simcards.bootstrap import quantiles
from simcards.report import measures, words
from simcards.report.charts import MAX_ROWS
from simcards.report.distributions import MAX_PANELS, Histogram, histograms, stacks
from simcards.report.page import Figure, Section, Table, heaviest
from simcards.report.source import MAX_FOLDS, Source
from simcards.stats import Estimate, average

ODDEST = "farthest from the first"  # what stays of a chart or table with too many rule sets
AT_ONCE = 64  # sets of contests whose distributions are in memory


@dataclass(frozen=True)
class ScoreSpread:
    """The score of a hand under one rule set, all line-ups together, and how matches end."""

    name: str
    contests: tuple[int, ...]
    mean: Estimate
    sd: Estimate
    p05: Estimate
    median: Estimate
    p95: Estimate
    margin: Estimate  # highest less second total of a match
    shared: Estimate  # matches with several winners
    parts: dict[str, Estimate]  # points a hand by the rule that gave them
    values: tuple[float, ...]  # the distribution: values and how often
    counts: tuple[float, ...]


def find(source: Source) -> list[ScoreSpread]:
    """The spread of scores under every rule set."""
    by_rules: dict[str, list[int]] = {}
    for contest in source.contests:
        by_rules.setdefault(contest.label(False), []).append(contest.number)
    points, margin = measures.points(source), measures.margins(source)
    shared, parts = measures.per_match(source, "shared"), measures.point_parts(source)
    sums = measures.score_sums(source)
    tables = distributions(source, "scores", ("score", "hands"), list(by_rules.values()))
    found = []
    for (name, numbers), (values, table) in zip(by_rules.items(), tables, strict=True):
        whole = table.sum(axis=0)
        low, middle, high = quantiles(values, table, (0.05, 0.5, 0.95), source.n_blocks)
        found.append(
            ScoreSpread(
                name=name,
                contests=tuple(numbers),
                mean=average([points[i] for i in numbers]).estimate(),
                sd=measures.score_sd(source, [sums[i] for i in numbers]).estimate().within(0.0),
                p05=low,
                median=middle,
                p95=high,
                margin=average([margin[i] for i in numbers]).estimate().within(0.0),
                shared=average([shared[i] for i in numbers]).share(),
                parts={
                    part.removeprefix(measures.PART): average([by[i] for i in numbers]).estimate()
                    for part, by in parts.items()
                },
                values=tuple(values.tolist()),
                counts=tuple(whole.tolist()),
            )
        )
    return found


def distributions(
    source: Source,
    query: str,
    columns: tuple[str, str],
    sets: Sequence[Sequence[int]],
    fills: Mapping[str, str] | None = None,
) -> Iterator[tuple[Any, Any]]:
    """The distribution that a query counts, pooled over each set of contests.

    `columns` are that of the value and that of how often it was seen.
    The distinct values, ascending, and a table of counts by fold of blocks and value. A few sets
    are asked for at a time, so memory stays bounded with many contests.
    """
    n_folds, (value, count) = min(source.n_groups, MAX_FOLDS), columns
    for start in range(0, len(sets), AT_ONCE):
        some = sets[start : start + AT_ONCE]
        numbers = ", ".join(str(number) for one in some for number in one)
        rows = source.rows(query, {"contests": numbers, **(fills or {})}, folds=n_folds)
        for one in some:
            starts, ends = (
                np.searchsorted(rows["contest"], one, side) for side in ("left", "right")
            )
            mine = np.concatenate([np.arange(*pair) for pair in zip(starts, ends, strict=True)])
            values, place = np.unique(np.asarray(rows[value])[mine], return_inverse=True)
            table = np.zeros((n_folds, len(values)))
            np.add.at(table, (np.asarray(rows["fold"])[mine], place), rows[count][mine])
            yield values.astype(float), table


def section(source: Source) -> Section | None:
    """Points a hand by rule set, by the rule that gave them, and how close matches are.

    None where the one point there is goes to the winner.
    """
    if source.is_win_or_nothing:
        return None
    found = find(source)
    if is_one_and_all(found):
        return _settled(found)
    lead = [_lead(found)]
    figures = [_histograms(found, source.basis)]
    tables = [_table(found)]
    if found[0].parts:
        some = [found[place] for place in heaviest(_weights(found), MAX_ROWS)]
        rows = [one.name for one in some]
        parts = {name: [one.parts[name].value for one in some] for name in found[0].parts}
        caption = (
            "Points a hand by the rule that gave them; the parts add up to the score. "
            f"{source.basis}"
        )
        if all(value >= 0 for values in parts.values() for value in values):
            figures.append(stacks("point-parts", rows, parts, "points a hand", caption))
        tables.append(_parts_table(found))
    return Section("scores", "Scores", lead, figures, tables, (), lead[0], found)


def is_one_and_all(found: Sequence[ScoreSpread]) -> bool:
    """Whether every rule set spreads its scores alike and none has parts: there is one row to see.

    So it is where the winner of a hand gets the one point there is.
    """
    first = found[0]
    return len(first.parts) < 2 and all(
        one.values == first.values
        and np.allclose(
            np.divide(one.counts, sum(one.counts)), np.divide(first.counts, sum(first.counts))
        )
        for one in found
    )


def _settled(found: Sequence[ScoreSpread]) -> Section:
    """What there is to say of scores that are always the same."""
    first = found[0]
    shares = [count / sum(first.counts) for count in first.counts]
    spread = [
        f"{value:g} in {100 * share:.4g}%"
        for value, share in zip(first.values, shares, strict=True)
    ]
    where = "" if len(found) == 1 else f", under all {words.count(len(found))} rule sets alike"
    lead = f"A hand gives a seat {words.listed(spread)} of the hands{where}."
    return Section("scores", "Scores", [lead], headline=lead, findings=found)


def _lead(found: Sequence[ScoreSpread]) -> str:
    low, high = (pick(found, key=lambda one: one.mean.value) for pick in (min, max))
    is_fixed = low.mean.value == high.mean.value and not any(
        one.mean.half and isfinite(one.mean.half) for one in found
    )
    if is_fixed:
        high = max(found, key=lambda one: one.sd.value)
    close = (
        f"the winner leads the second by {words.full(high.margin, words.POINTS)} and "
        f"{words.about(high.shared, words.SHARE)} of matches have several winners"
    )
    if is_fixed:
        where = f" ({high.name})" if len(found) > 1 else ""
        return (
            "The points of a table add up to the same in every hand; those of a seat have a "
            f"standard deviation of {words.full(high.sd, words.POINTS)}{where}; {close}."
        )
    if len(found) == 1:
        return f"A hand gives a seat {words.full(high.mean, words.POINTS)}; {close}."
    return (
        f"A hand gives a seat from {words.full(low.mean, words.POINTS)} ({low.name}) to "
        f"{words.full(high.mean, words.POINTS)} ({high.name}); there {close}."
    )


def _histograms(found: Sequence[ScoreSpread], basis: str) -> Figure:
    n = len(found)
    places = heaviest(_weights(found), MAX_PANELS)
    some = [found[place] for place in places]
    panels = [Histogram(one.name, one.values, one.counts, one.mean.value) for one in some]
    cut = f" Of {words.count(n)} the {MAX_PANELS} {ODDEST}." if n > MAX_PANELS else ""
    behind = "; the grey outline repeats the first" if len(panels) > 1 else ""
    caption = f"Points of a seat in a hand. Dashed: the mean{behind}.{cut} {basis}"
    return histograms("scores", panels, "points of a seat in a hand", caption)


def _table(found: Sequence[ScoreSpread]) -> Table:
    columns = [
        "rules", "mean", "95%", "SD", "5th", "median", "95%", "95th", "winning margin", "95%",
        "shared wins", "95%", "sample",
    ]  # fmt: skip
    rows = [
        [
            one.name,
            *words.cells(one.mean, words.POINTS),
            words.about(one.sd, words.POINTS),
            words.ranged(one.p05, words.POINTS),
            words.ranged(one.median, words.POINTS),
            words.ranged(one.p95, words.POINTS),
            *words.cells(one.margin, words.POINTS),
            *words.cells(one.shared, words.SHARE),
            words.sample(one.mean),
        ]
        for one in found
    ]
    return Table(
        "Points of a seat in a hand, and how matches end", columns, rows, folded=len(rows) > 1,
        weights=_weights(found), chosen=ODDEST,
    )  # fmt: skip


def _weights(found: Sequence[ScoreSpread]) -> list[float]:
    """How far each rule set's mean is from the first one's, which comes before all others."""
    middle = found[0].mean.value
    return [inf, *(abs(one.mean.value - middle) for one in found[1:])]


def _parts_table(found: Sequence[ScoreSpread]) -> Table:
    columns = ["rules"]
    for name in found[0].parts:
        columns += [name, "95%"]
    rows = [
        [
            one.name,
            *(cell for part in one.parts.values() for cell in words.cells(part, words.POINTS)),
        ]
        for one in found
    ]
    title = "Points a hand by the rule that gave them"
    return Table(title, columns, rows, folded=True, weights=_weights(found), chosen=ODDEST)
