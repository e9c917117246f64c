"""Runs that are interrupted, however rudely, end in the rows of one that was not."""

import json
import random
import signal
import time

import pytest

from runs import files, n_journaled, play, simcards, start_simcards, write_config
from simcards import digests, parts, runner
from simcards.config import load
from simcards.errors import DataError, UsageError
from simcards.manifest import Manifest
from simcards.plan import Keeping, lay_out, reopen

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


def test_ctrl_c_ends_well_and_names_the_command_that_continues(tmp_path, whole):
    process, folder = begin(tmp_path)
    process.send_signal(signal.SIGINT)
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
        assert Manifest.read(folder).state in ("running", "done")
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
        ('{"schema": 99}', "record schema 99"),
        ('{"schema": 1, "colour": 3}', "not a manifest"),
        ("[]", "record schema None"),
    ],
)
def test_a_manifest_that_cannot_be_read_is_refused_in_one_line(tmp_path, content, words):
    (tmp_path / "manifest.json").write_text(content)
    with pytest.raises(DataError, match=words) as caught:
        Manifest.read(tmp_path)
    assert "\n" not in str(caught.value)


def test_two_processes_do_not_play_into_one_folder(done):
    from simcards import store

    plan = reopen(done)
    with store.lock(done), pytest.raises(UsageError, match="another process"):
        runner.resume(plan)
