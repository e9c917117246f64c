"""Ninety-Nine, for three seats: bury three cards as a bid, then take exactly that many tricks."""

from simcards.game import Game
from simcards.games.ninety_nine.rules import HAND_COLUMNS, MATCH_COLUMNS, SEATS, VARIANTS, Rules

GAME = Game(
    name="ninety_nine",
    title="Ninety-Nine",
    version=1,
    rules=Rules,
    variants=VARIANTS,
    seats=(SEATS,),
    hand_columns=HAND_COLUMNS,
    match_columns=MATCH_COLUMNS,
    bench="standard-9_hands",
    tricks=True,
    bids=True,
)
