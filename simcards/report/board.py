"""The verdict board: each contest's headline metrics against their targets."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf, isfinite

from simcards.metrics import METRICS
from simcards.report import measures, words
from simcards.report.page import Section, Table
from simcards.report.quality import too_many_cut_off
from simcards.report.source import Source
from simcards.several import gap
from simcards.stats import Estimate
from simcards.targets import Target

ON, UNSURE, OFF, NO_DATA = "● on target", "▲ unsure", "■ off target", "○ no data"
GAP_SD = 0.1  # default target of the position gap: this part of the spread of a hand's score
MAX_MORE = 1000  # times the blocks played: beyond, more blocks will not settle it
MANY = 20  # contests, beyond which chance alone puts some off target
LONG = 12  # rows from which the grid is folded


@dataclass(frozen=True)
class Verdict:
    """One metric of one contest against its target."""

    metric: str
    contest: int
    name: str
    estimate: Estimate
    target: str  # in words; empty when there is none
    state: str
    more_blocks: int | None  # how many would settle an unsure one; None: not that many

    @property
    def cell(self) -> str:
        """Shape and number."""
        unit = METRICS[self.metric].unit
        shape = f"{self.state[0]} " if self.state else ""
        return f"{shape}{words.value(self.estimate, unit)} ({unbroken(self.estimate, unit)})"


def unbroken(estimate: Estimate, unit: str) -> str:
    """An interval that no line break parts; the board's columns are narrow."""
    return words.spread(estimate, unit).replace(" ", "\u00a0")


def judge(estimate: Estimate, target: Target) -> str:
    """Where the whole interval lies: in the target, outside, or across its limit."""
    if not isfinite(estimate.half):
        return NO_DATA
    if target.low <= estimate.low and estimate.high <= target.high:
        return ON
    if estimate.high < target.low or estimate.low > target.high:
        return OFF
    return NO_DATA if estimate.high - estimate.low > target.band else UNSURE


def more_blocks(estimate: Estimate, target: Target) -> int | None:
    """How many more blocks would bring the whole interval to one side of the limit."""
    if not isfinite(estimate.half):
        return None
    value, times = estimate.value, 0.0
    for limit in (target.low, target.high):
        if estimate.low < limit < estimate.high:
            if limit == value:
                return None
            half = estimate.high - value if limit > value else value - estimate.low
            times = max(times, (half / (limit - value)) ** 2 - 1)
    more = max(ceil(times * estimate.n_blocks), 1)
    return more if times <= MAX_MORE else None


def excess(one: Verdict, target: Target | None) -> float:
    """How far a value lies beyond its target, below zero inside; without a target, its size."""
    value = one.estimate.value
    return max(value - target.high, target.low - value) if target else value


def find(source: Source) -> list[Verdict]:
    """Every headline metric of every contest."""
    capped = {key: one.share() for key, one in measures.per_match(source, "capped").items()}
    found: dict[str, dict[int, Estimate]] = {}
    if not source.is_win_or_nothing or "position_gap" in source.targets:
        found["position_gap"] = {key: gap(one) for key, one in measures.positions(source).items()}
    found["win_gap"] = {
        key: gap(one, most=1.0) for key, one in measures.win_positions(source).items()
    }
    if source.game.bids:
        made = measures.per_hand(source, "bids", "made")
        found["make_rate"] = {key: one.share() for key, one in made.items()}
    if "points_per_hand" in source.targets:
        points = measures.points(source)
        found["points_per_hand"] = {key: one.estimate() for key, one in points.items()}
    if not source.is_one_hand or "hands_per_match" in source.targets:
        found["hands_per_match"] = measures.match_lengths(source)
    shared = {
        key: one.share()
        for key, one in measures.per_match(source, "shared").items()
        if source.game.can_share(source.rules(key))
    }
    if shared:
        found["tie_rate"] = shared
    if "capped_rate" in source.targets:
        found["capped_rate"] = capped
    distrusted = {key for key, one in capped.items() if too_many_cut_off(one.value)}
    verdicts = []
    for metric, by_contest in found.items():
        target = target_of(source, metric)
        doubted = set() if metric == "capped_rate" else distrusted
        verdicts += [
            _verdict(metric, (contest, source.label(contest)), estimate, target, contest in doubted)
            for contest, estimate in by_contest.items()
        ]
    return verdicts


def _verdict(
    metric: str,
    contest: tuple[int, str],
    estimate: Estimate,
    target: Target | None,
    is_doubted: bool,
) -> Verdict:
    state, more = "", None
    if target:
        state = NO_DATA if is_doubted else judge(estimate, target)
        if state in (UNSURE, NO_DATA) and not is_doubted:
            more = more_blocks(estimate, target)
    return Verdict(metric, *contest, estimate, target.text if target else "", state, more)


def target_of(source: Source, metric: str) -> Target | None:
    """The designer's target, else the default; that of the position gap scales with the game."""
    target = source.target(metric)
    if target is None and metric == "position_gap":
        limit = float(f"{GAP_SD * measures.score_sd(source).value:.1g}")
        return Target(metric, f"<= {limit:g} points", -inf, limit)
    return target


def section(source: Source) -> Section:
    """The board: by metric, then by contest."""
    found = find(source)
    by_metric: dict[str, list[Verdict]] = {}
    for one in found:
        by_metric.setdefault(one.metric, []).append(one)
    tally = {
        state: sum(one.state == state for one in found) for state in (ON, UNSURE, OFF, NO_DATA)
    }
    lead = [
        ", ".join(f"{words.count(n)} {state[2:]}" for state, n in tally.items() if n)
        + ". A verdict is for the whole 95% interval: inside the target, outside, or across."
    ]
    if len(source.contests) > MANY:
        chance = "Of so many some are off target, and the worst looks worse than it is, by chance."
        lead.append(f"Each verdict stands alone. {chance}")
    tables = [_summary(source, by_metric)]
    if len(source.contests) > 1:
        tables.append(_grid(source, by_metric))
    return Section("board", "Verdict board", lead, [], tables, (), "", found)


def _summary(source: Source, by_metric: dict[str, list[Verdict]]) -> Table:
    columns = ["metric", "target", "set by", "verdicts", "worst in", "value", "95%", "to be sure"]
    rows = []
    for metric, verdicts in by_metric.items():
        about, target = METRICS[metric], target_of(source, metric)
        worst = max(verdicts, key=lambda one: excess(one, target))
        tally = [
            f"{state[0]} {words.count(n)}"
            for state in (ON, UNSURE, OFF, NO_DATA)
            if (n := sum(one.state == state for one in verdicts))
        ]
        only = verdicts[0].state if len(verdicts) == 1 else "  ".join(tally)
        rows.append(
            [
                about.title,
                worst.target or "none",
                _set_by(source, metric, worst),
                only or "–",
                worst.name,
                words.value(worst.estimate, about.unit),
                unbroken(worst.estimate, about.unit),
                _advice(verdicts),
            ]
        )
    note = (
        "Verdicts count contests: ● on target, ▲ unsure, ■ off target, ○ no data (interval wider "
        "than the target, or matches cut off). Worst: farthest beyond the target, or the highest "
        "without one. [targets] in a config sets what to aim for."
    )
    return Table("By metric", columns, rows, note, n_labels=5)


def _set_by(source: Source, metric: str, one: Verdict) -> str:
    if metric in source.targets:
        return "the designer"
    if not one.target:
        return "–"
    reason = METRICS[metric].reason or "a tenth of the spread of a hand's score"
    return f"default: {reason}"


def _advice(verdicts: Sequence[Verdict]) -> str:
    unsure = [one for one in verdicts if one.state in (UNSURE, NO_DATA)]
    if not unsure:
        return "–"
    needed = [one.more_blocks for one in unsure if one.more_blocks is not None]
    if not needed:
        return "too close to the limit for more blocks to settle"
    n, of_all = words.count(len(needed)), words.count(len(unsure))
    few = f" for {n} of {of_all}" if n != of_all else ""
    return f"about {words.count(float(f'{max(needed):.2g}'))} more blocks{few}"


def _grid(source: Source, by_metric: dict[str, list[Verdict]]) -> Table:
    at = {(one.metric, one.contest): one.cell for found in by_metric.values() for one in found}
    columns = ["rules", "line-up", *(METRICS[metric].title for metric in by_metric)]
    rows = [
        [
            one.label(False),
            one.line_up,
            *(at.get((metric, one.number), "–") for metric in by_metric),
        ]
        for one in source.contests
    ]
    note = "Value and 95% interval; – where the line-up says nothing about it."
    beyond = dict.fromkeys((one.number for one in source.contests), -inf)
    for metric, found in by_metric.items():
        target = target_of(source, metric)
        for one in found if target else ():
            beyond[one.contest] = max(beyond[one.contest], _beyond(one, target))
    return Table(
        "By contest",
        columns,
        rows,
        note,
        len(rows) > LONG,
        2,
        list(beyond.values()),
        "farthest beyond a target",
    )


def _beyond(one: Verdict, target: Target | None) -> float:
    """How far beyond its target, as a part of the limit, so that metrics can be compared."""
    limits = [abs(end) for end in (target.low, target.high) if isfinite(end)] if target else []
    return excess(one, target) / max([*limits, 1e-9])
