"""Plays matches of any game and line-up at the speed of compiled code; knows no game by name."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from simcards import driver
from simcards.calls import address_of
from simcards.compiling import take_failure
from simcards.design import Cell
from simcards.errors import RunError
from simcards.game import Game
from simcards.jit import PLAIN
from simcards.rng import root
from simcards.sheet import Played, Sheet
from simcards.signatures import compiled, driver_of, kernels_of
from simcards.state import new_state
from simcards.strategy import Strategy

NO_WATCH = np.zeros(4, np.int64)


def max_hands(game: Game, rules: Any) -> int:
    """The most hands one match can have under these rules."""
    bound: int = game.kernels.max_hands(rules)
    return bound


def warm(game: Game, cells: Sequence[Cell]) -> None:
    """Compile, or load from the cache, all that these cells need."""
    kernels_of(game)
    driver_of(game)
    for name in {sitter.strategy for cell in cells for sitter in cell.sitters}:
        compiled(game, name)


class Seating:
    """A cell ready to be played: its rules packed into a state, and its strategies sat down."""

    def __init__(self, game: Game, cell: Cell, seed: int, first: int) -> None:
        self.game = game
        self.cell = cell
        self.first = first
        self.roots = (root(seed, "deal"), root(seed, "think"))
        self.bound = max_hands(game, cell.rules)
        found = [compiled(game, sitter.strategy) for sitter in cell.sitters]
        self.params = [
            param_array(one.strategy, sitter.params)
            for one, sitter in zip(found, cell.sitters, strict=True)
        ]
        self.bots: Any = ([one.function for one in found], self.params)
        if not PLAIN:
            self.bots = (
                np.array([address_of(one.function) for one in found], np.uint64),
                np.array([params.ctypes.data for params in self.params], np.uint64),
            )
        state = new_state(game.kernels.STATE, cell.rules)
        self.words = state.view(np.ndarray).view(np.uint64)
        nothing = (np.uint64(0),) * game.kernels.WORDS
        self.state = (state[0], self.words, self.words.copy(), nothing)

    def fault(self, tally: np.ndarray[Any, np.dtype[np.int64]]) -> RunError:
        """The error that names strategy, cell, match and seat."""
        if tally[driver.FAULT] == driver.ENDLESS:
            return RunError(
                f"match {tally[driver.FAULT_MATCH]} of cell {self.cell.number} had more actions "
                f"than a hand of {self.game.name} can have under its rules: a bug of simcards. "
                "Please report it with your config and seed"
            )
        seat = int(tally[driver.FAULT_SEAT])
        sitter = self.cell.sitters[seat]
        place = (
            f"seat {seat}, cell {self.cell.number}, match {tally[driver.FAULT_MATCH]}, "
            f"hand {tally[driver.FAULT_HAND]}"
        )
        why = "chose an action that is not legal"
        if tally[driver.FAULT] == driver.FAILED:
            why = f"raised {take_failure() or 'an exception'}"
        return RunError(
            f"strategy {sitter.label!r} {why} ({place}). "
            f"See: simcards strategies check {sitter.label} --game {self.game.name} "
            "--matches 1000"
        )


def fill(sheet: Sheet, seating: Seating, matches: range, watch: Any) -> Iterator[None]:
    """Play `matches` of a cell onto the sheet, with a stop wherever it must be cleared.

    Raises RunError naming strategy, cell, match and seat when a strategy fails or acts illegally.
    """
    cell = seating.cell
    play, kernels, out = driver_of(seating.game), kernels_of(seating.game), sheet.out(watch)
    match = matches.start
    while match < matches.stop:
        if not sheet.has_room(seating.bound):
            yield
        left = matches.stop - match
        where = (match, left, len(cell.sitters), seating.first, cell.turn, cell.number)
        keeps = (sheet.keeps_plays, sheet.keeps_digest)
        plan = np.array([*where, *keeps, *sheet.bounds(seating.bound)], np.int64)
        before = int(sheet.tally[driver.MATCHES])
        with np.errstate(over="ignore"):
            play(kernels, seating.bots, seating.state, seating.roots, plan, out)
        if sheet.tally[driver.FAULT] != driver.FINE:
            raise seating.fault(sheet.tally)
        match += int(sheet.tally[driver.MATCHES]) - before


def fingerprint(
    game: Game, cell: Cell, seed: int, first: int, matches: range, watch: Any = None
) -> tuple[int, int, int]:
    """Play without keeping records: (hands, decisions, sum of the rows' 64-bit digests).

    The sum does not depend on how the matches are shared out.
    """
    seating = Seating(game, cell, seed, first)
    sheet = Sheet(game, seating.bound, digest=True)
    for _ in fill(sheet, seating, matches, NO_WATCH if watch is None else watch):
        sheet.clear(keep=False)
    sheet.clear(keep=False)
    return sheet.n_hands, sheet.n_decisions, int(sheet.digest[0])


def play(  # noqa: PLR0913  what to play, and what to keep of it
    game: Game,
    cells: Cell | Sequence[Cell],
    seed: int,
    first: int,
    matches: range,
    *,
    plays: bool = False,
    digest: bool = False,
    watch: Any = None,
) -> Played:
    """Play `matches` (consecutive numbers) of each cell and keep a record of every hand.

    `watch`, int64[4], tells another process where this one is. Raises RunError naming strategy,
    cell, match and seat when a strategy fails or acts illegally.
    """
    cells = [cells] if isinstance(cells, Cell) else cells
    bound = max(max_hands(game, cell.rules) for cell in cells)
    sheet = Sheet(game, bound, plays=plays, digest=digest)
    watch = NO_WATCH if watch is None else watch
    for cell in cells:
        for _ in fill(sheet, Seating(game, cell, seed, first), matches, watch):
            sheet.clear(keep=True)
    sheet.clear(keep=True)
    return sheet.played()


def param_array(strategy: Strategy, given: Mapping[str, float]) -> np.ndarray[Any, Any]:
    """float64[params]: the parameters in the strategy's order, `given` ones before defaults."""
    values = [float(given.get(name, param.default)) for name, param in strategy.params.items()]
    array = np.array(values, np.float64)
    array.flags.writeable = False
    return array
