"""Caravan, for two seats: build three routes, and sell more of the pairs than the other."""

from simcards.game import Game
from simcards.games.caravan.rules import HAND_COLUMNS, MATCH_COLUMNS, SEATS, VARIANTS, Rules

GAME = Game(
    name="caravan",
    title="Caravan",
    version=2,
    rules=Rules,
    variants=VARIANTS,
    seats=(SEATS,),
    hand_columns=HAND_COLUMNS,
    match_columns=MATCH_COLUMNS,
    bench="standard",
    role="starter",
    axis="quick_sale",
    quick=("trader", "random_legal"),
    # A match is one hand, and its winner has its one point.
    examples={
        "points_per_hand": "",
        "position_gap": "<= 0.05 points",
        "tie_rate": "",
        "hands_per_match": "",
        "capped_rate": "",
        "option_effect": "<= 0.02 points",
    },
)
