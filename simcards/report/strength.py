"""Strategies compared: who scores and wins more at a common table, over rotations."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, isfinite, sqrt

from simcards.report import measures, words
from simcards.report.charts import INTERVALS, MAX_ROWS, Panel, Series, whiskers
from simcards.report.contests import ContestInfo
from simcards.report.page import Figure, Section, Table, heaviest
from simcards.report.source import Source
from simcards.stats import Estimate, Measure, average

SURE = 1.645  # one-sided 95%
ODDEST = "farthest from the average"  # what stays of a chart or table with too many rule sets
SHOWN = 4  # line-ups with a chart; all have tables


@dataclass(frozen=True)
class Strength:
    """One strategy in one mixed contest, or on average over the contests of its line-up."""

    contest: int | None  # None: the average over the rule sets of this line-up
    name: str
    line_up: str
    strategy: str
    edge: Estimate  # points a hand over the mean of the table
    win_share: Estimate
    fair_share: float
    blocks_to_lead: Estimate  # until it is ahead of the table's mean with 95%; inf: never


def find(source: Source) -> list[Strength]:
    """Every strategy of every mixed contest; averages over a line-up's rule sets come first."""
    found = []
    all_edges, all_shares = measures.strategy_edges(source), measures.win_shares(source)
    by_line_up: dict[str, list[ContestInfo]] = {}
    for contest in source.mixed:
        by_line_up.setdefault(contest.table, []).append(contest)
    for contests in by_line_up.values():
        edges = [all_edges[contest.number] for contest in contests]
        shares = [all_shares[contest.number] for contest in contests]
        if len(contests) > 1:
            for strategy in contests[0].strategies:
                edge = average([one[strategy] for one in edges])
                share = average([one[strategy] for one in shares])
                name = words.mean_of(len(contests))
                found.append(_strength(contests[0], None, name, strategy, (edge, share)))
        for contest, edge_of, share_of in zip(contests, edges, shares, strict=True):
            for strategy in contest.strategies:
                pair = edge_of[strategy], share_of[strategy]
                name = contest.label(False)
                found.append(_strength(contest, contest.number, name, strategy, pair))
    return found


def _strength(
    info: ContestInfo,
    number: int | None,
    name: str,
    strategy: str,
    pair: tuple[Measure, Measure],
) -> Strength:
    edge, share = pair
    return Strength(
        contest=number,
        name=name,
        line_up=info.table,
        strategy=strategy,
        edge=edge.estimate(),
        win_share=share.share(),
        fair_share=1 / info.n_sides,
        blocks_to_lead=blocks_to_lead(edge),
    )


def blocks_to_lead(edge: Measure) -> Estimate:
    """Blocks after which an edge shows with 95%, one-sided; its interval is that of the edge."""
    found, block_sd = edge.estimate(), edge.se * sqrt(edge.n_blocks)

    def blocks(size: float) -> float:
        if not size > 0 or not isfinite(block_sd):
            return inf
        return max((SURE * block_sd / size) ** 2, 1.0)

    ends = blocks(found.high), blocks(found.low)
    return Estimate(blocks(found.value), *ends, found.n_blocks, found.n, found.method)


def section(source: Source) -> Section | None:
    """Strategies against each other; None without a mixed line-up."""
    found = find(source)
    if not found:
        return None
    lead: list[str] = []
    figures: list[Figure] = []
    tables: list[Table] = []
    line_ups = list(dict.fromkeys(one.line_up for one in found))
    for number, line_up in enumerate(line_ups):
        own = [one for one in found if one.line_up == line_up]
        if number < SHOWN:
            lead.append(_lead(own))
            figures.append(
                _chart(
                    own,
                    number,
                    source.basis_of([one for one in source.mixed if one.table == line_up]),
                )
            )
        tables += _tables(own, number >= SHOWN)
    if len(line_ups) > SHOWN:
        lead.append(f"{len(line_ups) - SHOWN} more line-ups are in the tables.")
    incomplete = [contest for contest in source.mixed if not contest.is_balanced]
    notes = [
        "Each number is over all rotations of a line-up on the same cards; a strategy's neighbours "
        "stay the same in all of them.",
        "The table's mean holds the strategy itself. Over the mean of the others its edge is "
        "larger: by a third for one of four seats, by half for one of three, twofold for one of "
        "two sides.",
    ]
    if incomplete:
        notes.insert(
            0,
            f"Rotations are not complete in {len(incomplete)} of {len(source.mixed)} contests: "
            "what a strategy shows there is in part its seat.",
        )
    title = "Strategies compared"
    return Section("strength", title, lead, figures, tables, notes, lead[0], found)


def _lead(found: Sequence[Strength]) -> str:
    first = [one for one in found if one.name == found[0].name]
    ranked = sorted(first, key=lambda one: -one.edge.value)
    best = ranked[0]
    where = f" ({best.name})" if best.contest is None else ""
    alike = [one.strategy for one in ranked if best.edge.low <= one.edge.high]
    told = f"{best.strategy} is strongest: "
    if len(alike) > 1:
        told = f"{words.listed(alike)} can't be told apart at the top: {best.strategy} has "
    line = (
        f"At the table {best.line_up}, {told}"
        f"{words.full(best.edge, words.POINTS, sign=True)} a hand over the table's mean{where}; "
        f"it wins {words.full(best.win_share, words.SHARE)} of its matches, where "
        f"{100 * best.fair_share:.1f}% is fair"
    )
    rest = [
        f"{one.strategy} {words.about(one.edge, words.POINTS, sign=True)}" for one in ranked[1:]
    ]
    return f"{line}. Then {words.listed(rest)}." if rest else f"{line}."


def _chart(found: Sequence[Strength], number: int, basis: str) -> Figure:
    weight: dict[str, float] = {}
    for one, size in zip(found, _weights(found), strict=True):
        weight[one.name] = max(size, weight.get(one.name, 0.0))
    names = list(weight)
    rows = [names[place] for place in heaviest(weight.values(), MAX_ROWS)]
    strategies = list(dict.fromkeys(one.strategy for one in found))
    by_place = {(one.name, one.strategy): one for one in found}

    def series(field: str) -> list[Series]:
        return [
            Series(name, [getattr(by_place[row, name], field) for row in rows])
            for name in strategies
        ]

    panels = [
        Panel("points a hand over the table's mean", words.POINTS, series("edge")),
        Panel(
            "matches won",
            words.SHARE,
            series("win_share"),
            reference=found[0].fair_share,
            sign=False,
        ),
    ]
    n = len(names)
    cut = f" Of {words.count(n)} rows the {MAX_ROWS} {ODDEST}." if n > MAX_ROWS else ""
    caption = (
        f"Line-up {found[0].line_up}, over all its rotations. Lines: the table's mean and the fair "
        f"share. {INTERVALS}{cut} {basis}"
    )
    return whiskers(f"strength-{number}", rows, panels, caption)


def _tables(found: Sequence[Strength], folded: bool) -> list[Table]:
    columns = [
        "contest", "strategy", "points a hand over the mean", "95%", "matches won", "95%",
        "blocks until it leads", "sample",
    ]  # fmt: skip
    rows = [
        [
            one.name,
            one.strategy,
            *words.cells(one.edge, words.POINTS, sign=True),
            *words.cells(one.win_share, words.SHARE),
            _to_lead(one.blocks_to_lead),
            words.sample(one.edge),
        ]
        for one in found
    ]
    note = (
        "Blocks until it leads: after so many it is ahead of the table's mean with 95% confidence. "
        "Sample: hands and seats."
    )
    first = [row for row, one in zip(rows, found, strict=True) if one.name == found[0].name]
    title = f"Line-up {found[0].line_up}"
    if len(first) == len(rows):
        return [Table(title, columns, rows, note, folded, 2)]
    return [
        Table(title, columns, first, note, folded, 2),
        Table(
            f"{title}, each rule set", columns, rows[len(first) :], note, True, 2,
            _weights(found)[len(first) :], ODDEST,
        ),
    ]  # fmt: skip


def _weights(found: Sequence[Strength]) -> list[float]:
    """How far from its strategy's average over all rule sets an edge is; the average is first."""
    middle = {one.strategy: one.edge.value for one in found if one.contest is None}
    return [
        inf if one.contest is None else abs(one.edge.value - middle.get(one.strategy, 0.0))
        for one in found
    ]


def _to_lead(blocks: Estimate) -> str:
    if not isfinite(blocks.value):
        return "–"
    to = f"to {words.count(blocks.high)}" if isfinite(blocks.high) else "or more"
    return f"{words.count(blocks.value)} ({words.count(blocks.low)} {to})"
