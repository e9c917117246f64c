"""What a report does not know, how it knows the rest, and where to look deeper."""

from collections.abc import Sequence
from math import sqrt

from simcards.design import remarks
from simcards.manifest import DONE
from simcards.metrics import metrics_of
from simcards.report import measures, words
from simcards.report.effects import UNKNOWN, Effect
from simcards.report.length import ACTIONS
from simcards.report.page import Section, Table
from simcards.report.source import Source
from simcards.stats import FEW


def unknowns(source: Source, sections: Sequence[Section]) -> Section:
    """A plain statement of the limits of this run."""
    strategies = list(dict.fromkeys(name for one in source.contests for name in one.strategies))
    said = [
        f"These are bots ({words.listed(strategies)}), not people. Where better or other bots "
        "would choose otherwise, every number here may move.",
        "An option's effect is what it does to these bots. A bot that does not look at the option "
        "plays on as if nothing had changed.",
    ]
    said += _unseen(source)
    said += [f"{line}." for line in remarks(source.rule_sets)]
    there = {part.key for part in sections}
    silent = [topic.title for topic in source.game.topics if topic.key not in there]
    if silent:
        said.append(f"Nothing happened in this run that would tell of: {words.listed(silent)}.")
    effects = [one for part in sections for one in part.findings if isinstance(one, Effect)]
    if effects:
        open_ = sum(one.verdict == UNKNOWN for one in effects)
        said.append(
            f"{len(effects)} comparisons of options were made, and {open_} can't be told yet. "
            "Verdicts allow for all of them; intervals (95% each) do not: about one in twenty of "
            "the intervals on this page misses the truth."
        )
    else:
        said.append("About one in twenty of the 95% intervals on this page misses the truth.")
    if len(source.varied) > 1 and not any(part.key == "interactions" for part in sections):
        said.append("Whether two options together do more than each alone is not known.")
    capped = sum(int(one["capped"].sum()) for one in measures.match_sums(source).values())
    if capped:
        said.append(
            f"{words.plural(capped, 'match')} were cut off; how they would have ended is open."
        )
    if source.state != DONE:
        said.append(
            "The run is not finished; blocks that were not played may differ by chance only."
        )
    return Section("unknown", "What is not known", [], notes=said)


def _unseen(source: Source) -> list[str]:
    """What the design of the run keeps out of sight."""
    said = []
    if source.n_blocks < FEW:
        said.append(
            f"{words.plural(source.n_blocks, 'block')}, where {FEW} is the least: too few to tell "
            "chance from more. What is alike in all of them may not stay so."
        )
    if not source.mirrors:
        said.append("Balance by position was not measured: no mirror line-up was played.")
    if not source.mixed:
        said.append("Which strategy is better was not measured: no mixed line-up was played.")
    else:
        said.append(
            "Rotations turn a line-up as a whole: who sits on a strategy's left is the same in all "
            "of them, and strength here includes that."
        )
    return said


def method(source: Source) -> Section:
    """How the numbers come about."""
    size = (
        f" Blocks are summed into {source.n_groups:,} groups first, which changes no value and the "
        f"width of intervals by about {100 / sqrt(2 * (source.n_groups - 1)):.0f} %."
        if source.n_blocks > source.n_groups
        else ""
    )
    lead = [
        "The unit is the block: one match number over all contests and rotations, played with the "
        "same cards. Hands of a block are alike, so every interval comes from how blocks differ, "
        f"never from counting hands.{size}",
        "Every number is a ratio of sums over blocks, with a linearised error and a t interval; "
        "shares have Wilson intervals with the effective sample of the blocks; medians and "
        "percentiles are bootstrapped over blocks (1,000 draws, fixed seed). Differences are taken "
        "block by block, so what the common cards do cancels out. All intervals are 95%.",
        "Equal positions are tested by Wald's test over blocks; many comparisons are corrected "
        "after Benjamini and Hochberg; 'no visible difference' is an equivalence test (two "
        "one-sided tests) against the stated margin, not the absence of a difference.",
    ]
    rows = [[one.title, one.unit, one.formula] for one in metrics_of(source.game).values()]
    rows += [
        [f"{topic.title}: {rate.name}", rate.unit, rate.formula]
        for topic in source.game.topics
        for breakdown in topic.breakdowns
        for rate in breakdown.rates
    ]
    table = Table("Metrics", ["metric", "unit", "formula"], rows, folded=True, n_labels=3)
    return Section("method", "Method", lead, tables=[table])


def deeper(source: Source) -> Section:
    """Hands and matches worth a look, and the commands that show more."""
    length, unit = ("decisions", ACTIONS) if source.is_one_hand else ("hands", words.HANDS)
    fills = {
        "totals": ", ".join(source.by_side("total")),
        "scores": source.by_seat("score"),
        "length": length,
        "unit": unit,
    }
    found = source.rows("remarkable", fills)
    columns = (found[name].tolist() for name in ("what", "size", "unit", "cell", "match", "hand"))
    rows = [
        [
            f"{what}: {words.count(size)} {unit}",
            f"simcards show {source.name} {cell} {match}{'' if hand is None else f' {hand}'}",
        ]
        for what, size, unit, cell, match, hand in zip(*columns, strict=True)
        if not (source.is_win_or_nothing and unit == words.POINTS)
    ]
    by_strategy = "SELECT contest, strategy, avg(score) FROM seats GROUP BY ALL"
    commands = [
        ["points a hand by strategy", f'simcards query {source.name} "{by_strategy}"'],
        ["the columns there are", f"simcards schema {source.game.name}"],
        ["what a metric means", "simcards metrics explain position_gap"],
    ]  # fmt: skip
    return Section(
        "deeper",
        "How to look deeper",
        [],
        tables=[Table("Hands and questions", ["what", "command"], [*rows, *commands], n_labels=2)],
    )
