"""Announcements: who asks for them, who gets them, and whether they are kept."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simcards.report import words
from simcards.report.page import Section, Table
from simcards.report.source import Source
from simcards.stats import Estimate, Sums


@dataclass(frozen=True)
class Announcements:
    """One strategy's requests of one level, over all contests."""

    strategy: str
    level: str
    rate: Estimate  # requests over its hands
    granted: Estimate  # of its requests
    kept: Estimate  # of those granted
    points: Estimate  # a granted hand


def find(source: Source) -> list[Announcements]:
    """Every level that a strategy asked for; the level that asks for nothing is left out."""
    sums = source.sums("announcements")
    hands: dict[str, Sums] = {}
    for (strategy, _), one in sums.items():
        hands[strategy] = hands.get(strategy, np.zeros(source.n_groups)) + one["requests"]
    return [
        Announcements(
            strategy=strategy,
            level=level,
            rate=source.ratio(one["requests"], hands[strategy]).share(),
            granted=source.ratio(one["granted"], one["requests"]).share(),
            kept=source.ratio(one["kept"], one["granted"]).share(),
            points=source.ratio(one["points"], one["granted"]).estimate(),
        )
        for (strategy, level), one in sums.items()
        if level not in (None, _nothing(source))
    ]


def _nothing(source: Source) -> str | None:
    """The name of the code 0 of `request`: no request."""
    (column,) = (one for one in source.game.hand_columns if one.name == "request")
    return (column.codes or {}).get(0)


def section(source: Source) -> Section | None:
    """Requests and announcements; None in a game that records none."""
    if not source.game.announcements:
        return None
    found = find(source)
    title = "Announcements"
    if not found:
        lead = ["No bot ever asked for an announcement, so this run says nothing about them."]
        return Section("announcements", title, lead)
    columns = [
        "strategy", "level", "asked in", "95%", "granted", "kept", "95%", "points a hand", "95%",
        "announcements",
    ]  # fmt: skip
    rows = [
        [
            one.strategy,
            one.level,
            *words.cells(one.rate, words.SHARE),
            words.about(one.granted, words.SHARE),
            *words.cells(one.kept, words.SHARE),
            *words.cells(one.points, words.POINTS),
            words.sample(one.kept),
        ]
        for one in found
    ]
    notes = [
        "A request is granted when no other seat goes before it. Kept: the announcer met the bid. "
        f"{source.game.announcements}"
    ]
    table = Table("Requests by strategy and level", columns, rows, n_labels=2)
    return Section("announcements", title, [_lead(found)], [], [table], notes, _lead(found), found)


def _lead(found: Sequence[Announcements]) -> str:
    most = sorted((one for one in found if one.kept.n), key=lambda one: -one.kept.n)[:3]
    if not most:
        return "Announcements were asked for, but none was made."
    said = [
        f"{one.strategy} asks to {one.level} in {words.about(one.rate, words.SHARE)} of its hands "
        f"and keeps {words.full(one.kept, words.SHARE)} of those made"
        for one in most
    ]
    return f"{'; '.join(said)}."
