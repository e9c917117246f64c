"""Double Knot, for three to five seats with the Decktet: bid tricks, take exactly that many."""

from simcards.game import Game
from simcards.games.double_knot.rules import (
    HAND_COLUMNS,
    MATCH_COLUMNS,
    PLAYER_COUNTS,
    VARIANTS,
    Rules,
)

GAME = Game(
    name="double_knot",
    title="Double Knot",
    version=1,
    rules=Rules,
    variants=VARIANTS,
    seats=PLAYER_COUNTS,
    hand_columns=HAND_COLUMNS,
    match_columns=MATCH_COLUMNS,
    bench="4p-extended-standard",
    tricks=True,
    bids=True,
)
