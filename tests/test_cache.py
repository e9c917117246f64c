"""The folder of compiled code: never stale, never deleted under somebody's feet, compiled once."""

import os
import time
from multiprocessing import get_context

import pytest

from simcards import cache
from simcards.cache import IN_USE, KEPT_CACHES, compiling, prune


def old_folders(tmp_path, ages):
    for number, age in enumerate(ages):
        folder = tmp_path / f"{number}"
        folder.mkdir()
        os.utime(folder, (time.time() - age,) * 2)


def test_old_folders_go_and_those_in_use_stay(tmp_path):
    day = IN_USE + 60
    old_folders(tmp_path, [5 * day, 10, 2 * day, 20, 3 * day, 30])
    mine = tmp_path / "mine"
    mine.mkdir()
    prune(mine)
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"mine", "1", "3", "5"}


def test_the_newest_stay_however_old_they_are(tmp_path):
    old_folders(tmp_path, [IN_USE * 2, IN_USE * 3, IN_USE * 4, IN_USE * 5])
    mine = tmp_path / "mine"
    mine.mkdir()
    prune(mine)
    assert len(list(tmp_path.iterdir())) == KEPT_CACHES


def test_the_digest_changes_with_any_source(monkeypatch, tmp_path):
    source = tmp_path / "rules.py"
    source.write_text("POINTS = 10")
    monkeypatch.setattr(cache, "source_files", lambda: [source])
    first = cache.code_digest.__wrapped__()
    source.write_text("POINTS = 20")
    assert cache.code_digest.__wrapped__() != first


def compile_slowly(folder, log):
    with compiling(folder, "game"):
        if not (folder / "code").exists():
            time.sleep(0.3)
            (folder / "code").touch()
            with open(log, "a") as file:
                file.write("compiled\n")


def test_of_several_processes_one_compiles(tmp_path):
    folder = tmp_path / "cache"
    folder.mkdir()
    context = get_context("spawn")
    workers = [
        context.Process(target=compile_slowly, args=(folder, tmp_path / "log")) for _ in range(3)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
        assert worker.exitcode == 0
    assert (tmp_path / "log").read_text() == "compiled\n"


def test_without_a_folder_nobody_waits(tmp_path):
    with compiling(tmp_path / "nowhere", "game"):
        pass
    assert not (tmp_path / "nowhere").exists()


def test_what_failed_to_compile_is_not_called_done(tmp_path):
    with pytest.raises(ValueError, match="bad"), compiling(tmp_path, "game"):
        raise ValueError("bad")
    assert not (tmp_path / "game.done").exists()
