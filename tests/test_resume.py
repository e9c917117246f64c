"""Runs that are interrupted, however rudely, end in the rows of one that was not."""

import contextlib
import json
import os
import random
import signal
import threading
import time

import duckdb
import pytest

from runs import files, n_journaled, play, simcards, start_simcards, write_config
from simcards import database, digests, manifest, parts, runner, store, views
from simcards.config import load
from simcards.errors import DataError, RunStopped, UsageError
from simcards.manifest import Manifest
from simcards.plan import Keeping, lay_out, reopen
from simcards.progress import Silent
from simcards.runner import Session
from simcards.stopping import Stop

MATCHES, ROWS = 4000, 4000  # 216,000 hands in 55 parts


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The checksums of the parts of a run that nobody interrupted."""
    folder = tmp_path_factory.mktemp("whole")
    return files(play(write_config(folder, MATCHES), folder, rows=ROWS, duckdb=False))


def begin(tmp_path, *more):
    """Start a run in the background, and wait until it has recorded something."""
    arguments = ("--out", tmp_path / "r", "--name", "n", "--part", ROWS, "--workers", 2)
    process = start_simcards("run", write_config(tmp_path, MATCHES), *arguments, *more)
    folder = tmp_path / "r" / "n"
    while n_journaled(folder) < 2:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    return process, folder


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_well_and_names_the_command_that_continues(tmp_path, whole, number):
    process, folder = begin(tmp_path)
    process.send_signal(number)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 4
    assert f"simcards resume {folder}" in said
    assert "Traceback" not in said
    about = Manifest.read(folder)
    assert about.state == "stopped"
    assert 0 < about.hands == sum(p.rows["hands"] for p in parts.read_journal(folder).values())
    before = files(folder)
    assert before.items() < whole.items()
    verified = simcards("verify", "n", "--out", tmp_path / "r")
    assert verified.returncode == 0
    assert "not done (stopped)" in verified.stdout
    resumed = simcards("resume", "n", "--out", tmp_path / "r", "--json", "--workers", 1)
    assert resumed.returncode == 0
    assert json.loads(resumed.stdout)["hands"] == 6 * MATCHES * 9
    assert files(folder) == whole
    assert (folder / "records.duckdb").exists()


def test_a_second_ctrl_c_ends_at_once(tmp_path):
    process, folder = begin(tmp_path)
    process.send_signal(signal.SIGINT)
    time.sleep(0.002)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert process.returncode in (130, 4)  # 4 when it had ended already
    assert "Traceback" not in said
    assert Manifest.read(folder).state == "stopped"


def test_killed_again_and_again_it_still_ends_in_the_same_rows(tmp_path, whole):
    process, folder = begin(tmp_path)
    chance = random.Random(1)
    for _ in range(3):
        time.sleep(chance.uniform(0, 0.3))
        process.kill()
        process.communicate()
        about = Manifest.read(folder)
        assert about.state in ("running", "done")
        assert store.state(folder, about) in (store.INTERRUPTED, "done")
        process = start_simcards("resume", "n", "--out", tmp_path / "r", "--quiet")
        done = n_journaled(folder)
        while n_journaled(folder) <= done and process.poll() is None:
            time.sleep(0.01)
    process.communicate(timeout=120)
    assert process.returncode == 0
    assert files(folder) == whole
    assert not list(folder.glob("**/.*.tmp"))
    assert simcards("verify", "n", "--out", tmp_path / "r").returncode == 0


@pytest.fixture
def done(tmp_path):
    return play(write_config(tmp_path, 40), tmp_path / "r", rows=600, name="n")


@pytest.mark.parametrize(
    "harm",
    [
        lambda path: path.write_bytes(path.read_bytes()[:-100]),
        lambda path: path.write_bytes(path.read_bytes()[:-1] + b"?"),
        lambda path: path.unlink(),
    ],
    ids=["cut short", "altered", "missing"],
)
def test_a_damaged_part_is_found_by_verify_and_mended_by_resume(tmp_path, done, harm):
    before = files(done)
    harm(parts.path_of(done, "hands", 1))
    found = simcards("verify", "n", "--out", tmp_path / "r")
    assert found.returncode == 3
    assert "part-00001.parquet" in found.stdout
    assert "simcards resume" in found.stderr
    assert simcards("resume", "n", "--out", tmp_path / "r").returncode == 0
    assert files(done) == before
    assert simcards("verify", "n", "--out", tmp_path / "r").returncode == 0


@pytest.mark.parametrize("name", ["records.duckdb", "config.toml", "cells.parquet"])
@pytest.mark.parametrize(
    "harm",
    [
        lambda path: path.write_bytes(path.read_bytes()[:-20]),
        lambda path: path.write_bytes(b"?" + path.read_bytes()[1:]),
        lambda path: path.unlink(),
    ],
    ids=["cut short", "altered", "missing"],
)
def test_a_damaged_file_beside_the_parts_is_found_and_mended(done, name, harm):
    config = (done / "config.toml").read_text()
    harm(done / name)
    (fault,) = store.verify(done)
    assert fault.startswith(f"{done / name}: ")
    runner.resume(reopen(done))
    assert store.verify(done) == []
    assert (done / "config.toml").read_text() == config
    with contextlib.closing(store.connect(done)) as connection:
        assert connection.execute("SELECT count(*) FROM hands").fetchall() == [(6 * 40 * 9,)]


def test_a_run_killed_before_it_kept_its_config_can_be_resumed(tmp_path, monkeypatch):
    config = write_config(tmp_path, 5)
    plan = lay_out(load(config), Keeping(tmp_path / "r", "n"))
    write_whole = manifest.write_whole

    def die(path, content):
        if path.name != "manifest.json":
            raise SystemExit  # as good as killed: nothing is written after this
        if path.exists():
            raise SystemExit
        write_whole(path, content)

    monkeypatch.setattr(manifest, "write_whole", die)
    with pytest.raises(SystemExit):
        runner.run(plan)
    monkeypatch.undo()
    assert {path.name for path in plan.folder.iterdir()} == {".lock", "manifest.json"}
    assert runner.resume(reopen(plan.folder)).state == "done"
    assert (plan.folder / "config.toml").read_text() == config.read_text()


def test_resuming_a_whole_run_says_that_it_is_done(tmp_path, done):
    again = simcards("resume", "n", "--out", tmp_path / "r")
    assert again.returncode == 0
    assert "this run is done and all its files are as written" in again.stderr
    assert again.stdout.strip() == str(done)


SLOW = "CREATE TABLE slow AS SELECT sum(a.range * b.range) FROM range(10000000) a, range(100000) b"


@pytest.mark.parametrize("delay", [0.2, 1.0, 3.0])
def test_a_ctrl_c_ends_what_keeps_duckdb_busy(delay):
    with duckdb.connect() as connection:
        threading.Timer(delay, os.kill, (os.getpid(), signal.SIGINT)).start()
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            database.interruptible(connection, connection.execute, SLOW)
        assert time.monotonic() - began < delay + 10
        assert connection.execute("SELECT 1").fetchall() == [(1,)]


def interrupt_the_database(tmp_path, monkeypatch, times):
    """Play a run whose database takes for ever, with so many Ctrl-C while it is built."""
    monkeypatch.setattr(views, "create", lambda game: [SLOW])

    class Interrupter(Silent):
        def say(self, line):
            if line.startswith("building"):
                for i in range(times):
                    wait = threading.Timer(0.5 + i / 1e3, os.kill, (os.getpid(), signal.SIGINT))
                    wait.start()

    plan = lay_out(load(write_config(tmp_path, 20)), Keeping(tmp_path, "n"))
    runner.run(plan, Session(1, 60.0, Interrupter()))


def test_ctrl_c_while_the_database_is_built_stops_the_run_well(tmp_path, monkeypatch):
    with pytest.raises(
        RunStopped, match=r"all 1,080 hands are recorded.*simcards resume"
    ) as caught:
        interrupt_the_database(tmp_path, monkeypatch, 1)
    assert caught.value.exit_code == 4
    monkeypatch.undo()
    assert Manifest.read(tmp_path / "n").state == "stopped"
    assert store.verify(tmp_path / "n") == []
    assert not list((tmp_path / "n").glob("*.duckdb*"))
    assert runner.resume(reopen(tmp_path / "n")).state == "done"
    assert store.verify(tmp_path / "n") == []


def test_the_database_is_not_begun_once_a_stop_is_asked_for(tmp_path, monkeypatch):
    plan = lay_out(load(write_config(tmp_path, 5)), Keeping(tmp_path, "n"))
    stop = Stop(str)
    stop.times = 1
    monkeypatch.setattr(database, "build", lambda *_: pytest.fail("was built"))
    plan.folder.mkdir()
    with pytest.raises(RunStopped, match="was built"):
        runner.build_database(plan, Silent(), stop)


def test_a_second_ctrl_c_while_the_database_is_built_ends_at_once(tmp_path, monkeypatch):
    plan = lay_out(load(write_config(tmp_path, 5)), Keeping(tmp_path, "n"))
    stop = Stop(str)

    def build(*_):
        stop.times = 2
        raise RuntimeError("Query interrupted")

    monkeypatch.setattr(database, "build", build)
    plan.folder.mkdir()
    with pytest.raises(KeyboardInterrupt):
        runner.build_database(plan, Silent(), stop)


def test_a_finished_run_is_left_as_it_is(done):
    before = (done / "manifest.json").stat().st_mtime_ns, files(done)
    about = runner.resume(reopen(done))
    assert about.state == "done"
    assert files(done) == before[1]
    assert about.finished == Manifest.read(done).finished


def test_resume_refuses_when_the_code_changed_and_says_so(done, monkeypatch):
    monkeypatch.setattr(digests, "code_digest", lambda experiment: "f" * 16)
    with pytest.raises(DataError, match=r"the code .* changed .* now f{16}"):
        reopen(done)


def test_resume_refuses_when_the_config_changed_and_says_so(done):
    path = done / "manifest.json"
    path.write_text(path.read_text().replace('"seed": 7', '"seed": 8'))
    with pytest.raises(DataError, match="the config changed"):
        reopen(done)


def test_a_changed_strategy_file_changes_the_code_digest(tmp_path):
    from runs import write_bot

    first = "return int(legal[0]) & -int(legal[0])"
    bot = write_bot(tmp_path, first)
    config = write_config(tmp_path, 5, (bot,))
    before = lay_out(load(config), Keeping(tmp_path)).manifest
    write_bot(tmp_path, first + "  # another")
    after = lay_out(load(config), Keeping(tmp_path)).manifest
    assert before.code_digest != after.code_digest
    assert before.config_digest == after.config_digest


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("{", "cannot be read"),
        ("\0\xff", "cannot be read"),
        ('{"schema": 99}', "record schema 99, and this program reads 1"),
        ('{"schema": 1, "colour": 3}', "not a manifest"),
        ('{"schema": 1, "run": "n"}', "not a manifest .*missing"),
        ("[]", "record schema None"),
    ],
)
def test_a_manifest_that_cannot_be_read_is_refused_in_one_line(tmp_path, content, words):
    (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(DataError, match=words) as caught:
        Manifest.read(tmp_path)
    assert "\n" not in str(caught.value)


def test_a_manifest_with_a_value_of_the_wrong_kind_is_refused_by_every_command(tmp_path, done):
    path = done / "manifest.json"
    path.write_text(path.read_text().replace('"n_parts": 4', '"n_parts": "four"'))
    with pytest.raises(DataError, match="n_parts = 'four'"):
        Manifest.read(done)
    for command in (["verify", "n"], ["resume", "n"], ["report", "n"], ["query", "n", "SELECT 1"]):
        refused = simcards(*command, "--out", tmp_path / "r")
        assert refused.returncode == 3
        assert refused.stderr.count("\n") == 1
        assert "n_parts" in refused.stderr


def test_two_processes_do_not_play_into_one_folder(done):
    plan = reopen(done)
    with store.lock(done), pytest.raises(UsageError, match="another process"):
        runner.resume(plan)
