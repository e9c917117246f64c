"""Duke, for two, three or four seats: answer an attack with its like, get rid of all cards."""

from simcards.game import Game
from simcards.games.duke.rules import HAND_COLUMNS, MATCH_COLUMNS, VARIANTS, Rules

GAME = Game(
    name="duke",
    title="Duke",
    version=1,
    rules=Rules,
    variants=VARIANTS,
    seats=(2, 3, 4),
    hand_columns=HAND_COLUMNS,
    match_columns=MATCH_COLUMNS,
    bench="duke",
    tricks=False,
    bids=False,
    role="starter",
)
