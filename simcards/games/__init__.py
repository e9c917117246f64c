"""The games, one explicit line each."""

from simcards.game import Game
from simcards.games.caravan import GAME as CARAVAN
from simcards.games.doppelkopf import GAME as DOPPELKOPF
from simcards.games.double_knot import GAME as DOUBLE_KNOT
from simcards.games.duke import GAME as DUKE
from simcards.games.ninety_nine import GAME as NINETY_NINE

GAMES: dict[str, Game] = {
    game.name: game for game in (CARAVAN, DOPPELKOPF, DOUBLE_KNOT, DUKE, NINETY_NINE)
}
