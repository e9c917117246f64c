"""Every metric a report shows: its unit, meaning, formula, and what a target for it looks like.

The Method section of a report is this table.
"""

from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from simcards.errors import UsageError, unknown

if TYPE_CHECKING:
    from simcards.game import Game


@dataclass(frozen=True)
class Metric:
    """A number a report shows, and the target it is held to when the designer sets none."""

    name: str
    title: str
    unit: str  # points, %, hands, tricks, ...; of a target, "points" where the metric's varies
    doc: str
    formula: str
    target: str = ""  # in the form of a config's [targets]
    reason: str = ""  # why this target
    example: str = ""  # of a target; none where none may be set
    least: float = 0.0  # no value is below; shares are fractions
    bids: bool = False  # only games with bids have it

    @property
    def most(self) -> float:
        """No value is above: a share is at most 1."""
        return 1.0 if self.unit == "%" else inf


METRICS = {
    metric.name: metric
    for metric in (
        Metric(
            "points_per_hand",
            "points a hand",
            "points",
            "what a seat scores in a hand, over all seats or those of one strategy",
            "sum of score / number of hands and seats",
            example=">= 10 points",
            least=-inf,
        ),
        Metric(
            "position_edge",
            "position's edge in a hand",
            "points",
            "points a hand of a position (from the dealer or starter) over the mean of all; "
            "mirror line-ups only, so that it measures the place and not who sits there",
            "points of the position / hands - mean of this over positions",
            least=-inf,
        ),
        Metric(
            "position_gap",
            "position gap",
            "points",
            "points a hand between the best and the worst position of a mirror line-up",
            "largest - smallest position edge; the interval allows for having picked them",
            example="<= 2 points",
        ),
        Metric(
            "win_edge",
            "position's edge in a match",
            "%",
            "share of matches won by a position (from the first dealer or starter) less the fair "
            "share; a win shared by k counts 1/k; mirror line-ups only",
            "sum of win shares of the position / matches - 1 / seats",
            least=-1.0,
        ),
        Metric(
            "win_gap",
            "win gap",
            "%",
            "share of matches won between the best and the worst position of a mirror line-up",
            "largest - smallest win share; the interval allows for having picked them",
            "<= 3 %",
            "about one extra win in 33 matches",
            example="<= 3 %",
        ),
        Metric(
            "strategy_edge",
            "strategy's edge",
            "points",
            "points a hand of a strategy over the mean of all seats at its table, over rotations",
            "points of the strategy / its hands - points of all / hands and seats",
            least=-inf,
        ),
        Metric(
            "win_share",
            "win share",
            "%",
            "share of its matches that a seat of a strategy, or its side of partners, wins; a win "
            "shared by k counts 1/k",
            "sum of win shares of the strategy's seats / its seats in matches",
        ),
        Metric(
            "blocks_to_lead",
            "blocks until it leads",
            "blocks",
            "blocks after which the strategy is ahead of the table's mean with 95 %",
            "(1.645 * standard deviation of a block / edge)^2",
        ),
        Metric(
            "make_rate",
            "bids made",
            "%",
            "share of bids met exactly; partners' bids and tricks are added up",
            "hands with taken = bid / hands",
            example="30..50 %",
            bids=True,
        ),
        Metric(
            "over_rate",
            "tricks over the bid",
            "%",
            "share of hands with more tricks than bid",
            "hands with taken > bid / hands",
            bids=True,
        ),
        Metric(
            "under_rate",
            "tricks under the bid",
            "%",
            "share of hands with fewer tricks than bid",
            "hands with taken < bid / hands",
            bids=True,
        ),
        Metric(
            "mean_bid",
            "mean bid",
            "tricks",
            "tricks promised in a hand",
            "sum of bid / hands",
            bids=True,
        ),
        Metric(
            "bid_error",
            "mean distance from the bid",
            "tricks",
            "how far the tricks taken are from the bid",
            "sum of |taken - bid| / hands",
            bids=True,
        ),
        Metric(
            "calibration",
            "tricks taken by bid",
            "tricks",
            "mean tricks taken with each bid; on the diagonal, bids are right on average",
            "sum of taken / hands, by bid",
            bids=True,
        ),
        Metric(
            "tie_rate",
            "shared wins",
            "%",
            "share of matches won by more than one seat, or side of partners",
            "matches with several winners / matches",
            "<= 5 %",
            "one match in twenty without a single winner",
            example="<= 2 %",
        ),
        Metric(
            "hands_per_match",
            "hands a match",
            "hands",
            "how long a match lasts",
            "hands / matches",
            example="9..15 hands",
        ),
        Metric(
            "capped_rate",
            "matches cut off",
            "%",
            "share of matches stopped at the length cap before their end",
            "capped matches / matches",
            "<= 0.1 %",
            "cut-off matches bias all the rest",
            example="<= 0.1 %",
        ),
        Metric(
            "winning_margin",
            "winning margin",
            "points",
            "points of the highest total over the second highest, of seats or sides of partners",
            "sum of (highest - second total) / matches",
        ),
        Metric(
            "option_effect",
            "effect of an option",
            "points",
            "what a value of an option changes in points a hand, up or down, against the first "
            "value in the config, on the same cards, line-ups and rotations (others likewise)",
            "mean over pairs of contests alike but for the option of (metric - metric at the base)",
            example="<= 1 points",
        ),
    )
}

TARGETS = {name: metric for name, metric in METRICS.items() if metric.example}


def metrics_of(game: "Game") -> dict[str, Metric]:
    """The metrics that a game can have, by name."""
    return {name: metric for name, metric in METRICS.items() if game.bids or not metric.bids}


def find_metric(name: str) -> Metric:
    """The metric called `name`; raises UsageError with the choices."""
    if name not in METRICS:
        raise UsageError(unknown("metric", name, METRICS, "simcards metrics list"))
    return METRICS[name]
