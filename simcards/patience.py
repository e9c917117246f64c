"""Checking a strategy in a process of its own: one that loops for ever heeds nothing else."""

import multiprocessing
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from simcards.check import N_LINE_UPS, Point, Report, check
from simcards.defaults import CHECK_MATCHES, CHECK_PATIENCE
from simcards.driver import WATCH_CELL, WATCH_MATCH, WATCH_SEAT, WATCH_TICKS
from simcards.errors import SimcardsError
from simcards.game import Game, find_game
from simcards.stopping import deaf

LOADING = 300.0  # seconds to load and compile all there is
GLANCE = 0.1  # seconds between two looks at the process
COMES_BACK = "comes back"


def check_apart(
    name: str,
    game: Game,
    rule_sets: Mapping[str, Any],
    n_matches: int = CHECK_MATCHES,
    patience: float = CHECK_PATIENCE,
) -> Report:
    """What `check` finds, and whether the strategy comes back from every decision.

    Raises what `check` raises.
    """
    context = multiprocessing.get_context("spawn")
    watch = context.RawArray("q", 4)
    ours, theirs = context.Pipe(duplex=False)
    task = (theirs, watch, name, game.name, dict(rule_sets), n_matches)
    process = context.Process(target=answer, args=task, daemon=True)
    with deaf():
        process.start()
    theirs.close()
    try:
        found = await_answer(ours, watch, patience)
        if found is None:
            process.join(1.0)  # its pipe is closed, so it is about to end
    finally:
        process.kill()
        process.join()
    if isinstance(found, SimcardsError):
        raise found
    if isinstance(found, Report):
        return replace(found, points=(Point(COMES_BACK, ok=True), *found.points))
    if found is None:
        says = f"ended its process (exit code {process.exitcode})"
    else:
        says = f"did not return within {found:g} s"
    where = place(watch, list(rule_sets))
    return Report(name, game.name, (Point(COMES_BACK, ok=False, says=f"{says} ({where})"),))


def answer(pipe: Any, memory: Any, name: str, game: str, rule_sets: Any, n_matches: int) -> None:
    """In the process apart: check, and send back the report or the error."""
    import numpy as np

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    watch = np.frombuffer(memory, np.int64)
    sys.stdout = sys.stderr  # what a strategy prints is no part of the report
    try:
        pipe.send(check(name, find_game(game), rule_sets, n_matches, watch))
    except SimcardsError as error:
        pipe.send(error)


def await_answer(pipe: Any, watch: Any, patience: float) -> Report | SimcardsError | float | None:
    """The answer; the seconds waited in vain; or None if the process ended without one."""
    ticks, since = 0, time.monotonic()
    while not pipe.poll(GLANCE):
        if watch[WATCH_TICKS] != ticks:
            ticks, since = watch[WATCH_TICKS], time.monotonic()
        limit = patience if ticks else LOADING
        if time.monotonic() - since > limit:
            return limit
    try:
        received: Report | SimcardsError = pipe.recv()
    except EOFError:
        return None
    return received


def place(watch: Any, names: Sequence[str]) -> str:
    """What was asked last."""
    if not watch[WATCH_TICKS]:
        return "while it was loaded and compiled"
    variant = names[watch[WATCH_CELL] // N_LINE_UPS]
    return f"{variant}, seat {watch[WATCH_SEAT]}, match {watch[WATCH_MATCH]}"
