"""Data quality: whether the records can be trusted, before anything is read from them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simcards.manifest import DONE
from simcards.records import Column
from simcards.report import measures, words
from simcards.report.page import Section, Table
from simcards.report.source import Source
from simcards.stats import FEW
from simcards.targets import default

FINE, LOOK, NOTE = "● fine", "▲ look", "○ note"


@dataclass(frozen=True)
class Check:
    """One thing that was looked at, and what was found."""

    name: str
    state: str
    found: str


def find(source: Source) -> list[Check]:
    """Every check of this run's records."""
    return [
        _finished(source),
        _enough(source),
        *_complete(source),
        _capped(source),
        *_adds_up(source),
        *_never_seen(source),
    ]


def _finished(source: Source) -> Check:
    state, blocks, wanted = source.state, source.n_blocks, source.manifest.n_blocks
    if state == DONE and blocks == wanted:
        return Check("run", FINE, f"finished: {words.plural(blocks, 'block')} of every cell")
    found = (
        f"{state}: {words.count(blocks)} of {words.plural(wanted, 'block')}; the rest is unplayed"
    )
    return Check("run", LOOK, found)


def _enough(source: Source) -> Check:
    blocks = words.plural(source.n_blocks, "block")
    if source.n_blocks >= FEW:
        return Check("sample", FINE, blocks)
    found = f"{blocks}, too few: intervals are wide or unknown below {FEW}"
    return Check("sample", LOOK, found)


def _complete(source: Source) -> list[Check]:
    rows = source.rows("played")
    n_cells, matches = len(rows["cell"]), {int(n) for n in rows["matches"]}
    wanted = sum(contest.n_cells for contest in source.contests)
    same = (
        n_cells == wanted and matches == {source.n_blocks} and len(set(rows["n_blocks_sum"])) == 1
    )
    blocks = Check(
        "same cards everywhere",
        FINE if same else LOOK,
        f"all {words.plural(wanted, 'cell')} hold the same {words.plural(source.n_blocks, 'block')}"
        if same
        else f"{n_cells} of {wanted} cells hold from {min(matches, default=0)} to "
        f"{max(matches, default=0)} of {source.n_blocks} blocks: comparisons are not fully paired",
    )
    played, recorded = (int(rows[name].sum()) for name in ("hands", "recorded"))
    found = f"{words.count(recorded)}, each of those that the matches say, once"
    if played != recorded:
        found = f"{words.count(recorded)}, but the matches say {words.count(played)}"
    elif not all(rows["as_promised"]):
        found = f"{words.count(recorded)}, but some twice and others not at all: simcards verify"
    wrong = played != recorded or not all(rows["as_promised"])
    return [blocks, Check("hands recorded", LOOK if wrong else FINE, found)]


def too_many_cut_off(share: float) -> bool:
    """Whether so many matches were cut off that nothing else can be trusted."""
    limit = default("capped_rate")
    return limit is not None and not limit.holds(share)


def _capped(source: Source) -> Check:
    shares = measures.per_match(source, "capped").values()
    worst = max((one.value for one in shares), default=0.0)
    n = sum(int(one["capped"].sum()) for one in measures.match_sums(source).values())
    found = f"{words.count(n)} matches stopped at the length cap"
    if too_many_cut_off(worst):
        found += f" (up to {100 * worst:.0f}% of a contest): numbers there are biased"
    return Check("cut off", LOOK if too_many_cut_off(worst) else FINE, found)


def _adds_up(source: Source) -> list[Check]:
    parts = measures.part_columns(source)
    if not parts:
        return []
    faults = int(source.rows("point_faults", {"parts": " + ".join(parts)})["faults"][0])
    found = f"{words.plural(faults, 'score')} differ from the sum of their parts"
    return [Check("scores add up", LOOK if faults else FINE, found)]


def _never_seen(source: Source) -> list[Check]:
    missing = []
    for column in source.game.all_hand_columns():
        if column.codes:
            missing += [f"{column.name} {name}" for name in _unseen(source, column)]
    if not missing:
        return [Check("never seen", FINE, "nothing: every value of every coded column occurred")]
    found = f"{words.listed(missing, 12)}: rare, or nothing that the rules played can give"
    return [Check("never seen", NOTE, found)]


def _unseen(source: Source, column: Column) -> list[str]:
    codes = column.codes or {}
    records = "seats" if column.per_seat else "hands"
    rows: Any = source.rows("code_counts", {"column": column.name, "records": records})
    seen = {
        codes.get(code, code) if not isinstance(code, str) else code
        for code in rows["code"].tolist()
    }
    return [name for name in codes.values() if name not in seen]


def section(source: Source) -> Section:
    """The box on top of the report."""
    checks = find(source)
    look: Sequence[Check] = [one for one in checks if one.state == LOOK]
    lead = (
        "To look at: " + "; ".join(f"{one.name}: {one.found}" for one in look) + "."
        if look
        else "Nothing to object to: complete, nothing cut off, scores add up."
    )
    table = Table(
        "Checks", ["check", "", "found"], [[one.name, one.state, one.found] for one in checks],
        n_labels=3,
    )  # fmt: skip
    return Section("quality", "Data quality", [lead], [], [table], findings=checks)
