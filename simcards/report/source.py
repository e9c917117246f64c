"""A run as the report reads it: its contests, and sums over groups of blocks from the queries."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

from simcards.errors import DataError
from simcards.game import Game, find_game
from simcards.manifest import Manifest
from simcards.report import words
from simcards.report.contests import ContestInfo, contests_of
from simcards.stats import Measure, Sums, ratio
from simcards.store import connect, state
from simcards.targets import Target, default, parse

MAX_GROUPS = 1000  # beyond as many blocks, several share a group: memory stays bounded
MIN_GROUPS = 50  # with many contests as few, which blurs the width of intervals by 10 %
MAX_SERIES = 100_000  # groups times contests, where there are that many
MAX_FOLDS = 200  # groups of whole distributions
MAX_KEPT = 32_000_000  # bytes of sums kept for another question

Key = tuple[Any, ...]


class Source:
    """One run, opened for reading."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.name = folder.name
        self.manifest = Manifest.read(folder)
        self.game: Game = find_game(self.manifest.game)
        self.db = connect(folder)
        self._sums: OrderedDict[tuple[str, str], dict[Key, dict[str, Sums]]] = OrderedDict()

    def close(self) -> None:
        """Let go of the records."""
        self.db.close()

    @cached_property
    def state(self) -> str:
        """Whether the run is done, running, or was cut off."""
        return state(self.folder, self.manifest)

    @cached_property
    def targets(self) -> dict[str, Target]:
        """The designer's targets, by metric."""
        given = self.manifest.config.get("targets") or {}
        return {name: parse(name, text) for name, text in given.items()}

    def target(self, metric: str) -> Target | None:
        """The designer's target for a metric, else the stated default, else None."""
        return self.targets.get(metric) or default(metric)

    @cached_property
    def varied(self) -> dict[str, list[Any]]:
        """Each option that differs between contests, with its values in order of appearance."""
        values: dict[str, list[Any]] = {}
        for contest in self.contests:
            for name, value in contest.rules.items():
                found = values.setdefault(name, [])
                if value not in found:
                    found.append(value)
        return {name: found for name, found in values.items() if len(found) > 1}

    @cached_property
    def rule_sets(self) -> set[Any]:
        """Every rule set that was played."""
        return {self.rules(contest.number) for contest in self.contests}

    @cached_property
    def contests(self) -> tuple[ContestInfo, ...]:
        """Every contest, by number."""
        by_contest: dict[int, list[dict[str, Any]]] = {}
        for row in self.records("SELECT * FROM cells ORDER BY contest, cell"):
            by_contest.setdefault(row["contest"], []).append(row)
        named = {
            name: self.game.rule_values(self.game.variant(name))
            for name in self.manifest.config.get("variants", ())
        }
        return contests_of(list(by_contest.values()), named)

    @cached_property
    def contest(self) -> dict[int, ContestInfo]:
        """Contests by number."""
        return {contest.number: contest for contest in self.contests}

    @property
    def design(self) -> str:
        """How the contests were chosen among all combinations of options."""
        return str(self.manifest.config.get("design", "grid"))

    @property
    def mirrors(self) -> list[ContestInfo]:
        """Contests with one strategy in every seat."""
        return [contest for contest in self.contests if contest.is_mirror]

    @property
    def mixed(self) -> list[ContestInfo]:
        """Contests with more than one strategy."""
        return [contest for contest in self.contests if not contest.is_mirror]

    def label(self, contest: int) -> str:
        """The name of a contest: what is special about its rules, and its line-up."""
        return self._labels[contest]

    @cached_property
    def _labels(self) -> dict[int, str]:
        with_line_up = len({one.line_up for one in self.contests}) > 1
        return {one.number: one.label(with_line_up) for one in self.contests}

    @property
    def basis(self) -> str:
        """What a chart over all contests rests on: blocks, rule sets and bots."""
        return self.basis_of(self.contests)

    def basis_of(self, contests: Sequence[ContestInfo]) -> str:
        """What a chart over some contests rests on."""
        rules = {contest.rules_label for contest in contests}
        bots = dict.fromkeys(name for one in contests for name in one.strategies)
        return (
            f"Over {words.plural(self.n_blocks, 'block')}; "
            f"{words.plural(len(rules), 'rule set')}; bots: {words.listed(list(bots))}."
        )

    @cached_property
    def n_blocks(self) -> int:
        """Blocks that were played."""
        found = self._ask("SELECT count(DISTINCT match) FROM matches").fetchone()
        return int(found[0])

    @cached_property
    def n_groups(self) -> int:
        """Groups that blocks are summed into: fewer with many contests."""
        most = max(MIN_GROUPS, min(MAX_GROUPS, MAX_SERIES // max(len(self.contests), 1)))
        return min(max(self.n_blocks, 1), most)

    def by_seat(self, column: str) -> str:
        """The stored names of a per-seat column, for a query."""
        return ", ".join(f"{column}_{seat}" for seat in range(self.game.max_seats))

    def by_side(self, column: str) -> list[str]:
        """A per-seat column once a side, else null; for a query that has the cells at hand."""
        seats = range(self.game.max_seats)
        return [f"CASE side_{seat} WHEN {seat} THEN {column}_{seat} END" for seat in seats]

    def rules(self, contest: int) -> Any:
        """The rule set of a contest."""
        return self.game.make_rules(self.contest[contest].rules)

    @cached_property
    def is_one_hand(self) -> bool:
        """Whether a match is one hand, whatever the rules of a contest."""
        return all(self.game.fixed_hands(rules) == 1 for rules in self.rule_sets)

    @cached_property
    def is_win_or_nothing(self) -> bool:
        """Whether a match is one hand that gives its winner the one point there is."""
        other = "SELECT 1 AS other FROM match_seats WHERE total <> won LIMIT 1"
        return self.is_one_hand and not self.records(other)

    @cached_property
    def has_partners(self) -> bool:
        """Whether seats score together in any contest."""
        return any(one.n_sides < one.n_seats for one in self.contests)

    def records(self, sql: str) -> list[dict[str, Any]]:
        """The rows of a small query, as dictionaries."""
        cursor = self._ask(sql)
        names = [item[0] for item in cursor.description]
        return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

    def rows(self, query: str, fills: Mapping[str, str] | None = None, **values: Any) -> Any:
        """The columns of a named query as arrays; `fills` are column lists, `values` parameters."""
        text = resources.files("simcards.sql").joinpath(f"{query}.sql").read_text("utf-8")
        return self._ask(text.format(**(fills or {})), values).fetchnumpy()

    def _ask(self, sql: str, values: Mapping[str, Any] | None = None) -> Any:
        try:
            return self.db.execute(sql, values)
        except duckdb.Error as error:
            line = str(error).splitlines()[0]
            raise DataError(
                f"{self.folder}: records cannot be read: {line}. See: simcards verify {self.name}"
            ) from None

    def sums(
        self, query: str, fills: Mapping[str, str] | None = None
    ) -> dict[Key, dict[str, Sums]]:
        """What the named query sums, as one array over groups of blocks for each key.

        Its columns before `block_group` are keys, which order its rows; those after are sums.
        """
        place = (query, repr(fills))
        if place not in self._sums:
            rows = self.rows(query, fills, groups=self.n_groups)
            self._sums[place] = _by_key(rows, self.n_groups)
            self._forget()
        self._sums.move_to_end(place)
        return self._sums[place]

    def _forget(self) -> None:
        """Drop the sums asked for longest ago, when there are too many to keep; never the last."""
        sizes = {place: _size(found) for place, found in self._sums.items()}
        for place in list(self._sums)[:-1]:
            if sum(sizes.values()) > MAX_KEPT:
                del self._sums[place], sizes[place]

    def ratio(self, numerator: Sums, denominator: Sums) -> Measure:
        """A ratio of sums over this run's groups of blocks."""
        return ratio(numerator, denominator, self.n_blocks)


def _size(found: Mapping[Key, Mapping[str, Sums]]) -> int:
    """Bytes of what a query summed."""
    return sum(sums.nbytes for one in found.values() for sums in one.values())


def _by_key(rows: Mapping[str, Any], n_groups: int) -> dict[Key, dict[str, Sums]]:
    names = list(rows)
    at = names.index("block_group")
    keys, values = names[:at], names[at + 1 :]
    groups = np.asarray(rows["block_group"], dtype=np.int64)
    if not len(groups):
        return {}
    changed = np.zeros(len(groups), dtype=bool)
    changed[0] = True
    for key in keys:
        changed[1:] |= rows[key][1:] != rows[key][:-1]
    starts = np.flatnonzero(changed)
    found: dict[Key, dict[str, Sums]] = {}
    for start, end in zip(starts, [*starts[1:], len(groups)], strict=True):
        sums = found[tuple(_plain(rows[key][start]) for key in keys)] = {}
        for name in values:
            sums[name] = np.zeros(n_groups)
            sums[name][groups[start:end]] = np.asarray(rows[name][start:end], dtype=float)
    return found


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
