"""Machine code on disk: never older than any source it was made from."""

import pytest

from simcards import jit
from sources import copy_sources, edit, run_python

DRAW = """
import numpy as np
from simcards import cards, jit
assert jit.__file__.startswith({folder!r})
drawn = int(cards.draw(np.uint64(0xFFFF), 5, np.uint64(3), 0))
print(drawn, sum(cards.draw.stats.cache_hits.values()))
"""
HELPER = """
from simcards.jit import kernel

@kernel
def low(x):
    return x + {added}
"""
BOT = """
from helper import low
from simcards.jit import kernel

@kernel
def choose(x):
    return low(x)

print(choose(1), sum(choose.stats.cache_hits.values()))
"""


def drawn(folder, **environment):
    """What cards are drawn by the sources in a folder, and whether their code was on disk."""
    return run_python(DRAW.format(folder=str(folder)), folder, **environment).split()


@pytest.fixture
def folder(tmp_path):
    return copy_sources(tmp_path / "sources")


def test_a_kernel_is_compiled_anew_after_an_edit_of_a_module_it_imports(folder, tmp_path):
    cache = {"SIMCARDS_CACHE": str(tmp_path / "cache")}
    before = drawn(folder, **cache)[0]
    assert drawn(folder, **cache) == [before, "1"]
    edit(folder / "simcards" / "rng.py", "((word & LOW_HALF) * np.uint64(n)) >> HALF", "word % n")
    after, hits = drawn(folder, **cache)
    assert after != before
    assert hits == "0"


def test_without_a_folder_for_it_machine_code_is_kept_nowhere(folder, tmp_path):
    no_folder = tmp_path / "file"
    no_folder.touch()
    cache = {"SIMCARDS_CACHE": str(no_folder), "HOME": str(tmp_path), "NUMBA_CACHE_DIR": ""}
    before = drawn(folder, **cache)
    edit(folder / "simcards" / "rng.py", "((word & LOW_HALF) * np.uint64(n)) >> HALF", "word % n")
    after = drawn(folder, **cache)
    assert after[0] != before[0]
    assert before[1] == after[1] == "0"
    assert not list(tmp_path.rglob("*.nbc"))


def test_a_folder_that_takes_no_file_is_not_used(monkeypatch, tmp_path):
    def refuse(dir):
        raise PermissionError(13, "Permission denied", str(dir))

    monkeypatch.setenv("SIMCARDS_CACHE", str(tmp_path))
    monkeypatch.setattr(jit.numba.config, "CACHE_DIR", "as it was")
    monkeypatch.setattr(jit.tempfile, "TemporaryFile", refuse)
    assert not jit.prepare_cache()
    assert jit.numba.config.CACHE_DIR == "as it was"


def test_machine_code_of_functions_from_outside_is_never_kept(tmp_path):
    for added, found in ((1, "2 0"), (5, "6 0")):
        (tmp_path / "helper.py").write_text(HELPER.format(added=added))
        (tmp_path / "outside.py").write_text(BOT)
        assert run_python("import outside", tmp_path) == found
