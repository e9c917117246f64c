"""Bid accuracy: how often bids come true, and how far off they are when they do not."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from simcards.report import measures, words
from simcards.report.charts import INTERVALS, BidPanel, Panel, Series, calibration, whiskers
from simcards.report.page import Figure, Section, Table
from simcards.report.source import Source
from simcards.stats import Estimate, Sums

MAX_STRATEGIES = 4  # in a chart; tables hold all
FEW = 200  # hands below which a level is in the table only
POOLED = (
    "Bids are pooled over all contests a strategy plays in. A bid's make rate depends on the "
    "cards a bot chose to bid it with; it is not what the bid would make on any cards."
)
TOGETHER = "Partners' bids and tricks are added up in made, over, under and distance."
RARE = f"Bids made in fewer than {FEW} hands are left out where others were made more often."


@dataclass(frozen=True)
class BidLevel:
    """What became of one bid of one strategy, over all contests."""

    strategy: str
    bid: int
    taken: Estimate
    made: Estimate
    over: Estimate
    under: Estimate
    points: Estimate
    use: Estimate  # share of the strategy's hands with this bid


@dataclass(frozen=True)
class BidRecord:
    """How the bids of one strategy come out, over all contests."""

    strategy: str
    made: Estimate
    over: Estimate
    under: Estimate
    bid: Estimate
    taken: Estimate
    distance: Estimate


@dataclass(frozen=True)
class ContestBids:
    """How often bids are met in one contest, all strategies together."""

    contest: int
    name: str
    made: Estimate
    over: Estimate
    under: Estimate
    bid: Estimate


def find_levels(source: Source) -> list[BidLevel]:
    """Every bid of every strategy."""
    sums = source.sums("bid_levels")
    whole: dict[str, Sums] = {}
    for (strategy, _), one in sums.items():
        whole[strategy] = whole.get(strategy, np.zeros(source.n_groups)) + one["hands"]
    return [
        BidLevel(
            strategy=strategy,
            bid=int(bid),
            taken=source.ratio(one["taken"], one["hands"]).estimate().within(0.0),
            made=source.ratio(one["made"], one["hands"]).share(),
            over=source.ratio(one["over"], one["hands"]).share(),
            under=source.ratio(one["under"], one["hands"]).share(),
            points=source.ratio(one["points"], one["hands"]).estimate(),
            use=source.ratio(one["hands"], whole[strategy]).share(),
        )
        for (strategy, bid), one in sums.items()
    ]


def find_records(source: Source) -> list[BidRecord]:
    """Every strategy's bids, the most often made first."""
    totals: dict[str, dict[str, Sums]] = {}
    for (_, strategy), one in source.sums("bids").items():
        mine = totals.setdefault(strategy, {name: np.zeros(source.n_groups) for name in one})
        totals[strategy] = {name: mine[name] + one[name] for name in one}
    found = [_record(source, strategy, one) for strategy, one in totals.items()]
    return sorted(found, key=lambda record: -record.made.value)


def _record(source: Source, strategy: str, one: Mapping[str, Sums]) -> BidRecord:
    def rate(column: str) -> Estimate:
        return source.ratio(one[column], one["hands"]).share()

    def mean(column: str) -> Estimate:
        return source.ratio(one[column], one["hands"]).estimate().within(0.0)

    return BidRecord(
        strategy, rate("made"), rate("over"), rate("under"), mean("bid"), mean("taken"),
        mean("distance"),
    )  # fmt: skip


def find_contests(source: Source) -> list[ContestBids]:
    """How often bids are met in each contest."""
    columns = ("made", "over", "under", "bid")
    made, over, under, bid = (measures.per_hand(source, "bids", name) for name in columns)
    return [
        ContestBids(
            i,
            source.label(i),
            made[i].share(),
            over[i].share(),
            under[i].share(),
            bid[i].estimate().within(0.0),
        )
        for i in made
    ]


def section(source: Source) -> Section | None:
    """Bids against tricks; None in a game without bids."""
    if not source.game.bids:
        return None
    levels, records, contests = find_levels(source), find_records(source), find_contests(source)
    lead = [line for line in (_lead(records), _worst(levels)) if line]
    figures = [draw(levels, records, source.basis) for draw in (_calibration, _make_rates)]
    by_contest = [_contest_table(contests)] if len(contests) > 1 else []
    tables = [_record_table(records), _level_table(levels), *by_contest]
    notes = [POOLED, TOGETHER] if source.has_partners else [POOLED]
    found = [*records, *levels, *contests]
    return Section("bids", "Bids", lead, figures, tables, notes, _lead(records[:1]), found)


def _lead(records: Sequence[BidRecord]) -> str:
    said = [
        f"{one.strategy} meets {words.full(one.made, words.SHARE)} of its bids, takes too many "
        f"tricks in {words.about(one.over, words.SHARE)} and too few in "
        f"{words.about(one.under, words.SHARE)}"
        for one in records[:MAX_STRATEGIES]
    ]
    return f"{'; '.join(said)}."


def _worst(levels: Sequence[BidLevel]) -> str:
    """The bid farthest from what it takes, among those bid often enough."""
    often = [
        one
        for one in levels
        if one.taken.n >= FEW and not one.taken.low <= one.bid <= one.taken.high
    ]
    if not often:
        return ""
    one = max(often, key=lambda level: abs(level.taken.value - level.bid))
    side = "more" if one.taken.value > one.bid else "fewer"
    return (
        f"Least true is {one.strategy}'s bid of {one.bid}: it takes "
        f"{words.full(one.taken, words.TRICKS)} on average, {side} than it says."
    )


def common(levels: Sequence[BidLevel]) -> Sequence[BidLevel]:
    """The levels seen often enough for a chart; all of them where none was."""
    return [one for one in levels if one.made.n >= FEW] or levels


def _calibration(levels: Sequence[BidLevel], records: Sequence[BidRecord], basis: str) -> Figure:
    panels = []
    for record in records[:MAX_STRATEGIES]:
        own = common([one for one in levels if one.strategy == record.strategy])
        bid, taken = [one.bid for one in own], [one.taken for one in own]
        panels.append(BidPanel(record.strategy, bid, taken, [one.n for one in taken]))
    caption = (
        "Tricks taken with each bid; on the diagonal bids are right on average. Below, how often "
        f"each was bid. {RARE} {INTERVALS} {basis}"
    )
    return calibration("calibration", panels, caption)


def _make_rates(levels: Sequence[BidLevel], records: Sequence[BidRecord], basis: str) -> Figure:
    by_place = {(one.strategy, one.bid): one.made for one in common(levels)}
    bids = sorted({bid for _, bid in by_place})
    series = [
        Series(one.strategy, [by_place.get((one.strategy, bid)) for bid in bids])
        for one in records[:MAX_STRATEGIES]
    ]
    panel = Panel("bids made", words.SHARE, series, reference=None, sign=False)
    said = f"Share of bids met exactly, by bid. {RARE} {INTERVALS} {basis}"
    return whiskers("make-rates", [f"bid {bid}" for bid in bids], [panel], said)


def _record_table(records: Sequence[BidRecord]) -> Table:
    columns = [
        "strategy", "made", "95%", "over", "under", "mean bid", "mean taken", "distance", "sample",
    ]  # fmt: skip
    rows = [
        [
            one.strategy,
            *words.cells(one.made, words.SHARE),
            words.about(one.over, words.SHARE),
            words.about(one.under, words.SHARE),
            words.about(one.bid, words.TRICKS),
            words.about(one.taken, words.TRICKS),
            words.about(one.distance, words.TRICKS),
            words.sample(one.made),
        ]
        for one in records
    ]
    return Table("How bids come out", columns, rows, "Sample: hands and seats.")


def _level_table(levels: Sequence[BidLevel]) -> Table:
    columns = [
        "strategy", "bid", "bid in", "taken", "95%", "made", "95%", "over", "under",
        "points a hand", "95%", "sample",
    ]  # fmt: skip
    rows = [
        [
            one.strategy,
            str(one.bid),
            words.about(one.use, words.SHARE),
            *words.cells(one.taken, words.TRICKS),
            *words.cells(one.made, words.SHARE),
            words.about(one.over, words.SHARE),
            words.about(one.under, words.SHARE),
            *words.cells(one.points, words.POINTS),
            words.sample(one.made),
        ]
        for one in levels
    ]
    return Table("Each bid", columns, rows, folded=True)


def _contest_table(contests: Sequence[ContestBids]) -> Table:
    columns = ["contest", "made", "95%", "over", "under", "mean bid", "sample"]
    rows = [
        [
            one.name,
            *words.cells(one.made, words.SHARE),
            words.about(one.over, words.SHARE),
            words.about(one.under, words.SHARE),
            words.about(one.bid, words.TRICKS),
            words.sample(one.made),
        ]
        for one in contests
    ]
    return Table("Bids in each contest", columns, rows, folded=True)
