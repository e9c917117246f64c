"""What a game's report tells beside what all games have: means and shares, as data.

A game declares them in `simcards/games/<game>/topics.py` as `TOPICS`; `report/topics.py` finds the
numbers and draws them, and rates that `matter` are looked at among the effects of options.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

SHARE, POINTS, TRICKS, CARDS = "%", "points", "tricks", "cards"  # units; any other word will do


@dataclass(frozen=True)
class Rate:
    """A ratio of two sums over the rows of a view: a share when its unit is %, else a mean.

    `part` and `whole` are SQL over the view's columns; a truth counts 1. With `of` = k the whole is
    summed over all rows that share the first k keys: how often each value of the others is seen.
    """

    name: str
    part: str
    whole: str = "1"
    unit: str = SHARE
    of: int | None = None
    matters: float = 0.0  # the least change that matters, to compare options by; 0: do not compare
    by_seats: bool = False  # what is usual goes by the seats: compare tables of one size only

    @property
    def formula(self) -> str:
        """The rate in SQL, for the Method section."""
        among = "" if self.of is None else ", the whole over all rows of the table alike before it"
        return f"sum({self.part}) / sum({self.whole}){among}"


@dataclass(frozen=True)
class Breakdown:
    """A table of rates, one row for each value of its keys that was seen.

    `keys` are headings with SQL, their values in the order of codes or of `order`; a row
    where one of them is null is left out, and so are all rows of the view that do not fulfil
    `where`. `says` is a sentence with {heading} and {rate} in braces, told of the rows seen most
    often.
    """

    title: str
    rates: tuple[Rate, ...]
    keys: Mapping[str, str] = field(default_factory=lambda: {"strategy": "strategy"})
    view: str = "seats"  # or hands, match_seats, matches; or a query in parentheses
    where: str = "TRUE"
    order: tuple[str, ...] = ()  # of values of keys whose SQL makes up names
    skip: tuple[str, ...] = ()  # values of the last key that have no row of their own
    says: str = ""
    charted: tuple[str, ...] = ()  # names of rates with one unit each, a panel each; at most three
    together: bool = False  # these rates have one unit and one panel, to be compared; with one key
    note: str = ""
    needs: str = ""  # an option without which there is nothing to tell


@dataclass(frozen=True)
class Topic:
    """One section of a report: its name in links, its title, its tables and what to know."""

    key: str
    title: str
    breakdowns: tuple[Breakdown, ...]
    notes: tuple[str, ...] = ()
