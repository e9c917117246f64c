"""The metrics whose changes by options are looked at, the headline ones first."""

from collections.abc import Container
from dataclasses import dataclass
from functools import lru_cache

from simcards.report import measures, topics, words
from simcards.report.measures import ByContest
from simcards.report.source import Source

CHARTED = (  # before all others, where there is room for a few
    "points a hand", "bids made", "dealer's edge", "starter's edge", "starter's edge (wins)",
    "hands a match",
)  # fmt: skip


@dataclass(frozen=True)
class Outcome:
    """A metric of every contest that has it."""

    title: str
    unit: str
    by_contest: ByContest
    margin: float = 0.0  # the least change that matters; 0: the default of its unit
    by_seats: bool = False  # compared between tables of one size only


@lru_cache(maxsize=1)
def outcomes(source: Source) -> list[Outcome]:
    """The metrics whose changes are looked at."""
    role = source.game.role
    found = [Outcome("points a hand", words.POINTS, measures.points(source))]
    if never_moves(found[0]):  # as where one seat's gain is the other's loss
        found.clear()
    if source.game.bids:
        for title, column, unit in (
            ("bids made", "made", words.SHARE),
            ("tricks over the bid", "over", words.SHARE),
            ("mean bid", "bid", words.TRICKS),
        ):
            found.append(Outcome(title, unit, measures.per_hand(source, "bids", column)))
    if source.mirrors and not source.is_win_or_nothing:
        found.append(Outcome(f"{role}'s edge", words.POINTS, measures.role_edge(source)))
    if source.mirrors:
        title = f"{'' if source.is_one_hand else 'first '}{role}'s edge (wins)"
        found.append(Outcome(title, words.SHARE, measures.first_role_edge(source)))
    if not source.is_one_hand:
        found.append(Outcome("hands a match", words.HANDS, measures.per_match(source, "hands")))
    shared = Outcome("shared wins", words.SHARE, measures.per_match(source, "shared"))
    found += [] if never_moves(shared) else [shared]
    for rate, by_contest in topics.measures(source):
        found.append(Outcome(rate.name, rate.unit, by_contest, rate.matters, rate.by_seats))
    strategies = dict.fromkeys(name for contest in source.mixed for name in contest.strategies)
    edges = measures.strategy_edges(source)
    for name in strategies:
        own = {number: by[name] for number, by in edges.items() if name in by}
        found.append(Outcome(f"{name}'s edge", words.POINTS, own))
    return found


def never_moves(outcome: Outcome) -> bool:
    """Whether a metric is the same in every block of every contest, so that nothing moves it."""
    found = list(outcome.by_contest.values())
    return all(one.value == found[0].value and not one.pulls.any() for one in found)


def in_order(source: Source, titles: Container[str]) -> list[str]:
    """Titles of metrics as charts show them: the headline ones, then as the game declares them."""
    all_titles = [outcome.title for outcome in outcomes(source)]
    return [one for one in dict.fromkeys([*CHARTED, *all_titles]) if one in titles]
