"""The section on options together: heat maps of what each pair does beyond its parts."""

from collections.abc import Sequence

from simcards.report import effects, interactions, outcomes, words
from simcards.report.effects import HIGHER, LOWER, Change, Effect
from simcards.report.effects_section import allowed_for, comparison_tables
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
    found = interactions.find(source, outcomes.outcomes(source))
    if not found:
        return None
    clear = [one for one in found if one.verdict in (HIGHER, LOWER)]
    n = words.count(len(found))
    said = [_said(one) for one in clear[:3]] or [
        "No two options clearly do more or less together than each does alone."
    ]
    count = (
        f"Of {n} comparisons, {words.count(len(clear))} differ from the sum of the parts. "
        f"{allowed_for(len(found))}"
    )
    single = effects.find(source)
    maps = [_map(source, title, found, single) for title in _titles(source, found)]
    tables = comparison_tables("interactions", COLUMNS, found, _row)
    notes = [
        "An interaction is the change when both options are set, less the changes of each alone: "
        "the average over fours of contests that differ in these two options only."
    ]
    title = "Options together"
    return Section("interactions", title, [*said, count], maps, tables, notes, "", found)


def _said(one: Interaction) -> str:
    size = words.full(one.effect, words.unit_beside(one.metric, one.unit), sign=True)
    metric = one.metric[0].upper() + one.metric[1:]
    changes = f"{effects.how(one.first)} and {effects.how(one.second)}"
    return f"{metric}: {size} {changes} together, beyond what they do alone."


def _titles(source: Source, found: Sequence[Interaction]) -> list[str]:
    """The first metrics in which something differs, that of the largest interaction among them."""
    clear = {one.metric for one in found if one.verdict in (HIGHER, LOWER)}
    first = next((one.metric for one in found if one.metric in clear), found[0].metric)
    others = [title for title in outcomes.in_order(source, clear) if title != first]
    return outcomes.in_order(source, {first, *others[: MAX_MAPS - 1]})


def _map(
    source: Source, title: str, found: Sequence[Interaction], single: Sequence[Effect]
) -> Figure:
    changes = effects.changes(source)[:MAX_SIDE]
    at = {(one.first, one.second): one for one in found if one.metric == title}
    own = {one.change: one for one in single if one.metric == title and not one.n_seats}
    unit = next(one.unit for one in found if one.metric == title)
    cells = []
    for i, row in enumerate(changes):
        for j, column in enumerate(changes[: i + 1]):
            one = own.get(row) if i == j else at.get((column, row))
            if one:
                cells.append(Cell(i, j, one.effect, one.verdict in (HIGHER, LOWER)))
    cut = f" The first {MAX_SIDE} changes." if len(effects.changes(source)) > MAX_SIDE else ""
    alone = "on the diagonal what each change does alone, below it " if own else ""
    caption = (
        f"{title}: {alone}what two changes do together beyond what each does alone. Bold: clear "
        f"after allowing for all comparisons.{cut} {source.basis}"
    )
    labels = [_label(source, change) for change in changes]
    return heat_map(f"interactions-{title}", labels, cells, (unit, title), caption)


def _label(source: Source, change: Change) -> str:
    option, _, value = change
    return option if len(source.varied[option]) == 2 else f"{option} {value}"


def _row(one: Interaction) -> list[str]:
    return [
        one.name,
        words.titled(one.metric, one.unit),
        one.verdict,
        *words.cells(one.effect, one.unit, sign=True),
        words.count(one.n_squares),
        words.sample(one.effect),
    ]
