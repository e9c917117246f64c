"""Scores: how points spread over hands, which rule gave them, and how close matches end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcards.bootstrap import quantiles
from simcards.report import measures, words
from simcards.report.distributions import MAX_PANELS, Histogram, histograms, stacks
from simcards.report.page import Figure, Section, Table
from simcards.report.source import MAX_FOLDS, Source
from simcards.stats import Estimate, average

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
    tables = distributions(source, "scores", "score", "hands", list(by_rules.values()))
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
    source: Source, query: str, value: str, count: str, sets: Sequence[Sequence[int]]
) -> Iterator[tuple[Any, Any]]:
    """The distribution that a query counts, pooled over each set of contests.

    The distinct values, ascending, and a table of counts by fold of blocks and value. A few sets
    are asked for at a time, so memory stays bounded with many contests.
    """
    n_folds = min(source.n_groups, MAX_FOLDS)
    for start in range(0, len(sets), AT_ONCE):
        some = sets[start : start + AT_ONCE]
        numbers = ", ".join(str(number) for one in some for number in one)
        rows = source.rows(query, {"contests": numbers}, folds=n_folds)
        for one in some:
            starts, ends = (
                np.searchsorted(rows["contest"], one, side) for side in ("left", "right")
            )
            mine = np.concatenate([np.arange(*pair) for pair in zip(starts, ends, strict=True)])
            values, place = np.unique(np.asarray(rows[value])[mine], return_inverse=True)
            table = np.zeros((n_folds, len(values)))
            np.add.at(table, (np.asarray(rows["fold"])[mine], place), rows[count][mine])
            yield values.astype(float), table


def section(source: Source) -> Section:
    """Points a hand by rule set, by the rule that gave them, and how close matches are."""
    found = find(source)
    lead = [_lead(found)]
    figures = [_histograms(found, source.basis)]
    tables = [_table(found)]
    if found[0].parts:
        rows = [one.name for one in found]
        parts = {name: [one.parts[name].value for one in found] for name in found[0].parts}
        caption = (
            "Points a hand by the rule that gave them; the parts add up to the score. "
            f"{source.basis}"
        )
        if all(value >= 0 for values in parts.values() for value in values):
            figures.append(stacks("point-parts", rows, parts, "points a hand", caption))
        tables.append(_parts_table(found))
    return Section("scores", "Scores", lead, figures, tables, (), lead[0], found)


def _lead(found: Sequence[ScoreSpread]) -> str:
    low, high = (pick(found, key=lambda one: one.mean.value) for pick in (min, max))
    close = (
        f"the winner leads the second by {words.full(high.margin, words.POINTS)} and "
        f"{words.about(high.shared, words.SHARE)} of matches have several winners"
    )
    if len(found) == 1:
        return f"A hand gives a seat {words.full(high.mean, words.POINTS)}; {close}."
    return (
        f"A hand gives a seat from {words.full(low.mean, words.POINTS)} ({low.name}) to "
        f"{words.full(high.mean, words.POINTS)} ({high.name}); there {close}."
    )


def _histograms(found: Sequence[ScoreSpread], basis: str) -> Figure:
    panels = [Histogram(one.name, one.values, one.counts, one.mean.value) for one in found]
    cut = f" The first {MAX_PANELS} of {len(panels)}." if len(panels) > MAX_PANELS else ""
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
        "Points of a seat in a hand, and how matches end", columns, rows, folded=len(rows) > 1
    )


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
    return Table("Points a hand by the rule that gave them", columns, rows, folded=True)
