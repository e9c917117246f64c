"""What each option changes, measured on the same cards, line-ups and rotations."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from typing import Any

import numpy as np

from simcards.report import measures, topics, words
from simcards.report.measures import ByContest
from simcards.report.source import Source
from simcards.stats import DISCOVERY, Estimate, Measure, adjust, average, combine, difference

HIGHER, LOWER, SAME = "higher", "lower", "no visible difference"
LITTLE_HIGHER, LITTLE_LOWER = "a little higher", "a little lower"  # sure, but within the margin
IDENTICAL, UNKNOWN = "no difference in any block", "can't tell yet"
PAIRWISE = "pairwise"  # the design whose effects are by least squares
MARGIN_SD = 0.02  # default margin of points: this part of the spread of a hand's score
MARGINS = {words.SHARE: 0.01, words.HANDS: 0.25, words.TRICKS: 0.05}  # defaults of other units


Change = tuple[str, Any, Any]  # option, base, value


@dataclass(frozen=True)
class Outcome:
    """A metric of every contest that has it."""

    title: str
    unit: str
    by_contest: ByContest
    margin: float = 0.0  # the least change that matters; 0: the default of its unit


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
    same_cards: bool  # whether both sides of the pairs were dealt the same cards
    lowest: float  # of the pairs
    highest: float
    p_zero: float
    p_beyond: float
    verdict: str = ""

    @property
    def name(self) -> str:
        """The change in words."""
        return said(self.change)

    @property
    def change(self) -> Change:
        """The change whose effect it is."""
        return self.option, self.base, self.value

    @property
    def size(self) -> float:
        """How large it is against what matters."""
        return abs(self.effect.value) / self.margin


@lru_cache(maxsize=1)
def outcomes(source: Source) -> list[Outcome]:
    """The metrics whose changes are looked at."""
    role = source.game.role
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
            Outcome(f"{role}'s edge", words.POINTS, measures.role_edge(source)),
            Outcome(f"first {role}'s edge (wins)", words.SHARE, measures.first_role_edge(source)),
        ]
    found += [
        Outcome("hands a match", words.HANDS, measures.per_match(source, "hands")),
        Outcome("shared wins", words.SHARE, measures.per_match(source, "shared")),
    ]
    for rate, by_contest in topics.measures(source):
        found.append(Outcome(rate.name, rate.unit, by_contest, rate.matters))
    strategies = dict.fromkeys(name for contest in source.mixed for name in contest.strategies)
    edges = measures.strategy_edges(source)
    for name in strategies:
        own = {number: by[name] for number, by in edges.items() if name in by}
        found.append(Outcome(f"{name}'s edge", words.POINTS, own))
    return found


def said(change: Change) -> str:
    """A change in words; a switch is set or not."""
    option, base, value = change
    if isinstance(value, bool):
        return f"{'with' if value else 'without'} {option}"
    return f"{option} {value} instead of {base}"


def with_unit(metric: str, unit: str) -> str:
    """A metric's title with its unit, where the title does not say it."""
    return metric if unit in (words.SHARE, *metric.split()) else f"{metric} ({unit})"


@lru_cache(maxsize=1)
def find(source: Source) -> list[Effect]:
    """Every effect of every varied option, largest against its margin first."""
    pairs = {change: pairs_of(source, change) for change in changes(source)}
    effects = []
    for outcome in outcomes(source):
        margin = outcome.margin or margin_of(source, outcome.unit)
        found = (_effect(source, outcome, change, pairs[change], margin) for change in pairs)
        effects += [one for one in found if one]
    zero = adjust([one.p_zero for one in effects])
    beyond = adjust([one.p_beyond for one in effects])
    judged = [
        replace(one, p_zero=p, p_beyond=q, verdict=judge(one.effect, p, q))
        for one, p, q in zip(effects, zero, beyond, strict=True)
    ]
    return sorted(judged, key=lambda one: -one.size)


def changes(source: Source) -> list[Change]:
    """Each varied option with its base, the first value, and each other value."""
    return [
        (option, values[0], value)
        for option, values in source.varied.items()
        for value in values[1:]
    ]


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


def pairs_of(source: Source, change: Change) -> list[tuple[int, int]]:
    """Contests with the value and with the base, alike in line-up and every other option.

    None for a pairwise design: it holds few such pairs, by accident, and its contests tell more
    when taken together.
    """
    option, base, value = change
    if source.design == PAIRWISE:
        return []
    at: dict[Any, dict[Any, int]] = {}
    for contest in source.contests:
        others = tuple(str(v) for name, v in contest.rules.items() if name != option)
        at.setdefault((contest.team, others), {})[contest.rules[option]] = contest.number
    return [
        (found[value], found[base]) for found in at.values() if value in found and base in found
    ]


def _effect(
    source: Source,
    outcome: Outcome,
    change: Change,
    pairs: Sequence[tuple[int, int]],
    margin: float,
) -> Effect | None:
    option, base, value = change
    by, sizes = outcome.by_contest, {one.number: one.n_seats for one in source.contests}
    there = [pair for pair in pairs if all(one in by for one in pair)]
    if outcome.unit == words.POINTS:
        there = [pair for pair in there if like_sides(source, pair)]
        if pairs and not there:
            return None
    found = [difference(by[one], by[other]) for one, other in there]
    measure = average(found) if found else _additive(source, by, change)
    if measure is None:
        return None
    values = [pair.value for pair in found] or [measure.value]
    most = 1.0 if outcome.unit == words.SHARE else inf
    return Effect(
        option, value, base, outcome.title, outcome.unit, measure.estimate().within(-most, most),
        margin, len(found), all(sizes[one] == sizes[other] for one, other in there),
        min(values), max(values), measure.p_of(0.0), measure.p_beyond(margin),
    )  # fmt: skip


def like_sides(source: Source, contests: Sequence[int]) -> bool:
    """Whether points mean the same in some contests: partners count those of their side."""
    sizes = {one.number: one.n_seats / one.n_sides for one in source.contests}
    return len({sizes[one] for one in contests}) == 1


def _additive(source: Source, there: ByContest, change: Change) -> Measure | None:
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
    for team in list(dict.fromkeys(contest.team for contest in contests))[1:]:
        columns.append([float(contest.team == team) for contest in contests])
    design = np.array(columns).T
    inverse = np.linalg.pinv(design)
    wanted = np.zeros(len(columns))
    wanted[place] = 1.0
    if not place or not np.allclose(wanted @ inverse @ design, wanted, atol=1e-8):
        return None
    return combine([there[one.number] for one in contests], [float(w) for w in inverse[place]])
