"""Match length: how many hands a match lasts, and how much of that varies."""

from collections.abc import Sequence
from dataclasses import dataclass

from simcards.bootstrap import quantiles
from simcards.report import measures, words
from simcards.report.charts import MAX_ROWS
from simcards.report.distributions import Span, spans
from simcards.report.page import Section, Table
from simcards.report.scores import distributions
from simcards.report.source import Source
from simcards.stats import EXACT, Estimate, exact


@dataclass(frozen=True)
class MatchLength:
    """Hands of a match in one contest."""

    contest: int
    name: str
    mean: Estimate
    p05: Estimate
    median: Estimate
    p95: Estimate
    longest: int
    capped: Estimate


def find(source: Source) -> list[MatchLength]:
    """The length of matches in every contest."""
    means, capped = measures.match_lengths(source), measures.per_match(source, "capped")
    tables = distributions(source, "lengths", "hands", "matches", [[one] for one in means])
    found = []
    for contest, (values, table) in zip(means, tables, strict=True):
        spread = quantiles(values, table, (0.05, 0.5, 0.95), source.n_blocks)
        if means[contest].method == EXACT:
            spread = [exact(one.value, one.n_blocks, one.n) for one in spread]
        low, middle, high = (one.within(0.0) for one in spread)
        found.append(
            MatchLength(
                contest,
                source.label(contest),
                means[contest],
                low,
                middle,
                high,
                int(values[-1]),
                capped[contest].share(),
            )
        )
    return found


def section(source: Source) -> Section:
    """How long matches last."""
    found = find(source)
    lead = [_lead(found)]
    rows = [
        Span(one.name, one.p05.value, one.median.value, one.p95.value, one.mean.value)
        for one in found
    ]
    cut = f" The first {MAX_ROWS} of {len(rows)}." if len(rows) > MAX_ROWS else ""
    caption = (
        "Hands of a match: line from the 5th to the 95th percentile (this is spread, not error), "
        f"dot at the median, bar at the mean.{cut} {source.basis}"
    )
    varies = any(one.longest > one.p05.value for one in found)
    figures = [spans("length", rows, "hands a match", caption)] if varies else []
    columns = [
        "contest",
        "mean",
        "95%",
        "5th",
        "median",
        "95th",
        "longest",
        "cut off",
        "sample",
    ]
    table_rows = [
        [
            one.name,
            *words.cells(one.mean, words.HANDS),
            words.ranged(one.p05, words.HANDS),
            words.ranged(one.median, words.HANDS),
            words.ranged(one.p95, words.HANDS),
            words.count(one.longest),
            words.ranged(one.capped, words.SHARE),
            words.sample(one.mean),
        ]
        for one in found
    ]
    table = Table("Hands of a match", columns, table_rows, folded=len(found) > 1)
    return Section("length", "Match length", lead, figures, [table], (), lead[0], found)


def _lead(found: Sequence[MatchLength]) -> str:
    short, long = (pick(found, key=lambda one: one.mean.value) for pick in (min, max))
    if short.mean.value == long.mean.value:
        return f"A match lasts {words.full(short.mean, words.HANDS)}."
    return (
        f"A match lasts from {words.full(short.mean, words.HANDS)} ({short.name}) to "
        f"{words.full(long.mean, words.HANDS)} ({long.name}); the longest of all took "
        f"{words.plural(max(one.longest for one in found), 'hand')}."
    )
