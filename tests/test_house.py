"""What holds for the whole tree: who may know a game, what may be imported, how big things grow."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from simcards.games import GAMES

ROOT = Path(__file__).parent.parent
SOURCES = sorted([*(ROOT / "simcards").rglob("*.py"), *(ROOT / "strategies").rglob("*.py")])
TEXTS = (".py", ".sql", ".j2", ".css")
OURS = sorted(path for path in (ROOT / "simcards").rglob("*") if path.suffix in TEXTS)
GAME_NAMES = re.compile(
    r"double[ _-]?knot|ninety[ _-]?nine|\bduke\b|doppelkopf|\bdoko\b|caravan", re.IGNORECASE
)
DATA_LINE = "# --- Data, written by "
HEAVY = ("numba", "polars", "numpy", "duckdb", "matplotlib", "scipy", "jinja2")
MOST_MODULE, MOST_GAME_MODULE, MOST_FUNCTION, MOST_KERNEL = 250, 500, 40, 25


@pytest.mark.parametrize("path", OURS, ids=lambda path: str(path.relative_to(ROOT)))
def test_only_games_know_a_game_by_name(path):
    """In code, docstrings and comments, however it is spelled."""
    if (ROOT / "simcards" / "games") not in path.parents:
        assert GAME_NAMES.findall(path.read_text("utf-8")) == []


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_is_among_the_names_looked_for(game):
    assert GAME_NAMES.fullmatch(game.name)
    assert GAME_NAMES.fullmatch(game.title)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_file_becomes_a_heap(path):
    text = path.read_text()
    is_game = (ROOT / "simcards" / "games") in path.parents
    most = MOST_GAME_MODULE if is_game else MOST_MODULE
    if DATA_LINE in text:  # what is written below it is no code
        text = text[: text.rindex(DATA_LINE)]
    assert len(text.splitlines()) <= most
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) else node.body
            lines = body[-1].end_lineno - body[0].lineno + 1 if body else 0
            most = MOST_KERNEL if is_kernel(node, path) else MOST_FUNCTION
            assert lines <= most, f"{node.name} has {lines} lines"


def is_kernel(node, path):
    """Whether a function is a kernel or a strategy's; the driver's loops are longer for speed."""
    decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
    return path.name != "driver.py" and (
        decorators & {"kernel", "inlined"} or node.name == "choose"
    )


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
