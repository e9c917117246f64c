"""Doppelkopf, for four seats: two parties that nobody knows at first, and 121 of 240 points."""

from simcards.game import Game
from simcards.games.doppelkopf.rules import HAND_COLUMNS, MATCH_COLUMNS, SEATS, VARIANTS, Rules

GAME = Game(
    name="doppelkopf",
    title="Doppelkopf",
    version=1,
    rules=Rules,
    variants=VARIANTS,
    seats=(SEATS,),
    hand_columns=HAND_COLUMNS,
    match_columns=MATCH_COLUMNS,
    bench="bsw",
    bench_bot="random_cards",
    tricks=True,
)
