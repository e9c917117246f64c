"""The code digest of a run: it changes with every file that its strategies are made of."""

from types import SimpleNamespace

import pytest

from runs import play, write_config
from simcards import cache, digests, strategy
from simcards.errors import DataError
from simcards.plan import reopen

BOT = """
import math
import numpy as np
from {tables} import SHIFT
from simcards.cards import lowest
from simcards.strategy import Strategy

def choose(public, own, legal, word, params):
    return lowest(legal[0])

STRATEGY = Strategy("bot", choose, compiled=False)
"""
PACKAGE = {
    "__init__": "",
    "bot": BOT.format(tables=".deep.tables"),
    "deep/__init__": "NAME = 'deep'",
    "deep/tables": "from .. import numbers\nSHIFT = numbers.ONE",
    "numbers": "ONE = 1",
    "lazy": "TWO = 2",
    "unused": "THREE = 3",
}


def write_package(folder, name):
    for file, text in PACKAGE.items():
        path = folder / name / f"{file}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    bot = folder / name / "bot.py"
    bot.write_text(bot.read_text().replace("    return", "    from . import lazy\n    return"))
    return folder / name


def digest_of(name):
    sitters = (SimpleNamespace(strategy=name),)
    return digests.code_digest(SimpleNamespace(cells=(SimpleNamespace(sitters=sitters),)))


@pytest.fixture(params=["beside", "site-packages"])
def package(request, tmp_path, monkeypatch):
    """A strategy in a package of its own, from a folder or installed: (its folder, its name)."""
    name = f"bots_{request.param.replace('-', '_')}"
    folder = tmp_path / request.param
    monkeypatch.syspath_prepend(folder)
    point = SimpleNamespace(module=f"{name}.bot")
    monkeypatch.setattr(strategy, "installed", lambda: {"packaged": point})
    folder.mkdir()
    return write_package(folder, name)


def test_every_file_that_a_strategy_imports_counts_and_no_other(package):
    names = {path.relative_to(package).as_posix() for path in digests.sources_of("packaged")}
    used = ("__init__", "bot", "deep/__init__", "deep/tables", "numbers", "lazy")
    assert names == {f"{name}.py" for name in used}
    known = {digest_of("packaged")}
    for name in used:
        path = package / f"{name}.py"
        path.write_text(path.read_text() + "\n# edited")
        known.add(digest_of("packaged"))
    assert len(known) == 1 + len(used)
    (package / "unused.py").write_text("THREE = 4")
    assert digest_of("packaged") in known


def test_our_own_strategies_are_in_the_digest_of_our_sources():
    assert digests.sources_of("planner") == set()
    names = {path.name for path in cache.source_files()}
    assert {"planner.py", "odds.py", "trick_table.py", "rng.py"} <= names


def test_resume_refuses_after_an_edit_of_a_file_that_a_strategy_imports(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(tmp_path)
    tables = tmp_path / "tables_of_my_bot.py"
    tables.write_text("SHIFT = 1")
    bot = tmp_path / "my_bot.py"
    bot.write_text(BOT.format(tables="tables_of_my_bot"))
    folder = play(write_config(tmp_path, 2, (bot,)), tmp_path)
    assert reopen(folder).folder == folder
    tables.write_text("SHIFT = 2")
    with pytest.raises(DataError, match=r"the code \(simcards or a strategy\) changed"):
        reopen(folder)
