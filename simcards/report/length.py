"""Match length: how many hands (or actions, of one hand) a match lasts, and how that varies."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from simcards.bootstrap import quantiles
from simcards.report import measures, words
from simcards.report.charts import MAX_CHOSEN, MAX_ROWS
from simcards.report.distributions import Span, spans
from simcards.report.page import Section, Table, heaviest
from simcards.report.scores import ODDEST, distributions
from simcards.report.source import Source
from simcards.stats import EXACT, Estimate, exact

ACTIONS = "actions"  # the length of a match that is one hand


@dataclass(frozen=True)
class MatchLength:
    """Hands of a match in one contest; actions where every match is one hand."""

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
    if source.is_one_hand:
        lasting = measures.per_match(source, "decisions")
        means = {contest: one.estimate().within(0.0) for contest, one in lasting.items()}
    column = "decisions" if source.is_one_hand else "hands"
    sets = [[one] for one in means]
    tables = distributions(source, "lengths", ("length", "matches"), sets, {"length": column})
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
    found, unit = find(source), ACTIONS if source.is_one_hand else words.HANDS
    lead, weights, n = [_lead(found, unit)], _weights(found), len(found)
    alike = [words.value(one.mean, unit) for one in found]
    some = [found[place] for place in heaviest(weights, MAX_ROWS, alike, MAX_CHOSEN)]
    rows = [
        Span(one.name, one.p05.value, one.median.value, one.p95.value, one.mean.value)
        for one in some
    ]
    cut = f" Of {words.count(n)} rows the {len(rows)} {ODDEST}." if n > MAX_ROWS else ""
    caption = (
        f"{unit.capitalize()} of a match: line from the 5th to the 95th percentile (this is "
        f"spread, not error), dot at the median, bar at the mean.{cut} {source.basis}"
    )
    varies = any(one.longest > one.p05.value for one in found)
    figures = [spans("length", rows, f"{unit} a match", caption)] if varies else []
    table = _table(found, unit)
    return Section("length", "Match length", lead, figures, [table], (), lead[0], found)


def _table(found: Sequence[MatchLength], unit: str) -> Table:
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
    rows = [
        [
            one.name,
            *words.cells(one.mean, unit),
            words.ranged(one.p05, unit),
            words.ranged(one.median, unit),
            words.ranged(one.p95, unit),
            words.count(one.longest),
            words.ranged(one.capped, words.SHARE),
            words.sample(one.mean),
        ]
        for one in found
    ]
    return Table(
        f"{unit.capitalize()} of a match", columns, rows, folded=len(found) > 1,
        weights=_weights(found), chosen=ODDEST,
    )  # fmt: skip


def _weights(found: Sequence[MatchLength]) -> list[float]:
    """How far each contest's mean is from the first one's, which comes before all others."""
    middle = found[0].mean.value
    return [inf, *(abs(one.mean.value - middle) for one in found[1:])]


def _lead(found: Sequence[MatchLength], unit: str) -> str:
    short, long = (pick(found, key=lambda one: one.mean.value) for pick in (min, max))
    if short.mean.value == long.mean.value:
        return f"A match lasts {words.full(short.mean, unit)}."
    return (
        f"A match lasts from {words.full(short.mean, unit)} ({short.name}) to "
        f"{words.full(long.mean, unit)} ({long.name}); the longest of all took "
        f"{words.plural(max(one.longest for one in found), unit.removesuffix('s'))}."
    )
