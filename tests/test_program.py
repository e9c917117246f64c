"""The program from its arguments to its exit code, whatever goes wrong on the way."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from runs import simcards, write_bot
from simcards import __version__
from simcards.cli import app
from simcards.errors import unknown
from simcards.metrics import METRICS


def one_line(done, code):
    """The one line on stderr with which the program ended."""
    assert (done.returncode, done.stderr.count("\n")) == (code, 1), done.stderr
    assert done.stderr.startswith("simcards: ")
    return done.stderr.removeprefix("simcards: ").rstrip("\n")


def python(code):
    """What became of a few lines of Python before the program's `main`."""
    whole = f"{code}\nfrom simcards.__main__ import main\nmain()"
    return subprocess.run([sys.executable, "-c", whole], capture_output=True, text=True)


# --- Ctrl-C ---------------------------------------------------

INTERRUPT = """
import sys
class Finder:
    def find_spec(self, name, *_):
        if name == {name!r}:
            raise KeyboardInterrupt
sys.meta_path.insert(0, Finder())
sys.argv = ["simcards", *{arguments}]
"""


@pytest.mark.parametrize("name", ["typer", "simcards.cli.run", "simcards.errors", "pydantic"])
def test_a_ctrl_c_while_the_program_loads_leaves_nothing_but_130(name, tmp_path):
    config = Path(__file__).parent.parent / "configs" / "quick.toml"
    arguments = ["run", str(config), "--dry-run", "--out", str(tmp_path)]
    done = python(INTERRUPT.format(name=name, arguments=arguments))
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


# --- Output and text ------------------------------------------


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
@pytest.mark.parametrize("arguments", [("games",), ("--help",), ("schema", "--json"), ("rules",)])
def test_output_that_cannot_be_written_is_one_line(arguments):
    games = subprocess.run(
        [sys.executable, "-m", "simcards", "games", "--json"], capture_output=True, text=True
    )
    if arguments == ("rules",):
        arguments = ("rules", games.stdout.split('"game": "')[1].split('"')[0])
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "simcards", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert one_line(done, 1) == "standard output: No space left on device"


def test_a_reader_that_has_read_enough_is_no_fault_to_speak_of():
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "simcards", "games"]
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, text=True)
    os.close(writing)
    assert done.stderr == ""


def test_an_argument_that_is_no_text_is_one_line():
    code = f"import sys\nsys.argv = ['simcards', 'games', {chr(0xDCC3)!a}]"
    assert "See: simcards games --help" in one_line(python(code), 2)
    raised = (
        "import simcards.game as game\n"
        "def find(name): name.encode()\n"
        "game.find_game = find\n"
        f"import sys\nsys.argv = ['simcards', 'rules', {chr(0xDCC3)!a}]"
    )
    assert "set PYTHONUTF8=1" in one_line(python(raised), 2)


def test_text_that_the_output_cannot_hold_is_one_line():
    raised = (
        "import sys, simcards.tables\n"
        "simcards.tables.aligned = lambda rows: ['\\u2192']\n"
        "sys.argv = ['simcards', 'games']"
    )
    whole = f"{raised}\nfrom simcards.__main__ import main\nmain()"
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(
        [sys.executable, "-c", whole], capture_output=True, text=True, env=environment
    )
    assert one_line(done, 1) == "standard output: latin-1 cannot hold '\\u2192'; set PYTHONUTF8=1"


# --- Usage ----------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["gams"], "No such command 'gams'"),
        (["run"], "Missing argument 'CONFIG'. See: simcards run --help"),
        (
            ["run", "x.toml", "--seed", "-1"],
            "'--seed': Input should be greater than or equal to 0. ",
        ),
        (
            ["run", "x.toml", "--matches", "0"],
            "'--matches': Input should be greater than or equal to 1. ",
        ),
        (["config", "show", "x.toml", "--seed", "x"], "See: simcards config show --help"),
        (
            ["config", "validate", "x.toml", "--seed", str(2**63)],
            "'--seed': Input should be less than or equal to 9223372036854775807. ",
        ),
        (
            ["bench", "--hands", "10000000001"],
            "'--hands': Input should be less than or equal to 10000000000. ",
        ),
        (["query", "latest", "SELECT 1", "--format", "bax"], "'--format': 'bax' is not one of"),
        (["games", "--jsn"], "--json"),
    ],
)
def test_wrong_arguments_are_one_line_and_exit_code_2(arguments, words):
    assert words in one_line(simcards(*arguments), 2)


def test_help_and_version_are_answers():
    for asked in ("-h", "--help"):
        done = simcards("run", asked)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.startswith("Usage: simcards run")
    done = simcards("--version")
    assert (done.returncode, done.stdout) == (0, f"simcards {__version__}\n")
    alone = simcards()
    assert alone.returncode == 2
    assert "Usage: simcards" in alone.stdout + alone.stderr


def test_an_unknown_name_is_followed_by_whole_sentences():
    assert unknown("run", "zz", ["latest"], "simcards runs list") == (
        "unknown run 'zz'. Choices: latest. See: simcards runs list"
    )


def test_what_a_strategy_prints_as_it_loads_is_no_answer(tmp_path):
    path = Path(write_bot(tmp_path, "return 0"))
    path.write_text(path.read_text() + "\nprint('hello')\n")
    done = simcards("strategies", "show", path)
    assert "hello" not in done.stdout
    assert done.stderr == "hello\n"


def test_explain_always_says_what_the_target_is():
    for name in METRICS:
        (line,) = re.findall(r"^target   .+$", simcards_here("metrics", "explain", name), re.M)
        assert not METRICS[name].example or name in line or METRICS[name].target in line


def simcards_here(*arguments):
    """What a command prints, in this process."""
    return CliRunner().invoke(app, list(arguments)).stdout
