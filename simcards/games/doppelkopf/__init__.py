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
    # The points of a hand add up to nothing, and a match has a fixed number of hands.
    examples={
        "points_per_hand": "",
        "position_gap": "<= 0.5 points",
        "hands_per_match": "",
        "capped_rate": "",
        "option_effect": "<= 0.1 points",
    },
)
