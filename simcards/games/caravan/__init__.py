"""Caravan, for two seats: build three routes, and sell more of the pairs than the other."""

from simcards.game import Game
from simcards.games.caravan.rules import HAND_COLUMNS, MATCH_COLUMNS, SEATS, VARIANTS, Rules

GAME = Game(
    name="caravan",
    title="Caravan",
    version=1,
    rules=Rules,
    variants=VARIANTS,
    seats=(SEATS,),
    hand_columns=HAND_COLUMNS,
    match_columns=MATCH_COLUMNS,
    bench="standard",
    role="starter",
)
