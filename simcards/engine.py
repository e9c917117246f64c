"""Plays matches of any game and line-up at the speed of compiled code; knows no game by name."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types

from simcards import driver
from simcards.compiling import Compiled, compile_strategy, take_failure
from simcards.design import RANDOM_FIRST, Cell
from simcards.errors import RunError
from simcards.game import Game
from simcards.jit import PLAIN, address_of, compile_to
from simcards.records import PLAY_COLUMNS, Column, stored_columns, struct_dtype
from simcards.rng import root
from simcards.state import new_state
from simcards.strategy import Strategy, find

Columns = dict[str, np.ndarray[Any, Any]]
BATCH_ROWS = 2048  # hands played before they are sorted into columns: they stay in the L2 cache
NO_WATCH = np.zeros(4, np.int64)


@dataclass(frozen=True)
class Played:
    """What was played: one array a stored column, rows by match and hand."""

    hands: Columns
    matches: Columns
    plays: Columns
    n_decisions: int
    digest: int  # sum of the hands' 64-bit digests mod 2**64; 0 unless asked for


# --- Types ----------------------------------------------------


def record_type(dtype: np.dtype[Any]) -> Any:
    """numba's type of one record."""
    return numba.from_dtype(dtype)


@dataclass(frozen=True)
class Signatures:
    """The exact types of a game's kernels and bots: calls by address convert nothing."""

    choose: Any
    kernels: tuple[Any, ...]
    play: Any


@cache
def hand_dtype(game: Game) -> np.dtype[Any]:
    """The record `settle` fills."""
    return struct_dtype(game.all_hand_columns(), game.max_seats)


@cache
def match_dtype(game: Game) -> np.dtype[Any]:
    """The record `finish` fills."""
    return struct_dtype(game.all_match_columns(), game.max_seats)


PLAY_DTYPE = struct_dtype(PLAY_COLUMNS, 1)


@cache
def signatures(game: Game) -> Signatures:
    """The signatures of `game`, the same for any number of seats."""
    layout = game.kernels
    state = record_type(layout.STATE)
    public, own = record_type(layout.PUBLIC), record_type(layout.OWN)
    hand, match = record_type(hand_dtype(game)), record_type(match_dtype(game))
    legal = types.UniTuple(types.uint64, layout.WORDS)
    words = types.Array(types.uint64, 1, "C")
    numbers = types.Array(types.int64, 1, "C")
    choose = types.int64(public, own, legal, types.uint64, types.CPointer(types.float64))
    kernels = (
        types.void(state, types.int64),
        types.void(state, types.uint64),
        legal(state),
        legal(state, types.int64),
        types.void(state, hand),
        types.void(state, match),
    )
    play = types.void(
        words,
        types.UniTuple(words, 2),
        types.Tuple([state, words, words, legal]),
        types.UniTuple(types.uint64, 2),
        numbers,
        types.Tuple(
            [
                types.Array(hand, 1, "C"),
                types.Array(types.uint64, 2, "C"),
                types.Array(match, 1, "C"),
                types.Array(record_type(PLAY_DTYPE), 1, "C"),
                numbers,
                numbers,
                words,
            ]
        ),
    )
    return Signatures(choose, kernels, play)


@cache
def kernels_of(game: Game) -> Any:
    """uint64[6]: the addresses of the game's kernels, in the driver's order."""
    layout = game.kernels
    functions = (
        layout.start,
        layout.deal,
        layout.legal_actions,
        layout.step,
        layout.settle,
        layout.finish,
    )
    if PLAIN:
        return functions
    compiled_kernels = [
        compile_to(function.py_func, signature)
        for function, signature in zip(functions, signatures(game).kernels, strict=True)
    ]
    KEPT.extend(compiled_kernels)
    return np.array([address_of(function) for function in compiled_kernels], np.uint64)


KEPT: list[Any] = []  # compiled functions that are called by address must not be collected


@cache
def driver_of(game: Game) -> Callable[..., Any]:
    """The driver compiled for the game's records."""
    if PLAIN:
        return driver.play_matches
    return compile_to(driver.play_matches, signatures(game).play)


@cache
def compiled(game: Game, name: str) -> Compiled:
    """The strategy called `name`, ready to sit down at `game`."""
    return compile_strategy(find(name), game, signatures(game).choose)


# --- Playing --------------------------------------------------


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


class Table:
    """One cell, ready to play: its state, its bots and its buffers."""

    def __init__(
        self,
        game: Game,
        cell: Cell,
        seed: int,
        first: int = RANDOM_FIRST,
        *,
        rows: int = BATCH_ROWS,
    ) -> None:
        self.game = game
        self.cell = cell
        seats = len(cell.sitters)
        self.bound = max_hands(game, cell.rules)
        self.per_batch = max(1, rows // self.bound)
        self.rows = self.per_batch * self.bound
        bots = [compiled(game, sitter.strategy) for sitter in cell.sitters]
        self.params = [
            param_array(bot.strategy, sitter.params)
            for bot, sitter in zip(bots, cell.sitters, strict=True)
        ]
        self.bots: Any = ([bot.function for bot in bots], self.params)
        if not PLAIN:
            self.bots = (
                np.array([address_of(bot.function) for bot in bots], np.uint64),
                np.array([params.ctypes.data for params in self.params], np.uint64),
            )
        state = new_state(game.kernels.STATE, cell.rules)
        words = state.view(np.ndarray).view(np.uint64)
        nothing = (np.uint64(0),) * game.kernels.WORDS
        self.table = (state[0], words, words.copy(), nothing)
        self.roots = (root(seed, "deal"), root(seed, "think"))
        self.first = first
        self.hands = np.zeros(self.rows, hand_dtype(game)).view(np.recarray)
        self.matches = np.zeros(self.per_batch, match_dtype(game)).view(np.recarray)
        self.plays = np.zeros(0, PLAY_DTYPE).view(np.recarray)
        self.digest = np.zeros(1, np.uint64)
        self.n_seats = seats

    def batch(
        self, match: int, n_matches: int, watch: Any, *, plays: bool = False, digest: bool = False
    ) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Play at most `per_batch` matches into the buffers; returns the driver's tally."""
        if plays and not len(self.plays):
            size = self.rows * self.game.kernels.MAX_DECISIONS
            self.plays = np.zeros(size, PLAY_DTYPE).view(np.recarray)
        where = (match, n_matches, self.n_seats, self.first, self.cell.turn, self.cell.number)
        plan = np.array([*where, plays, digest], np.int64)
        tally = np.zeros(7, np.int64)
        hand_words = self.hands.view(np.ndarray).view(np.uint64).reshape(self.rows, -1)
        out: Any = (self.hands, hand_words, self.matches, self.plays, watch, tally, self.digest)
        if not PLAIN:
            out = tuple(part.view(np.ndarray) for part in out)
        play = driver_of(self.game)
        with np.errstate(over="ignore"):
            play(kernels_of(self.game), self.bots, self.table, self.roots, plan, out)
        if tally[driver.FAULT] != driver.FINE:
            raise self.fault(tally)
        return tally

    def fault(self, tally: np.ndarray[Any, np.dtype[np.int64]]) -> RunError:
        """The error that names strategy, cell, match and seat."""
        seat = int(tally[driver.FAULT_SEAT])
        name = self.cell.sitters[seat].label
        place = (
            f"seat {seat}, cell {self.cell.number}, match {tally[driver.FAULT_MATCH]}, "
            f"hand {tally[driver.FAULT_HAND]}"
        )
        why = "chose an action that is not legal"
        if tally[driver.FAULT] == driver.FAILED:
            why = f"raised {take_failure() or 'an exception'}"
        return RunError(
            f"strategy {name!r} {why} ({place}). "
            f"See: simcards strategies check {self.cell.sitters[seat].strategy} "
            f"--game {self.game.name}"
        )


def fingerprint(
    game: Game, cell: Cell, seed: int, first: int, matches: range, watch: Any = None
) -> tuple[int, int, int]:
    """Play without keeping records: (hands, decisions, sum of the hands' 64-bit digests).

    The sum does not depend on how the matches are shared out.
    """
    table = Table(game, cell, seed, first)
    watch = NO_WATCH if watch is None else watch
    n_hands = n_decisions = 0
    for match in range(matches.start, matches.stop, table.per_batch):
        n = min(table.per_batch, matches.stop - match)
        tally = table.batch(match, n, watch, digest=True)
        n_hands += int(tally[driver.HANDS])
        n_decisions += int(tally[driver.DECISIONS])
    return n_hands, n_decisions, int(table.digest[0])


def play(  # noqa: PLR0913
    game: Game,
    cell: Cell,
    seed: int,
    first: int,
    matches: range,
    *,
    plays: bool = False,
    digest: bool = False,
    watch: Any = None,
) -> Played:
    """Play `matches` (consecutive numbers) of a cell and keep a record of each hand.

    `watch`, int64[4], tells another process where this one is. Raises RunError naming strategy,
    cell, match and seat when a strategy fails or acts illegally.
    """
    table = Table(game, cell, seed, first)
    watch = NO_WATCH if watch is None else watch
    batches: list[tuple[Columns, Columns, Columns]] = []
    n_decisions = 0
    for match in range(matches.start, matches.stop, table.per_batch):
        n = min(table.per_batch, matches.stop - match)
        tally = table.batch(match, n, watch, plays=plays, digest=digest)
        n_decisions += int(tally[driver.DECISIONS])
        batches.append(
            (
                columns(
                    table.hands[: tally[driver.HANDS]], game.all_hand_columns(), game.max_seats
                ),
                columns(table.matches[:n], game.all_match_columns(), game.max_seats),
                columns(table.plays[: tally[driver.PLAYS]], PLAY_COLUMNS, 1),
            )
        )
    hands, ended, acts = (join([batch[i] for batch in batches]) for i in range(3))
    return Played(hands, ended, acts if plays else {}, n_decisions, int(table.digest[0]))


def columns(records: np.ndarray[Any, Any], declared: Sequence[Column], seats: int) -> Columns:
    """The records sorted into contiguous arrays by stored name."""
    plain = records.view(np.ndarray)
    found = {}
    for name, column in stored_columns(declared, seats):
        if column.per_seat:
            seat = int(name.rsplit("_", 1)[1])
            found[name] = plain[column.name][:, seat].copy()
        else:
            found[name] = plain[name].copy()
    return found


def join(batches: Sequence[Columns]) -> Columns:
    """The batches one after the other."""
    if not batches:
        return {}
    return {name: np.concatenate([batch[name] for batch in batches]) for name in batches[0]}


def param_array(strategy: Strategy, given: Mapping[str, float]) -> np.ndarray[Any, Any]:
    """float64[params]: the parameters in the strategy's order, `given` ones before defaults."""
    values = [float(given.get(name, value)) for name, value in strategy.params.items()]
    array = np.array(values, np.float64)
    array.flags.writeable = False
    return array
