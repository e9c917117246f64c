"""What holds for the whole tree: who may know a game, what may be imported, how big things grow."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from simcards.games import GAMES

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "simcards").rglob("*.py"))
HEAVY = ("numba", "polars", "numpy", "duckdb", "matplotlib", "scipy", "jinja2")
MOST_MODULE, MOST_GAME_MODULE, MOST_FUNCTION = 250, 500, 40


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_games_know_a_game_by_name(path):
    if (ROOT / "simcards" / "games") in path.parents:
        return
    code = ast.unparse(ast.parse(path.read_text()))  # without comments
    for name in GAMES:
        assert name not in code


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_becomes_a_heap(path):
    text = path.read_text()
    is_game = (ROOT / "simcards" / "games") in path.parents
    most = MOST_GAME_MODULE if is_game or path.name == "engine.py" else MOST_MODULE
    assert len(text.splitlines()) <= most
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0
            assert lines <= MOST_FUNCTION, f"{node.name} has {lines} lines"


def test_only_the_command_line_prints():
    for path in SOURCES:
        if path.parent.name == "cli":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call):
                name = ast.unparse(node.func)
                assert name not in ("print", "sys.exit", "exit"), f"{path}: {name}"


@pytest.mark.parametrize("arguments", [["--help"], ["run", "--help"], ["games"], ["--version"]])
def test_light_commands_import_nothing_heavy(arguments):
    code = (
        "import sys\nfrom simcards.cli import app\n"
        f"try: app({arguments!r})\nexcept SystemExit: pass\n"
        f"print('HEAVY', [name for name in {HEAVY!r} if name in sys.modules])"
    )
    text = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert text.stdout.splitlines()[-1] == "HEAVY []"


def test_nothing_committed_names_a_machine_or_a_registry():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not a git checkout")
    forbidden = re.compile(r"/(work|root|home)/\w|pypi\.org|pythonhosted|index-url")
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if path.suffix in (".png", ".gz") or name == "tests/test_house.py" or not path.is_file():
            continue
        assert not forbidden.search(path.read_text(encoding="utf-8")), name
