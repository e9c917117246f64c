"""A game's records and calls as compiled code sees them, and its kernels made ready."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import numpy as np
from numba import types

from simcards import driver
from simcards.calls import address_of
from simcards.compiling import Compiled, compile_strategy
from simcards.game import Game
from simcards.jit import PLAIN, compile_to
from simcards.records import PLAY_COLUMNS, struct_dtype
from simcards.strategy import find


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
                types.Array(match, 1, "C"),
                types.Array(record_type(PLAY_DTYPE), 1, "C"),
                types.Array(types.uint64, 2, "C"),
                types.Array(types.uint64, 2, "C"),
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
