"""Making a strategy's function ready to sit down: machine code, or a way back into plain Python."""

import ctypes
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numba
import numpy as np

from simcards.calls import ERROR, place_of
from simcards.errors import UsageError
from simcards.game import Game
from simcards.jit import PLAIN, compile_to
from simcards.strategy import COMPILED, PYTHON, Strategy


@dataclass(frozen=True)
class Compiled:
    """A strategy with the function that sits down: machine code, or a way back into Python."""

    strategy: Strategy
    function: Callable[..., Any]
    is_python: bool
    why: str = ""  # why numba could not compile it

    @property
    def kind(self) -> str:
        """How it plays, in a word."""
        return PYTHON if self.is_python else COMPILED


_failures: list[str] = []  # what plain-Python strategies raised, newest last


def take_failure() -> str:
    """What the last failing plain-Python strategy raised, once."""
    return _failures.pop() if _failures else ""


def compile_strategy(strategy: Strategy, game: Game, signature: Any) -> Compiled:
    """Compile `strategy` to `signature`; where numba cannot, make a way back into plain Python."""
    if not strategy.plays(game.name):
        raise UsageError(
            f"strategy {strategy.name!r} does not play {game.name}; it plays "
            f"{', '.join(strategy.games)}. See: simcards strategies list"
        )
    if PLAIN:
        return Compiled(strategy, strategy.choose, is_python=True)
    if not strategy.compiled:
        return Compiled(strategy, through_python(strategy, signature), is_python=True)
    try:
        function = compile_to(strategy.choose, signature, allocates=not strategy.is_ours)
    except Exception as error:  # numba raises whatever comes: its own errors and many others
        function = through_python(strategy, signature)
        return Compiled(strategy, function, is_python=True, why=first_reason(error))
    return Compiled(strategy, function, is_python=False)


def first_reason(error: Exception) -> str:
    """The first line of a compiler's complaint that says more than where it gave up."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = [line for line in lines if not line.startswith("Failed in ")]
    return (said or lines or [repr(error)])[0]


def through_python(strategy: Strategy, signature: Any) -> Callable[..., Any]:
    """A compiled function whose body calls plain Python; what that raises becomes ERROR."""
    n_params = len(strategy.params)

    def ask(public: Any, own: Any, legal: Any, word: Any, place: int) -> int:
        try:
            params = floats_of(place, n_params)
            return int(strategy.choose(public, own, legal, word, params))
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            _failures.append(f"{error!r} in line {frame.lineno} of {Path(frame.filename).name}")
            return ERROR

    def choose(public, own, legal, word, params):  # type: ignore[no-untyped-def]
        place = place_of(params)
        with numba.objmode(action="int64"):
            action = ask(public, own, legal, word, place)
        return action

    return compile_to(choose, signature, keep=False)


@cache
def floats_of(place: int, n: int) -> Any:
    """float64[n]: the values at a memory address, read only."""
    memory = (ctypes.c_double * n).from_address(place)
    values = np.ctypeslib.as_array(memory).view()
    values.flags.writeable = False
    return values
