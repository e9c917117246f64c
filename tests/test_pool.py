"""Worker processes as the parent sees them: who is watched, blamed and ended."""

import os
import struct
import subprocess
import sys
import time

import pytest

from runs import write_config
from simcards import pool, workers
from simcards.config import load
from simcards.errors import RunError
from simcards.plan import lay_out


@pytest.fixture
def cells(tmp_path):
    return lay_out(load(write_config(tmp_path))).experiment.cells


@pytest.fixture
def two():
    """A pool whose workers have started."""
    import logging

    with pool.Pool(2, pool.context().Queue(), logging.WARNING) as started:
        for future in [started.submit(time.sleep, 0.3) for _ in range(2)]:
            future.result()
        yield started


def a_watch(of):
    """Where the first worker notes what it does."""
    return min(of._watches.iterdir())


def note(path, *, ticks, busy):
    """Write a watch as a worker would."""
    words = {workers.MATCH: 3, workers.SEAT: 1, workers.TICKS: ticks, workers.BUSY: busy}
    path.write_bytes(struct.pack("=5q", *(words.get(i, 0) for i in range(5))))


def look_for(of, cells, seconds, patience):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        of.look(patience, cells)
        time.sleep(0.02)


def test_nobody_is_blamed_before_the_first_decision(two, cells):
    # a task that has begun and not yet asked anybody loads or compiles
    note(a_watch(two), ticks=0, busy=1)
    look_for(two, cells, 0.5, patience=0.1)


def test_a_decision_that_takes_too_long_is_blamed_on_its_strategy(two, cells):
    note(a_watch(two), ticks=5, busy=1)
    with pytest.raises(RunError, match=r"'random_legal' .* 0\.1 s .*cell 0, match 3, seat 1"):
        look_for(two, cells, 5, patience=0.1)


def test_a_task_starts_with_no_decision(tmp_path, monkeypatch):
    path = tmp_path / "1"
    path.write_bytes(bytes(8 * workers.WATCH_WORDS))
    monkeypatch.setattr(workers, "_watch_file", path)
    with workers.watched() as watch:
        watch[workers.TICKS] = 7
    with workers.watched():
        assert pool.read_watch(path)[workers.TICKS] == 0
        assert pool.read_watch(path)[workers.BUSY] == 1


def test_a_process_that_is_not_a_worker_is_left_alone(two):
    # a worker's process number may be another program's when the worker has gone
    stranger = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    note(two._watches / str(stranger.pid), ticks=5, busy=1)
    two.look(0.0, ())
    two.kill()
    time.sleep(0.1)
    assert stranger.poll() is None
    stranger.communicate(b"\n")
    assert stranger.returncode == 0


def test_killing_ends_every_worker(two):
    pids = [int(path.name) for path in two._watches.iterdir()]
    assert len(pids) == 2
    two.kill()
    end = time.monotonic() + 10
    while any(lives(pid) for pid in pids) and time.monotonic() < end:
        time.sleep(0.02)
    assert not any(lives(pid) for pid in pids)


def lives(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
