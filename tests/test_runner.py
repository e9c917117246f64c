"""Playing a config into a run folder: what is there afterwards, and what goes wrong in words."""

import inspect
import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from runs import (
    files,
    n_journaled,
    play,
    simcards,
    start_simcards,
    table,
    write_bot,
    write_config,
)
from simcards import parts, runner, store
from simcards.config import load
from simcards.defaults import RESULTS, RUN_PATIENCE
from simcards.engine import max_hands
from simcards.errors import UsageError
from simcards.manifest import Manifest, call_it
from simcards.plan import Keeping, check_name, lay_out
from simcards.runner import Session
from simcards.workers import BUSY, CELL, MATCH, SEAT, TICKS

CELLS, MATCHES, HANDS = 6, 60, 9  # of the small config


@pytest.fixture(scope="module")
def one_worker(tmp_path_factory):
    folder = tmp_path_factory.mktemp("one")
    return play(write_config(folder), folder / "results", rows=600)


def test_every_hand_of_every_cell_is_there_once(one_worker):
    hands, matches = table(one_worker, "hands"), table(one_worker, "matches")
    keys = list(hands.select("cell", "match", "hand").iter_rows())
    assert keys == [
        (cell, match, hand)
        for cell in range(CELLS)
        for match in range(MATCHES)
        for hand in range(HANDS)
    ]
    assert matches.height == CELLS * MATCHES
    assert (matches["hands"] == HANDS).all()


def test_the_totals_of_matches_are_the_sums_of_their_hands(one_worker):
    hands, matches = table(one_worker, "hands"), table(one_worker, "matches")
    for seat in range(3):
        sums = hands.group_by("cell", "match", maintain_order=True).sum()
        assert (sums[f"score_{seat}"] == matches[f"total_{seat}"]).all()


def test_within_a_part_rows_are_ordered_and_bounded(one_worker):
    import polars as pl

    about = Manifest.read(one_worker)
    assert about.blocks_per_part == 11  # of 54 hands each: 594 <= 600
    assert about.n_parts == 6
    for number, part in parts.read_journal(one_worker).items():
        hands = pl.read_parquet(parts.path_of(one_worker, "hands", number))
        assert hands.equals(hands.sort("cell", "match", "hand"))
        assert set(hands["match"]) == set(range(*part.blocks))
        assert hands.height == part.rows["hands"] <= 600


@pytest.mark.parametrize("n_workers", [2, 5])
def test_any_number_of_workers_writes_the_same_bytes(one_worker, tmp_path, n_workers):
    folder = play(write_config(tmp_path), tmp_path / "results", n_workers=n_workers, rows=600)
    assert files(folder) == files(one_worker)


@pytest.mark.parametrize("rows", [1, None])
def test_any_part_size_gives_the_same_rows(one_worker, tmp_path, rows):
    folder = play(write_config(tmp_path, 20), tmp_path / "results", n_workers=2, rows=rows)
    assert Manifest.read(folder).n_parts == (20 if rows else 1)
    for name in ("hands", "matches"):
        whole = table(one_worker, name)
        assert table(folder, name).equals(whole.filter(whole["match"] < 20))


def test_the_manifest_says_what_was_played(one_worker):
    about = Manifest.read(one_worker)
    assert about.state == "done"
    assert (about.hands, about.matches) == (CELLS * MATCHES * HANDS, CELLS * MATCHES)
    assert about.question == "Is the position worth anything?"
    assert about.run.startswith("small-")
    assert about.config_digest.startswith(about.run.removeprefix("small-"))
    text = (one_worker / "manifest.json").read_text()
    assert os.uname().nodename not in text
    assert str(one_worker.parent) not in text


def test_plays_are_recorded_when_asked_for(tmp_path):
    import polars as pl

    folder = play(write_config(tmp_path, 3), tmp_path / "results", plays=True, duckdb=False)
    plays = pl.read_parquet(folder / "plays" / "*.parquet")
    hands = table(folder, "hands")
    assert plays.height == hands["decisions"].sum()
    assert (plays["legal"] == 1).sum() == hands["forced"].sum()
    assert not (folder / "records.duckdb").exists()


def test_a_folder_in_use_is_refused_with_a_way_on(one_worker, tmp_path):
    results, name = one_worker.parent, one_worker.name
    with pytest.raises(UsageError, match=r"is done.*--name"):
        runner.run(lay_out(load(write_config(tmp_path)), Keeping(results, name, rows=600)))
    with pytest.raises(UsageError, match=r"another run: the config changed .*--name"):
        runner.run(lay_out(load(write_config(tmp_path), seed=8), Keeping(results, name, rows=600)))
    with pytest.raises(UsageError, match=r"another run: the part size changed"):
        runner.run(lay_out(load(write_config(tmp_path)), Keeping(results, name, rows=60)))
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "letter.txt").write_text("dear")
    with pytest.raises(UsageError, match="no run"):
        runner.run(lay_out(load(write_config(tmp_path)), Keeping(tmp_path, "x")))


@pytest.mark.parametrize(
    "name", ["../x", "a/b", "-x", ".x", "..", "", " ", "latest", "a\nb", "a*", "a[1]", "x" * 300]
)
def test_a_name_that_would_be_taken_for_something_else_is_refused(tmp_path, name):
    with pytest.raises(UsageError, match=r"cannot be a run's name.*--out") as caught:
        lay_out(load(write_config(tmp_path)), Keeping(tmp_path, name))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "stem", ["-odd", ".hidden", "what?[1]", "two words", "\u00fcber", "x" * 200]
)
def test_a_run_named_by_its_config_always_has_a_good_name(tmp_path, stem):
    config = write_config(tmp_path).rename(tmp_path / f"{stem}.toml")
    name = lay_out(load(config), Keeping(tmp_path)).folder.name
    assert check_name(name[:-7]) == name[:-7]


def test_the_way_on_can_be_pasted_into_a_shell():
    assert call_it(RESULTS / "two words") == "'two words'"
    assert call_it(RESULTS / "one") == "one"


def test_an_unfinished_run_of_this_config_is_to_be_resumed(one_worker, tmp_path):
    plan = lay_out(load(write_config(tmp_path)), Keeping(tmp_path))
    plan.folder.mkdir()
    plan.manifest.write(plan.folder)
    with pytest.raises(UsageError, match="simcards resume"):
        runner.run(plan)


def test_dry_run_counts_and_writes_nothing(tmp_path):
    config = write_config(tmp_path)
    done = simcards("run", config, "--out", tmp_path / "results", "--dry-run", "--json")
    assert done.returncode == 0
    counts = json.loads(done.stdout)
    assert (counts["cells"], counts["blocks"], counts["matches"]) == (6, 60, 360)
    assert "cells 6" in done.stderr
    assert not (tmp_path / "results").exists()


def test_json_is_one_document_and_quiet_is_quiet(tmp_path):
    arguments = ("--out", tmp_path / "results", "--json", "--quiet", "--name", "n", "--seed", 3)
    done = simcards("run", write_config(tmp_path, 5), *arguments)
    assert done.stderr == ""
    about = json.loads(done.stdout)
    assert about["run"] == "n"
    assert about["hands"] == CELLS * 5 * HANDS
    assert about["path"] == str(tmp_path / "results" / "n")
    assert {"seconds_playing", "seconds_duckdb", "hands_per_second", "cells", "parts"} <= set(about)
    assert Manifest.read(tmp_path / "results" / "n").seed == 3


FAULTS = {
    "illegal": ("return 999", False, "not legal"),
    "raises": ("return [1][5]", True, "IndexError"),
    "loops": ("n = 0\nwhile word != n + 1 or word > 3:\n    n ^= 1\nreturn n", False, "0.5 s"),
    "sleeps": ("import time\ntime.sleep(60)\nreturn 0", True, "0.5 s"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_strategy_at_fault_is_named_in_one_line(tmp_path, fault):
    body, python, words = FAULTS[fault]
    bot = write_bot(tmp_path, body, python=python)
    config = write_config(tmp_path, 5, (bot,))
    out = ("--out", tmp_path / "results", "--name", "n", "--quiet", "--patience", "0.5")
    done = simcards("run", config, *out)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    for word in (bot, words, "cell 0", "match 0", "seat"):
        assert word in done.stderr
    assert Manifest.read(tmp_path / "results" / "n").state == "failed"
    assert words in (tmp_path / "results" / "n" / "log.txt").read_text()


def test_a_strategy_that_ends_its_process_ends_the_run_in_one_line(tmp_path):
    bot = write_bot(tmp_path, "import os\nos._exit(7)", python=True)
    done = simcards("run", write_config(tmp_path, 5, (bot,)), "--out", tmp_path / "r", "--quiet")
    assert done.returncode == 1
    assert done.stderr.startswith("simcards: a worker died")
    assert done.stderr.count("\n") == 1


def test_parts_lost_with_a_worker_are_played_again(one_worker, tmp_path):
    """A worker is killed from outside in the middle; the rows are those of a quiet run."""
    config = write_config(tmp_path, 4000)
    arguments = ("--out", tmp_path / "r", "--name", "n", "--part", 3000, "--no-duckdb")
    with start_simcards("run", config, *arguments, "--workers", 2, "--progress", "plain") as run:
        folder = tmp_path / "r" / "n"
        while n_journaled(folder) < 3:
            assert run.poll() is None
            time.sleep(0.02)
        os.kill(a_worker_of(run.pid), signal.SIGKILL)
        _, said = run.communicate(timeout=120)
    assert run.returncode == 0
    assert "a worker died; parts" in said
    whole = table(one_worker, "hands")
    mine = table(folder, "hands")
    assert mine.height == CELLS * 4000 * HANDS
    assert mine.filter(mine["match"] < MATCHES).equals(whole)


def a_worker_of(parent: int) -> int:
    """A worker process of a run: a grandchild, born from its forkserver."""

    def children(pid: int) -> list[int]:
        path = f"/proc/{pid}/task/{pid}/children"
        with open(path) as file:
            return [int(word) for word in file.read().split()]

    return next(pid for child in children(parent) for pid in children(child))


def test_a_disk_that_fills_is_named_and_the_run_goes_on_when_there_is_room(tmp_path, one_worker):
    """A limit on file size stands for the full disk."""
    import resource

    config = write_config(tmp_path)
    arguments = ("--out", tmp_path / "r", "--name", "n", "--workers", 1, "--quiet")
    room = 8000

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    done = simcards("run", config, *arguments, preexec_fn=limit)
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert "simcards resume" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list((tmp_path / "r" / "n").glob("*/*.parquet"))
    assert simcards("resume", "n", "--out", tmp_path / "r", "--quiet").returncode == 0
    assert table(tmp_path / "r" / "n", "hands").equals(table(one_worker, "hands"))


def test_every_part_has_a_line_in_the_log_whoever_played_it(tmp_path):
    folder = play(write_config(tmp_path, 40), tmp_path / "r", n_workers=2, rows=60)
    lines = (folder / "log.txt").read_text().splitlines()
    told = [re.search(r"part (\d+): (\d+) hands in", line) for line in lines]
    hands = {int(found[1]): int(found[2]) for found in told if found}
    journal = parts.read_journal(folder)
    assert hands == {number: part.rows["hands"] for number, part in journal.items()}
    assert len(hands) == 40 == sum(map(bool, told))
    assert sum("worker" in line and "started" in line for line in lines) == 2
    assert len(lines) < 40 + 10  # never a line a match


def test_a_log_that_cannot_be_written_ends_no_run(tmp_path):
    plan = lay_out(load(write_config(tmp_path, 5)), Keeping(tmp_path / "r", "n"))
    plan.manifest.state = "stopped"
    plan.folder.mkdir(parents=True)
    plan.manifest.write(plan.folder)
    (plan.folder / "log.txt").symlink_to("/dev/full")
    done = simcards("resume", "n", "--out", tmp_path / "r", "--quiet")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("room", [0, 200, 3000, 40_000])
def test_wherever_the_disk_gets_full_there_is_one_line(tmp_path, room):
    import resource

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    arguments = ("--out", tmp_path / "r", "--name", "n", "--workers", 1, "--quiet")
    done = simcards("run", write_config(tmp_path), *arguments, preexec_fn=limit)
    assert done.returncode == 1
    assert "be written" in done.stderr
    assert done.stderr.count("\n") == 1


def test_nobody_listening_ends_no_run(tmp_path):
    """Whoever read what the run says has gone, as in `simcards run ... | head -1`."""
    reader, writer = os.pipe()
    os.close(reader)
    out = ("--out", tmp_path / "r", "--name", "n")
    command = [sys.executable, "-m", "simcards", "run", write_config(tmp_path, 5), *out]
    subprocess.run(command, stdout=subprocess.PIPE, stderr=writer, check=True)
    assert Manifest.read(tmp_path / "r" / "n").state == "done"
    command[-1] = "m"
    said = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert "Traceback" not in said.stderr
    assert "BrokenPipe" not in said.stderr
    assert Manifest.read(tmp_path / "r" / "m").state == "done"


def test_a_second_process_that_began_at_the_same_time_plays_nothing_twice(tmp_path, monkeypatch):
    plans = [lay_out(load(write_config(tmp_path, 5)), Keeping(tmp_path, "n")) for _ in range(2)]
    lock = store.lock

    def late(folder):
        """The other process plays its whole run after this one looked, before it locks."""
        monkeypatch.setattr(store, "lock", lock)
        runner.run(plans[1], Session(1))
        return lock(folder)

    monkeypatch.setattr(store, "lock", late)
    with pytest.raises(UsageError, match="this run is done"):
        runner.run(plans[0], Session(1))


def test_patience_and_place_are_the_same_for_the_command_line_and_for_python():
    from simcards.cli.run import resume_command, run_command

    for command in (run_command, resume_command):
        defaults = inspect.signature(command).parameters
        assert defaults["patience"].default == Session().patience == RUN_PATIENCE
        assert defaults["out"].default == Keeping().results == RESULTS


def test_a_place_that_is_no_folder_is_named(tmp_path):
    (tmp_path / "r").write_text("a file")
    done = simcards("run", write_config(tmp_path), "--out", tmp_path / "r", "--quiet")
    assert done.returncode == 1
    assert "cannot be made" in done.stderr
    assert "--out" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_watch_is_read_as_the_driver_writes_it():
    from simcards import driver

    ours = (MATCH, SEAT, TICKS, CELL)
    theirs = (driver.WATCH_MATCH, driver.WATCH_SEAT, driver.WATCH_TICKS, driver.WATCH_CELL)
    assert ours == theirs
    assert BUSY not in ours


def test_the_bound_on_hands_holds(one_worker):
    cells = lay_out(load(one_worker / "config.toml")).experiment.cells
    from simcards.game import find_game

    game = find_game(Manifest.read(one_worker).game)
    assert {max_hands(game, cell.rules) for cell in cells} == {HANDS}


def test_a_session_defaults_to_all_cores():
    assert Session().n_workers == len(os.sched_getaffinity(0))
