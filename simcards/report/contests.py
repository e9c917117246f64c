"""The contests of a run as its records tell them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

NOTHING_ON = "all off"  # the label where every varied option is a switch, and off
THE_RULES = "the rules"  # the label where nothing is varied
BASE = "the base"  # the label of the first rule set, where others go by what they change
MANY = 4  # varied options, beyond which a label holds only what differs from the first rule set


@dataclass(frozen=True)
class ContestInfo:
    """A contest as the records tell it: rules, line-up, and how its cells are arranged."""

    number: int
    rules: Mapping[str, Any]
    line_up: str
    n_seats: int
    n_sides: int  # fewer where partners score together
    n_cells: int
    strategies: tuple[str, ...]  # distinct, in order of first appearance
    is_mirror: bool
    is_balanced: bool  # every strategy sits in every seat equally often
    rules_label: str

    @property
    def table(self) -> str:
        """The line-up, and whether it plays in sides of partners."""
        return self.line_up + (" in partners" if self.n_sides < self.n_seats else "")

    @property
    def team(self) -> str:
        """The line-up whatever the size of the table: a mirror is its strategy alone."""
        return self.strategies[0] if self.is_mirror else self.line_up

    def label(self, with_line_up: bool) -> str:
        """How tables and charts name it."""
        if not with_line_up:
            return self.rules_label or THE_RULES
        return f"{self.rules_label}: {self.line_up}" if self.rules_label else self.line_up


def contests_of(
    cells: Sequence[Sequence[Mapping[str, Any]]], named: Mapping[str, Mapping[str, Any]]
) -> tuple[ContestInfo, ...]:
    """The contests of a run, from the rows of `cells` of each; `named` rule sets go by name."""
    varied = _varied([rows[0] for rows in cells])
    base = _options(cells[0][0]) if cells else {}
    return tuple(_contest(rows, _label(_options(rows[0]), varied, base, named)) for rows in cells)


def _options(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name.removeprefix("rule_"): value for name, value in row.items() if name.startswith("rule_")
    }


def _varied(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    options = [_options(row) for row in rows]
    return [name for name in options[0] if len({str(one[name]) for one in options}) > 1]


def _label(
    rules: Mapping[str, Any],
    varied: Sequence[str],
    base: Mapping[str, Any],
    named: Mapping[str, Mapping[str, Any]],
) -> str:
    """A rule set's own name, else its varied options, or of many those that differ from `base`."""
    own_name = next((name for name, values in named.items() if values == rules), "")
    if own_name or not varied:
        return own_name
    if len(varied) > MANY:
        changed = [change(name, rules[name]) for name in varied if rules[name] != base[name]]
        return ", ".join(changed) or BASE
    told = [change(name, rules[name]) for name in varied if rules[name] is not False]
    return ", ".join(told) or NOTHING_ON


def _contest(rows: Sequence[Mapping[str, Any]], label: str) -> ContestInfo:
    first = rows[0]
    rules, seats = _options(first), range(first["seats"])
    seated = [[row[f"strategy_{seat}"] for row in rows] for seat in seats]
    counts = [sorted(names) for names in seated]
    strategies = tuple(dict.fromkeys(row[f"strategy_{seat}"] for row in rows for seat in seats))
    return ContestInfo(
        number=first["contest"],
        rules=rules,
        line_up=first["line_up"],
        n_seats=first["seats"],
        n_sides=len({first[f"side_{seat}"] for seat in seats}),
        n_cells=len(rows),
        strategies=strategies,
        is_mirror=len(strategies) == 1,
        is_balanced=all(names == counts[0] for names in counts),
        rules_label=label,
    )


def change(option: str, value: Any) -> str:
    """An option's value as a label: a switch is set or not, any other option has its value."""
    if isinstance(value, bool):
        return option if value else f"no {option}"
    return f"{option} {value}"
