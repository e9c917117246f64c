"""The sections a game declares itself, from `topics.py` in its folder."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcards.report import words
from simcards.report.charts import INTERVALS, Panel, Series, whiskers
from simcards.report.page import Figure, Section, Table
from simcards.report.source import Key, Source
from simcards.stats import Estimate, Measure, Sums
from simcards.topics import Breakdown, Rate, Topic

FEW = 200  # observations below which a row is in the table only
MAX_SERIES = 4  # in a chart; tables hold all
MAX_INTERVALS = 3  # rates with a column for their interval; of more, half its width beside each
MAX_SAID = 3  # rows told in words
MAX_CONTESTS = 50  # with more, rows are over all contests only
CONTEST = "contest"


@dataclass(frozen=True)
class TopicRow:
    """One row of a game's own table."""

    table: str
    contest: int | None  # None: over all contests
    keys: dict[str, str]
    rates: dict[str, Estimate]
    n: int  # rows of the view behind it
    n_blocks: int


def sections(source: Source) -> list[Section]:
    """What the game tells of itself, a section a topic that something happened of."""
    made = [_section(source, topic) for topic in source.game.topics]
    return [section for section in made if section.tables]


def measures(source: Source) -> Iterator[tuple[Rate, dict[int, Measure]]]:
    """Every rate that matters, for each contest, over all keys."""
    for topic in source.game.topics:
        for breakdown in topic.breakdowns:
            if any(rate.matters for rate in breakdown.rates):
                sums = _sums(source, breakdown, {CONTEST: CONTEST})
                for i, rate in enumerate(breakdown.rates):
                    if rate.matters:
                        by = {key[0]: _ratio(source, one, i) for key, one in sums.items()}
                        yield rate, by


def find(source: Source, breakdown: Breakdown, by_contest: bool = False) -> list[TopicRow]:
    """The rows of one table, in the order of its keys' codes; `by_contest` apart."""
    keys = {CONTEST: CONTEST} if by_contest else {}
    sums = _sums(source, breakdown, keys | dict(breakdown.keys))
    n_first = int(by_contest)
    found = []
    shown = [key for key in sums if not (breakdown.skip and str(key[-1]) in breakdown.skip)]
    for key in sorted(shown, key=_order(source, breakdown, n_first)):
        one = dict(sums[key])
        for i, rate in enumerate(breakdown.rates):
            if rate.of is not None:
                one[f"whole_{i}"] = _whole_of(sums, key[: n_first + rate.of], i)
        rates = {
            rate.name: _estimate(_ratio(source, one, i), rate)
            for i, rate in enumerate(breakdown.rates)
        }
        names = dict(zip(breakdown.keys, map(str, key[n_first:]), strict=True))
        contest = int(key[0]) if by_contest else None
        n = int(one["seen"].sum())
        found.append(TopicRow(breakdown.title, contest, names, rates, n, source.n_blocks))
    return found


# --- Numbers --------------------------------------------------


def _sums(source: Source, breakdown: Breakdown, keys: dict[str, str]) -> dict[Key, dict[str, Sums]]:
    totals = ["count(*)::DOUBLE AS seen"]
    for i, rate in enumerate(breakdown.rates):
        for name, expression in (("part", rate.part), ("whole", rate.whole)):
            totals.append(f"coalesce(sum(CAST({expression} AS DOUBLE)), 0) AS {name}_{i}")
    where = [f"({breakdown.where})", *(f"({key}) IS NOT NULL" for key in keys.values())]
    fills = {
        "keys": "".join(f"{key} AS key_{i}, " for i, key in enumerate(keys.values())),
        "sums": ", ".join(totals),
        "view": breakdown.view,
        "where": " AND ".join(where),
    }
    return source.sums("topic", fills)


def _whole_of(sums: dict[Key, dict[str, Sums]], start: Key, place: int) -> Sums:
    """The whole of a rate over all rows whose keys begin with `start`."""
    alike = [one[f"whole_{place}"] for key, one in sums.items() if key[: len(start)] == start]
    return np.asarray(np.sum(alike, axis=0))


def _ratio(source: Source, one: dict[str, Sums], place: int) -> Measure:
    return source.ratio(one[f"part_{place}"], one[f"whole_{place}"])


def _estimate(measure: Measure, rate: Rate) -> Estimate:
    if rate.unit == words.SHARE:
        return measure.share()
    found = measure.estimate()
    return found if rate.unit == words.POINTS else found.within(0.0)


def _order(source: Source, breakdown: Breakdown, n_first: int) -> Any:
    """Sorts keys by contest, then as the table orders them, by their codes, or as they are."""
    by_name = {column.name: column for column in source.game.all_hand_columns()}
    by_name |= {column.name: column for column in source.game.all_match_columns()}
    made_up = {name: i for i, name in enumerate(breakdown.order)}
    places = []
    for expression in breakdown.keys.values():
        codes = (by_name[expression].codes if expression in by_name else None) or {}
        by_code = {name: code for code, name in codes.items()}
        places.append(made_up if not by_code or set(by_code) <= set(made_up) else by_code)

    def order(key: Key) -> tuple[Any, ...]:
        own = zip(places, key[n_first:], strict=True)
        return *key[:n_first], *((0, place[k]) if k in place else (1, k) for place, k in own)

    return order


# --- Words, charts and tables ---------------------------------


def _section(source: Source, topic: Topic) -> Section:
    lead: list[str] = []
    figures: list[Figure] = []
    tables: list[Table] = []
    findings: list[TopicRow] = []
    with_contests = 1 < len(source.contests) <= MAX_CONTESTS
    for number, breakdown in enumerate(topic.breakdowns):
        rows = find(source, breakdown)
        if not rows:
            lead.append(f"{breakdown.title}: {_why_nothing(source, breakdown)}.")
            continue
        findings += rows
        if breakdown.says:
            lead.append(_said(source, breakdown, rows))
        if breakdown.charted and len(rows) > 1:
            figures.append(_chart(f"{topic.key}-{number}", breakdown, rows, source.basis))
        tables.append(_table(breakdown, rows, {}))
        if with_contests:
            own = find(source, breakdown, by_contest=True)
            names = {contest.number: source.label(contest.number) for contest in source.contests}
            findings += own
            tables.append(_table(breakdown, own, names))
    notes = [*topic.notes]
    if len(source.contests) > 1:
        notes.append("Where no contest is named, rows are over all contests.")
    return Section(topic.key, topic.title, lead, figures, tables, notes, "", findings)


def _why_nothing(source: Source, breakdown: Breakdown) -> str:
    needs = breakdown.needs
    if needs and not any(getattr(rules, needs) for rules in source.rule_sets):
        return f"not in these rules, which are without {needs}"
    return "nothing of the kind happened in this run"


def _said(source: Source, breakdown: Breakdown, rows: Sequence[TopicRow]) -> str:
    """The sentence of a table, for the rows with most behind them, and over what they are."""
    units = {rate.name: rate.unit for rate in breakdown.rates}
    most = sorted(rows, key=lambda row: -row.n)[:MAX_SAID]
    told = [
        breakdown.says.format_map(
            row.keys | {name: words.full(one, units[name]) for name, one in row.rates.items()}
        )
        for row in most
    ]
    if not breakdown.says.startswith("{"):
        told = [line[0].upper() + line[1:] for line in told]
    n = len(source.rule_sets)
    over = f"Over all {words.count(n)} rule sets: " if n > 1 else ""
    return f"{over}{'. '.join(told)}."


def _chart(key: str, breakdown: Breakdown, rows: Sequence[TopicRow], basis: str) -> Figure:
    often = [row for row in rows if row.n >= FEW] or rows
    by_place: dict[tuple[str, str], TopicRow] = {}
    for row in often:
        first, *rest = (_counted(*key) for key in row.keys.items())
        by_place[(first, ", ".join(rest)) if rest else ("", first)] = row
    series = list(dict.fromkeys(first for first, _ in by_place))[:MAX_SERIES]
    places = merged([[rest for first, rest in by_place if first == name] for name in series])
    rates = [rate for rate in breakdown.rates if rate.name in breakdown.charted]
    panels = []
    for rate in rates:
        own = [
            Series(name, [_rate_of(by_place.get((name, place)), rate) for place in places])
            for name in series
        ]
        panels.append(Panel(rate.name, rate.unit, own, reference=None, sign=False))
    if breakdown.together:
        own = [Series(panel.title, panel.series[0].estimates) for panel in panels]
        panels = [
            Panel(" and ".join(breakdown.charted), rates[0].unit, own, reference=None, sign=False)
        ]
    left_out = f" Rows seen fewer than {FEW} times are in the table only."
    few = left_out if len(often) < len(rows) else ""
    return whiskers(key, places, panels, f"{breakdown.title}.{few} {INTERVALS} {basis}")


def _counted(heading: str, value: str) -> str:
    """A value as a chart names it: `2 seats`, for numbers mean nothing alone."""
    return f"{value} {heading}" if value.isdigit() else value


def merged(lists: Iterable[Sequence[str]]) -> list[str]:
    """All that is in some lists, once and in their common order."""
    found: list[str] = []
    for one in lists:
        place = 0
        for item in one:
            if item not in found:
                found.insert(place, item)
            place = found.index(item) + 1
    return found


def _rate_of(row: TopicRow | None, rate: Rate) -> Estimate | None:
    return row.rates[rate.name] if row else None


def _table(breakdown: Breakdown, rows: Sequence[TopicRow], contests: dict[int, str]) -> Table:
    heads = [CONTEST] if contests else []
    columns = [*heads, *breakdown.keys]
    is_wide = len(breakdown.rates) > MAX_INTERVALS
    for rate in breakdown.rates:
        head = words.titled(rate.name, rate.unit)
        columns += [head] if is_wide else [head, "95%"]
    lines = []
    for row in rows:
        line = [contests[row.contest]] if row.contest is not None else []
        line += row.keys.values()
        for rate in breakdown.rates:
            one = row.rates[rate.name]
            line += [words.about(one, rate.unit)] if is_wide else words.cells(one, rate.unit)
        lines.append([*line, words.count(row.n)])
    title = f"{breakdown.title}, by contest" if contests else breakdown.title
    n_labels = len(heads) + len(breakdown.keys)
    seen = f"seen in {words.plural(rows[0].n_blocks, 'block')}"
    return Table(title, [*columns, seen], lines, breakdown.note, bool(contests), n_labels)
