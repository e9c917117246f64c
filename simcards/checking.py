"""Tables at which every strategy is looked on as it plays, and the faults that come to light."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numba import types

from simcards import onlooker
from simcards.calls import address_of
from simcards.compiling import first_reason, take_failure
from simcards.design import RANDOM_FIRST, Cell
from simcards.engine import Seating, fill
from simcards.game import Game
from simcards.jit import PLAIN, compile_to
from simcards.sheet import Sheet
from simcards.signatures import compiled, record_type, signatures

SEED = 99  # of the matches that checks play
BEYOND = onlooker.N_FAULTS  # what RAISED is called where only a check of array bounds raises
# What a strategy must do, and what one that does not did, by fault.
POINTS = {
    onlooker.RAISED: ("gives an answer", "raised an exception"),
    onlooker.ILLEGAL: ("acts legally", "chose an action that is not legal"),
    onlooker.WAVERED: (
        "repeats itself",
        "chose differently when asked again with the same view, word and parameters",
    ),
    onlooker.WROTE: ("leaves its view alone", "wrote to its view or its parameters"),
    onlooker.PEEKED: (
        "sees no hidden cards",
        "chose differently when the cards that it may not see were redrawn",
    ),
    BEYOND: ("stays within bounds", "used an index beyond the end of an array"),
}
# A fault that may be no more than the consequence of another.
EXPLAINED_BY = {onlooker.PEEKED: onlooker.WAVERED, BEYOND: onlooker.RAISED}


@dataclass(frozen=True)
class Fault:
    """What one seat's strategy did wrong: how often, and in which match first."""

    kind: int  # a key of POINTS
    count: int
    cell: Cell
    match: int
    seat: int
    raised: str = ""

    @property
    def text(self) -> str:
        """What it did, in words."""
        return f"raised {self.raised}" if self.raised else POINTS[self.kind][1]


class CheckedTable:
    """One cell, played match by match with onlookers in the strategies' places.

    `watch` (int64[4]) tells another process where this one is. With `bounds` the strategies are
    compiled anew so that an index beyond the end of an array is an exception.
    """

    def __init__(self, game: Game, cell: Cell, watch: Any, bounds: bool = False) -> None:
        self.seating = Seating(game, cell, SEED, RANDOM_FIRST)
        self.sheet = Sheet(game, self.seating.bound, rows=1)
        self.cell = cell
        self.watch = watch
        self.bounds = bounds
        make = bounded if bounds else function_of
        self.bots = [make(game, sitter.strategy) for sitter in cell.sitters]
        self.params = [array.copy() for array in self.seating.params]
        self.spare = np.zeros(1, game.kernels.STATE).view(np.recarray)
        self.notes = [self.new_notes(game, seat) for seat in range(len(self.bots))]
        if PLAIN:
            chooses = [self.plain_onlooker(game, seat) for seat in range(len(self.bots))]
            self.seating.bots = (chooses, self.params)
        else:
            address = address_of(onlooker_of(game))
            self.seating.bots = (
                np.full(len(self.bots), address, np.uint64),
                np.array([notes.ctypes.data for notes in self.notes], np.uint64),
            )

    def new_notes(self, game: Game, seat: int) -> Any:
        """uint64[...]: what the onlooker of a seat must know, and room for what it finds."""
        params = self.params[seat]
        own, offset = game.kernels.STATE.fields["own"][:2]
        notes = np.zeros(onlooker.KEPT + len(params), np.uint64)
        notes[onlooker.OWN] = offset + seat * own.base.itemsize
        notes[onlooker.SEAT] = seat
        notes[onlooker.N_WORDS] = len(self.words)
        notes[onlooker.N_PARAMS] = len(params)
        notes[onlooker.KEPT :] = params.view(np.uint64)
        if not PLAIN:
            notes[onlooker.BOT] = address_of(self.bots[seat])
            notes[onlooker.REDRAW] = address_of(redraw_of(game))
            notes[onlooker.PARAMS] = params.ctypes.data
            notes[onlooker.STATE] = self.words.ctypes.data
            notes[onlooker.SPARE] = self.spare.ctypes.data
            notes[onlooker.WATCH] = self.watch.ctypes.data
        return notes

    def plain_onlooker(self, game: Game, seat: int) -> Any:
        """The onlooker of a seat under NUMBA_DISABLE_JIT=1."""
        params, state = self.params[seat], self.spare[0]
        return onlooker.plain_choose(
            (self.bots[seat], redraw_of(game)),
            (params, params.view(np.uint64)),
            (self.words, self.spare.view(np.ndarray).view(np.uint64), self.watch),
            (state, state.public, state.own[seat]),
            self.notes[seat],
        )

    @property
    def words(self) -> Any:
        """uint64[...]: the state, as words."""
        return self.seating.words

    def play(self, match: int, *, redraws: int = 2, extra: int = 0) -> None:
        """Play one match; redraw the hidden cards and ask once more so often at each decision."""
        for notes in self.notes:
            notes[onlooker.REDRAWS] = redraws
            notes[onlooker.EXTRA] = extra
        list(fill(self.sheet, self.seating, range(match, match + 1), self.watch))
        self.sheet.clear(keep=False)

    def n_decisions(self, label: str = "") -> int:
        """How many decisions were asked for so far, of one strategy or of all."""
        return sum(
            int(notes[onlooker.DECISIONS])
            for notes, sitter in zip(self.notes, self.cell.sitters, strict=True)
            if label in ("", sitter.label)
        )

    def faults(self) -> Iterator[Fault]:
        """What came to light so far, seat by seat."""
        raised = first_failure()
        for seat, notes in enumerate(self.notes):
            for kind in range(onlooker.N_FAULTS):
                count = int(notes[onlooker.COUNTS + kind])
                if not count:
                    continue
                match = int(notes[onlooker.PLACES + kind])
                says = raised if kind == onlooker.RAISED else ""
                named = BEYOND if self.bounds and kind == onlooker.RAISED else kind
                yield Fault(named, count, self.cell, match, seat, says)


def first_failure() -> str:
    """What plain-Python strategies raised first since this was last asked."""
    first = ""
    while failure := take_failure():
        first = failure
    return first


def function_of(game: Game, name: str) -> Any:
    """The function of a strategy as a run calls it."""
    return compiled(game, name).function


@cache
def bounded(game: Game, name: str) -> Any:
    """A strategy compiled with array bounds checked; as it is where it plays as plain Python.

    Raises whatever numba does where it cannot; `why_unbounded` says it in words.
    """
    found = compiled(game, name)
    if found.is_python:
        return found.function
    choose, allocates = signatures(game).choose, not found.strategy.is_ours
    return compile_to(found.strategy.choose, choose, keep=False, allocates=allocates, bounds=True)


def why_unbounded(game: Game, name: str) -> str:
    """Why the bounds of a strategy cannot be checked; "" when they can."""
    try:
        bounded(game, name)
    except Exception as error:  # numba raises whatever comes
        return first_reason(error)
    return ""


@cache
def onlooker_of(game: Game) -> Any:
    """The onlooker compiled for the game's records."""
    return compile_to(onlooker.choose, signatures(game).choose)


@cache
def redraw_of(game: Game) -> Any:
    """The game's `determinize`, ready to be called by address."""
    redraw = game.kernels.determinize
    if PLAIN:
        return redraw
    state = record_type(game.kernels.STATE)
    return compile_to(redraw.py_func, types.void(state, types.int64, types.uint64))
