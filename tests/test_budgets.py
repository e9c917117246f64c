"""What starting and compiling may cost, with room for a busy machine; `make speed` is stricter."""

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from simcards.games import GAMES

SIMCARDS = str(Path(sys.executable).with_name("simcards"))
HELP_SECONDS = 1.5  # promised: 0.4, on a quiet machine
COMPILE_SECONDS = 120.0  # of processor time, for a game from nothing; promised: 30


def test_help_comes_at_once():
    def seconds():
        start = time.perf_counter()
        subprocess.run([SIMCARDS, "--help"], check=True, capture_output=True)
        return time.perf_counter() - start

    assert min(seconds() for _ in range(3)) < HELP_SECONDS


@pytest.mark.parametrize("game", GAMES)
def test_a_game_compiles_from_nothing_within_its_budget(game, tmp_path):
    def processor_seconds():
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    before = processor_seconds()
    subprocess.run(
        [SIMCARDS, "bench", game, "--hands", "100"],
        env={**os.environ, "SIMCARDS_CACHE": str(tmp_path)},
        check=True,
        capture_output=True,
    )
    assert any(tmp_path.rglob("*.nb?"))  # it did compile
    assert processor_seconds() - before < COMPILE_SECONDS
