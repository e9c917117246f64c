"""The section on options: the effects found, in words, a chart and tables."""

from collections.abc import Callable, Sequence
from typing import Any

from simcards.report import effects, words
from simcards.report.charts import INTERVALS, Panel, Series, whiskers
from simcards.report.effects import (
    HIGHER,
    IDENTICAL,
    LITTLE_HIGHER,
    LITTLE_LOWER,
    LOWER,
    PAIRWISE,
    SAME,
    UNKNOWN,
    Effect,
)
from simcards.report.outcomes import in_order
from simcards.report.page import Figure, Section, Table
from simcards.report.source import Source
from simcards.stats import Estimate

SHOWN = 12
TOLD = 3  # options in words
COLUMNS = ("option", "metric", "verdict", "effect", "95%", "pairs", "sample")
MAX_PANELS = 3


def section(source: Source) -> Section | None:
    """The effects of options; None when only one rule set was played."""
    if not source.varied:
        return None
    found = effects.find(source)
    title = "Effects of options"
    if not found:
        lead = ["No contests differ in one option only, so no option's effect can be told apart."]
        return Section("effects", title, lead)
    n = len(found)

    def tally(*verdicts: str) -> int:
        return sum(one.verdict in verdicts for one in found)

    count = (
        f"Of {n} comparisons, {tally(HIGHER, LOWER)} differ, {tally(LITTLE_HIGHER, LITTLE_LOWER)} "
        f"differ by too little to matter, {tally(SAME)} show no visible difference, "
        f"{tally(IDENTICAL)} are the same in every block, and {tally(UNKNOWN)} can't be told yet. "
        f"{allowed_for(n)}"
    )
    clear = [one for one in found if one.verdict in (HIGHER, LOWER) and one.effect.half]
    sharp = [one for one in clear if one.same_cards] or clear
    largest = {one.option: one for one in reversed(sharp)}  # of each option, its largest
    told = sorted(largest.values(), key=lambda one: -one.size)[:TOLD]
    said = [_said(one) for one in told] or ["No option clearly changes anything looked at."]
    lead = [*said, count]
    tables = comparison_tables("effects", COLUMNS, found, _row)
    return Section(
        "effects",
        title,
        lead,
        [_chart(source, found)],
        tables,
        _notes(source, found),
        lead[0],
        found,
    )


def allowed_for(n: int) -> str:
    """What a verdict among `n` allows for, and what it does not."""
    return (
        f"Verdicts allow for all {words.count(n)} (Benjamini–Hochberg, 5%): of those that differ, "
        "one in twenty may do so by chance."
    )


def _said(one: Effect) -> str:
    size = words.full(one.effect, words.unit_beside(one.metric, one.unit), sign=True)
    at = f" at {one.n_seats} seats" if one.n_seats else ""
    return f"{one.metric[0].upper()}{one.metric[1:]}: {size} {effects.how(one.change)}{at}."


def _notes(source: Source, found: Sequence[Effect]) -> list[str]:
    margins = ", ".join(
        words.margin(size, unit) for unit, size in sorted({(one.unit, one.margin) for one in found})
    )
    chosen = "the designer's for points" if "option_effect" in source.targets else "defaults"
    notes = [
        f"Too small to matter ({chosen}): {margins}. The default for points is a fiftieth of the "
        "spread of a hand's score.",
        "An effect is the average over pairs of contests that differ in this option only; 'pairs' "
        "gives how many there are and how far they range. Bots that do not look at an option play "
        "on as before: then the effect is the rule's arithmetic, not what people would make of it.",
    ]
    if source.has_partners:
        notes.append(
            "Partners each count the points of their side: points of seats that play alone and of "
            "partners are not compared."
        )
    if any(not one.n_pairs for one in found):
        why = (
            "The design is pairwise: effects are by least squares over all contests"
            if source.design == PAIRWISE
            else "Where 'pairs' says 0, no two contests differ in the option alone; the effect is "
            "by least squares"
        )
        notes.append(f"{why}, which assumes that options add up.")
    if any(not one.same_cards for one in found):
        notes.append(
            "Tables of different size are dealt different cards: their pairs share a block's "
            "number, not its luck, so the effect of that option is right but less sharp."
        )
    return notes


def _chart(source: Source, found: Sequence[Effect]) -> Figure:
    rows = list(dict.fromkeys(one.name for one in sorted(found, key=lambda e: (e.option, -e.size))))
    by_place = {(one.name, one.metric): one for one in found}
    panels = []
    for title in in_order(source, {one.metric for one in found if one.effect.half})[:MAX_PANELS]:
        mine = [by_place.get((row, title)) for row in rows]
        some = next(one for one in mine if one)
        series = Series("", [one.effect if one else None for one in mine])
        panels.append(Panel(title, some.unit, [series], margin=some.margin))
    caption = (
        f"{basis_of(found)} The line is no effect, the band is too small to matter. "
        f"{INTERVALS} {source.basis}"
    )
    return whiskers("effects", rows, panels, caption)


def basis_of(found: Sequence[Effect]) -> str:
    """What effects were compared on, as far as it holds for all of them."""
    if not all(one.n_pairs for one in found):
        return "Effects on the same cards, options adding up where no two contests pair."
    if not all(one.same_cards for one in found):
        return "Effects on the same line-ups and rotations; the same cards at tables of one size."
    return "Paired effects on the same cards, line-ups and rotations."


def comparison_tables(
    what: str, columns: Sequence[str], found: Sequence[Any], row_of: Callable[[Any], list[str]]
) -> list[Table]:
    """The largest of what each change does and, where there are more, all with their p-values."""
    clear_first = sorted(found, key=lambda one: one.verdict not in (HIGHER, LOWER))
    first: dict[str, Any] = {}
    for one in clear_first:
        first.setdefault(one.name, one)
    largest = list(first.values())[:SHOWN]
    title = f"The largest {what}, one for each change, against what matters"
    tables = [Table(title, columns, [row_of(one) for one in largest], n_labels=3)]
    if len(found) == len(largest):
        return tables
    rows = [
        [*row_of(one), words.p_value(one.p_zero), words.p_value(one.p_beyond)]
        for one in sorted(found, key=lambda one: one.metric)
    ]
    note = "p-values are adjusted (Benjamini–Hochberg) over all comparisons."
    columns = [*columns, "p of none", "p beyond margin"]
    return [*tables, Table(f"All {what}", columns, rows, note, True, n_labels=3)]


def _row(one: Effect) -> list[str]:
    ends = [
        words.value(Estimate(end, end - h, end + h, 0, 0), one.unit, sign=True)
        for end, h in ((one.lowest, one.effect.half), (one.highest, one.effect.half))
    ]
    return [
        one.name,
        words.titled(one.metric, one.unit),
        one.verdict,
        *words.cells(one.effect, one.unit, sign=True),
        f"{words.count(one.n_pairs)}: {ends[0]} to {ends[1]}"
        if one.n_pairs > 1
        else str(one.n_pairs),
        words.sample(one.effect),
    ]
