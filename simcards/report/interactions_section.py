"""The section on options together: heat maps of what each pair does beyond its parts."""

from collections.abc import Sequence

from simcards.report import effects, interactions, words
from simcards.report.effects import HIGHER, LOWER, Change, Effect
from simcards.report.effects_section import comparison_tables
from simcards.report.heat import Cell, heat_map
from simcards.report.interactions import Interaction
from simcards.report.page import Figure, Section
from simcards.report.source import Source

COLUMNS = ("options", "metric", "verdict", "together", "95%", "fours", "sample")
MAX_MAPS = 3
MAX_SIDE = 24  # changes on a map


def section(source: Source) -> Section | None:
    """What options do together; None where no two of them were varied together."""
    if len(source.varied) < 2:
        return None
    outcomes = effects.outcomes(source)
    found = interactions.find(source, outcomes)
    if not found:
        return None
    clear = [one for one in found if one.verdict in (HIGHER, LOWER)]
    said = [_said(one) for one in clear[:3]] or [
        "No two options clearly do more or less together than each does alone."
    ]
    count = (
        f"Of {len(found)} comparisons, {len(clear)} differ from the sum of the parts. "
        f"Verdicts allow for all {len(found)} (Benjamini–Hochberg, 5%)."
    )
    single = effects.find(source)
    maps = [_map(source, title, found, single) for title in _titles(found)]
    tables = comparison_tables("interactions", COLUMNS, found, _row)
    notes = [
        "An interaction is the change when both options are set, less the changes of each alone: "
        "the average over fours of contests that differ in these two options only."
    ]
    title = "Options together"
    return Section("interactions", title, [*said, count], maps, tables, notes, "", found)


def _said(one: Interaction) -> str:
    size = words.full(one.effect, one.unit, sign=True)
    return f"{one.name} together: {one.metric} {size} beyond what they do alone."


def _titles(found: Sequence[Interaction]) -> list[str]:
    """The metrics with most that differs; where nothing does, the one that differs most."""
    n_clear = {one.metric: 0 for one in found}  # largest first
    for one in found:
        n_clear[one.metric] += one.verdict in (HIGHER, LOWER)
    ordered = sorted(n_clear, key=lambda title: -n_clear[title])
    return [title for title in ordered if n_clear[title]][:MAX_MAPS] or ordered[:1]


def _map(
    source: Source, title: str, found: Sequence[Interaction], single: Sequence[Effect]
) -> Figure:
    changes = effects.changes(source)[:MAX_SIDE]
    at = {(one.first, one.second): one for one in found if one.metric == title}
    own = {one.change: one for one in single if one.metric == title}
    unit = next(one.unit for one in found if one.metric == title)
    cells = []
    for i, row in enumerate(changes):
        for j, column in enumerate(changes[: i + 1]):
            one = own.get(row) if i == j else at.get((column, row))
            if one:
                cells.append(Cell(i, j, one.effect, one.verdict in (HIGHER, LOWER)))
    cut = f" The first {MAX_SIDE} changes." if len(effects.changes(source)) > MAX_SIDE else ""
    caption = (
        f"{title}: on the diagonal what each change does alone, below it what two do together "
        f"beyond that. Bold: clear after allowing for all comparisons.{cut} {source.basis}"
    )
    labels = [_label(source, change) for change in changes]
    return heat_map(f"interactions-{title}", labels, cells, (unit, title), caption)


def _label(source: Source, change: Change) -> str:
    option, _, value = change
    return option if len(source.varied[option]) == 2 else f"{option} {value}"


def _row(one: Interaction) -> list[str]:
    return [
        one.name,
        effects.with_unit(one.metric, one.unit),
        one.verdict,
        *words.cells(one.effect, one.unit, sign=True),
        words.count(one.n_squares),
        words.sample(one.effect),
    ]
