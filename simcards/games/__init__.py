"""The games, one explicit line each."""

from simcards.game import Game
from simcards.games.doppelkopf import GAME as DOPPELKOPF
from simcards.games.double_knot import GAME as DOUBLE_KNOT
from simcards.games.ninety_nine import GAME as NINETY_NINE

GAMES: dict[str, Game] = {game.name: game for game in (DOPPELKOPF, DOUBLE_KNOT, NINETY_NINE)}
