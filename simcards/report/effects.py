"""What each option changes, measured on the same cards, line-ups and rotations."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from typing import Any

import numpy as np

from simcards.report import measures, words
from simcards.report.measures import ByContest
from simcards.report.outcomes import Outcome, outcomes
from simcards.report.source import Source
from simcards.several import DISCOVERY, adjust
from simcards.stats import Estimate, Measure, average, combine, difference

HIGHER, LOWER, SAME = "higher", "lower", "no visible difference"
LITTLE_HIGHER, LITTLE_LOWER = "a little higher", "a little lower"  # sure, but within the margin
IDENTICAL, UNKNOWN = "no difference in any block", "can't tell yet"
RULE_SET = "rule set"  # stands for an option where whole rule sets are compared
PAIRWISE = "pairwise"  # the design whose effects are by least squares
MARGIN_SD = 0.02  # default margin of points: this part of the spread of a hand's score
MARGINS = {words.SHARE: 0.01, words.HANDS: 0.25, words.TRICKS: 0.05}  # defaults of other units


Change = tuple[str, Any, Any]  # option, base, value
Comparison = tuple[Change, int | None, list[tuple[int, int]]]  # with seats and pairs of contests


@dataclass(frozen=True)
class Effect:
    """What one value of an option changes in one metric against the option's base value."""

    option: str
    value: Any
    base: Any
    n_seats: int | None  # of the tables compared; None: the run has one size, or the option sets it
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
        """The change in words, with the size of the table where the run has several."""
        at = f", {self.n_seats} seats" if self.n_seats else ""
        return f"{said(self.change)}{at}"

    @property
    def change(self) -> Change:
        """The change whose effect it is."""
        return self.option, self.base, self.value

    @property
    def size(self) -> float:
        """How large it is against what matters."""
        return abs(self.effect.value) / self.margin


def said(change: Change) -> str:
    """A change in words; a switch is set or not."""
    option, base, value = change
    if isinstance(value, bool):
        return f"{'with' if value else 'without'} {option}"
    return f"{option} {value} instead of {base}"


def how(change: Change) -> str:
    """The same within a sentence: `with wild`, `with deck short instead of full`."""
    return said(change) if isinstance(change[2], bool) else f"with {said(change)}"


@lru_cache(maxsize=1)
def find(source: Source) -> list[Effect]:
    """Every effect of every varied option, largest against its margin first."""
    compared = list(comparisons(source))
    effects = []
    for outcome in outcomes(source):
        margin = outcome.margin or margin_of(source, outcome.unit)
        found = (_effect(source, outcome, one, margin) for one in compared)
        effects += [one for one in found if one]
    zero = adjust([one.p_zero for one in effects])
    beyond = adjust([one.p_beyond for one in effects])
    judged = [
        replace(one, p_zero=p, p_beyond=q, verdict=judge(one.effect, p, q))
        for one, p, q in zip(effects, zero, beyond, strict=True)
    ]
    return sorted(judged, key=lambda one: -one.size)


def changes(source: Source) -> list[Change]:
    """Each varied option with its base, the first value, and each other value.

    Whole rule sets against the first, where they have names and differ in more than can be told
    apart.
    """
    found = [
        (option, values[0], value)
        for option, values in source.varied.items()
        for value in values[1:]
    ]
    names = list(dict.fromkeys(contest.rules_label for contest in source.contests))
    are_named = set(names) <= set(source.manifest.config.get("variants", ()))
    if are_named and not all(pairs_of(source, change) for change in found):
        return [(RULE_SET, names[0], name) for name in names[1:]]
    return found


def comparisons(source: Source) -> Iterator[Comparison]:
    """Each change with its pairs, apart by size of the table where the change leaves it alone."""
    sizes = {one.number: one.n_seats for one in source.contests}
    several = len(set(sizes.values())) > 1
    for change in changes(source):
        pairs = pairs_of(source, change)
        if several and pairs and all(sizes[one] == sizes[other] for one, other in pairs):
            for size in dict.fromkeys(sizes[one] for one, _ in pairs):
                yield change, size, [pair for pair in pairs if sizes[pair[0]] == size]
        else:
            yield change, None, pairs


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
        key, own = (contest.team, others), contest.rules.get(option)
        if option == RULE_SET:
            key, own = (contest.team, ()), contest.rules_label
        at.setdefault(key, {})[own] = contest.number
    return [
        (found[value], found[base]) for found in at.values() if value in found and base in found
    ]


def _effect(
    source: Source, outcome: Outcome, comparison: Comparison, margin: float
) -> Effect | None:
    change, n_seats, pairs = comparison
    option, base, value = change
    by, sizes = outcome.by_contest, {one.number: one.n_seats for one in source.contests}
    there = [pair for pair in pairs if all(one in by for one in pair)]
    if outcome.unit == words.POINTS:
        there = [pair for pair in there if like_sides(source, pair)]
    if outcome.by_seats:
        there = [pair for pair in there if sizes[pair[0]] == sizes[pair[1]]]
    if pairs and not there:
        return None
    found = [difference(by[one], by[other]) for one, other in there]
    measure = average(found) if found else _additive(source, by, change)
    if measure is None:
        return None
    values = [pair.value for pair in found] or [measure.value]
    most = 1.0 if outcome.unit == words.SHARE else inf
    return Effect(
        option, value, base, n_seats, outcome.title, outcome.unit,
        measure.estimate().within(-most, most), margin, len(found),
        all(sizes[one] == sizes[other] for one, other in there),
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
