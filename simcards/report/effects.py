"""What each option changes, measured on the same cards, line-ups and rotations."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from simcards.report import measures, words
from simcards.report.measures import ByContest
from simcards.report.source import Source
from simcards.stats import DISCOVERY, Estimate, Measure, adjust, average, combine, difference

HIGHER, LOWER, SAME = "higher", "lower", "no visible difference"
LITTLE_HIGHER, LITTLE_LOWER = "a little higher", "a little lower"  # sure, but within the margin
IDENTICAL, UNKNOWN = "no difference in any block", "can't tell yet"
MARGIN_SD = 0.02  # default margin of points: this part of the spread of a hand's score
MARGINS = {words.SHARE: 0.01, words.HANDS: 0.25, words.TRICKS: 0.05}  # defaults of other units


@dataclass(frozen=True)
class Outcome:
    """A metric of every contest that has it."""

    title: str
    unit: str
    by_contest: ByContest


@dataclass(frozen=True)
class Effect:
    """What one value of an option changes in one metric against the option's base value."""

    option: str
    value: Any
    base: Any
    metric: str
    unit: str
    effect: Estimate
    margin: float  # within it, nothing that matters
    n_pairs: int  # pairs of contests alike but for the option; 0: options assumed to add up
    lowest: float  # of the pairs
    highest: float
    p_zero: float
    p_beyond: float
    verdict: str = ""

    @property
    def name(self) -> str:
        """The change in words."""
        return f"{self.option} {self.value} instead of {self.base}"

    @property
    def size(self) -> float:
        """How large it is against what matters."""
        return abs(self.effect.value) / self.margin


def outcomes(source: Source) -> list[Outcome]:
    """The metrics whose changes are looked at."""
    found = [Outcome("points a hand", words.POINTS, measures.points(source))]
    if source.game.bids:
        for title, column, unit in (
            ("bids made", "made", words.SHARE),
            ("tricks over the bid", "over", words.SHARE),
            ("mean bid", "bid", words.TRICKS),
        ):
            found.append(Outcome(title, unit, measures.per_hand(source, "bids", column)))
    if source.mirrors:
        found += [
            Outcome("dealer's edge", words.POINTS, measures.dealer_edge(source)),
            Outcome("first dealer's edge (wins)", words.SHARE, measures.first_dealer_edge(source)),
        ]
    found += [
        Outcome("hands a match", words.HANDS, measures.per_match(source, "hands")),
        Outcome("shared wins", words.SHARE, measures.per_match(source, "shared")),
    ]
    strategies = dict.fromkeys(name for contest in source.mixed for name in contest.strategies)
    edges = {one.number: measures.strategy_edges(source, one) for one in source.mixed}
    for name in strategies:
        own = {number: by[name] for number, by in edges.items() if name in by}
        found.append(Outcome(f"{name}'s edge", words.POINTS, own))
    return found


def find(source: Source) -> list[Effect]:
    """Every effect of every varied option, largest against its margin first."""
    effects = []
    for outcome in outcomes(source):
        margin = margin_of(source, outcome.unit)
        for option, values in source.varied.items():
            for value in values[1:]:
                one = _effect(source, outcome, (option, values[0], value), margin)
                if one:
                    effects.append(one)
    zero = adjust([one.p_zero for one in effects])
    beyond = adjust([one.p_beyond for one in effects])
    judged = [
        replace(one, p_zero=p, p_beyond=q, verdict=judge(one.effect, p, q))
        for one, p, q in zip(effects, zero, beyond, strict=True)
    ]
    return sorted(judged, key=lambda one: -one.size)


def margin_of(source: Source, unit: str) -> float:
    """The largest change of no matter: the designer's for points, else the stated default."""
    if unit != words.POINTS:
        return MARGINS[unit]
    target = source.targets.get("option_effect")
    if target:
        return target.high
    return max(float(f"{MARGIN_SD * measures.score_sd(source).value:.1g}"), 1e-9)


def judge(effect: Estimate, p_zero: float, p_beyond: float) -> str:
    """The verdict in words, from p-values that allow for all comparisons made."""
    if effect.value == 0 and effect.half == 0:
        return IDENTICAL
    small, sure, up = p_beyond <= DISCOVERY, p_zero <= DISCOVERY, effect.value > 0
    if small and sure:
        return LITTLE_HIGHER if up else LITTLE_LOWER
    if sure:
        return HIGHER if up else LOWER
    return SAME if small else UNKNOWN


def _effect(
    source: Source, outcome: Outcome, change: tuple[str, Any, Any], margin: float
) -> Effect | None:
    option, base, value = change
    pairs = [
        difference(outcome.by_contest[one], outcome.by_contest[other])
        for one, other in _pairs(source, outcome.by_contest, change)
    ]
    measure = average(pairs) if pairs else _additive(source, outcome.by_contest, change)
    if measure is None:
        return None
    values = [pair.value for pair in pairs] or [measure.value]
    return Effect(
        option, value, base, outcome.title, outcome.unit, measure.estimate(), margin, len(pairs),
        min(values), max(values), measure.p_of(0.0), measure.p_beyond(margin),
    )  # fmt: skip


def _pairs(source: Source, there: ByContest, change: tuple[str, Any, Any]) -> list[tuple[int, int]]:
    """Contests with the value and with the base, alike in line-up and every other option."""
    option, base, value = change
    at: dict[Any, dict[Any, int]] = {}
    for contest in source.contests:
        if contest.number in there:
            others = tuple(str(v) for name, v in contest.rules.items() if name != option)
            at.setdefault((contest.line_up, others), {})[contest.rules[option]] = contest.number
    return [
        (found[value], found[base]) for found in at.values() if value in found and base in found
    ]


def _additive(source: Source, there: ByContest, change: tuple[str, Any, Any]) -> Measure | None:
    """The effect by least squares, options and line-ups adding up; None when not separable."""
    option, _, value = change
    contests = [contest for contest in source.contests if contest.number in there]
    columns: list[list[float]] = [[1.0] * len(contests)]
    place = 0
    for name, values in source.varied.items():
        for other in values[1:]:
            if (name, other) == (option, value):
                place = len(columns)
            columns.append([float(contest.rules[name] == other) for contest in contests])
    for line_up in list(dict.fromkeys(contest.line_up for contest in contests))[1:]:
        columns.append([float(contest.line_up == line_up) for contest in contests])
    design = np.array(columns).T
    inverse = np.linalg.pinv(design)
    wanted = np.zeros(len(columns))
    wanted[place] = 1.0
    if not place or not np.allclose(wanted @ inverse @ design, wanted, atol=1e-8):
        return None
    return combine([there[one.number] for one in contests], [float(w) for w in inverse[place]])
