"""What two options do together beyond what each does alone, on the same cards and line-ups."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import inf

from simcards.report import effects, words
from simcards.report.effects import PAIRWISE, Change
from simcards.report.outcomes import Outcome
from simcards.report.source import Source
from simcards.several import adjust
from simcards.stats import Estimate, combine

Square = tuple[int, int, int, int]  # contests: both values, the first alone, the second, neither


@dataclass(frozen=True)
class Interaction:
    """The change of both values together less the changes of each alone, in one metric."""

    first: Change
    second: Change
    metric: str
    unit: str
    effect: Estimate
    margin: float  # within it, nothing that matters
    n_squares: int  # fours of contests alike but for the two options
    p_zero: float
    p_beyond: float
    verdict: str = ""

    @property
    def name(self) -> str:
        """Both changes in words."""
        return f"{effects.said(self.first)} and {effects.said(self.second)}"

    @property
    def size(self) -> float:
        """How large it is against what matters."""
        return abs(self.effect.value) / self.margin


def find(source: Source, outcomes: Sequence[Outcome]) -> list[Interaction]:
    """Every interaction of two varied options, largest against its margin first."""
    squares = list(squares_of(source))
    found = [
        one
        for outcome in outcomes
        for first, second, places in squares
        if (one := _interaction(source, outcome, (first, second), places))
    ]
    zero = adjust([one.p_zero for one in found])
    beyond = adjust([one.p_beyond for one in found])
    judged = [
        replace(one, p_zero=p, p_beyond=q, verdict=effects.judge(one.effect, p, q))
        for one, p, q in zip(found, zero, beyond, strict=True)
    ]
    return sorted(judged, key=lambda one: -one.size)


def squares_of(source: Source) -> Iterator[tuple[Change, Change, list[Square]]]:
    """Every two changes of two options with the contests that tell their interaction.

    None for a pairwise design, which holds such fours by accident only.
    """
    if source.design == PAIRWISE:
        return
    options = list(source.varied)
    at = {
        (contest.team, *(str(contest.rules[name]) for name in options)): contest.number
        for contest in source.contests
    }
    for first, second in combinations(effects.changes(source), 2):
        if first[0] == second[0]:
            continue
        i, j = (1 + options.index(one[0]) for one in (first, second))
        places = []
        for key, both in at.items():
            if (key[i], key[j]) == (str(first[2]), str(second[2])):
                alone = (*key[:j], str(second[1]), *key[j + 1 :])
                other = (*key[:i], str(first[1]), *key[i + 1 :])
                neither = (*alone[:i], str(first[1]), *alone[i + 1 :])
                if all(one in at for one in (alone, other, neither)):
                    places.append((both, at[alone], at[other], at[neither]))
        if places:
            yield first, second, places


def _interaction(
    source: Source, outcome: Outcome, pair: tuple[Change, Change], places: Sequence[Square]
) -> Interaction | None:
    there = [square for square in places if all(one in outcome.by_contest for one in square)]
    if outcome.unit == words.POINTS:
        there = [square for square in there if effects.like_sides(source, square)]
    if not there:
        return None
    weight = 1 / len(there)
    measure = combine(
        [outcome.by_contest[one] for square in there for one in square],
        [weight, -weight, -weight, weight] * len(there),
    )
    most = 2.0 if outcome.unit == words.SHARE else inf
    margin = outcome.margin or effects.margin_of(source, outcome.unit)
    return Interaction(
        *pair, outcome.title, outcome.unit, measure.estimate().within(-most, most), margin,
        len(there), measure.p_of(0.0), measure.p_beyond(margin),
    )  # fmt: skip
