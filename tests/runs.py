"""Small runs for the tests of runner, store and data commands."""

import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import polars as pl

from simcards import parts, runner
from simcards.config import load
from simcards.plan import Keeping, lay_out
from simcards.runner import Session

CONFIG = """# Is the position worth anything?
game = "ninety_nine"
matches = {matches}
seed = 7
rotations = "all"
line_ups = [{line_ups}]
[rules]
trump_mode = ["standard", "junk"]
end_mode = "{end_mode}"
"""
BOT = '''"""A strategy for a test."""
from simcards.strategy import Strategy

def choose(public, own, legal, word, params):
{body}

STRATEGY = Strategy("bot", choose{more})
'''


def write_config(
    folder: Path,
    matches: int = 60,
    line_ups: tuple[str, ...] = ("random_legal",),
    end_mode: str = "9_hands",
) -> Path:
    """A config with two rule sets and, for a mirror, three cells of each."""
    path = folder / "small.toml"
    listed = ", ".join(f'"{name}"' for name in line_ups)
    path.write_text(CONFIG.format(matches=matches, line_ups=listed, end_mode=end_mode))
    return path


def write_bot(folder: Path, body: str, *, python: bool = False) -> str:
    """The path of a new strategy whose function has this body."""
    path = folder / "bot.py"
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    path.write_text(BOT.format(body=lines, more=", compiled=False" if python else ""))
    return str(path)


def play(config: Path, results: Path, *, n_workers: int = 1, **keeping: object) -> Path:
    """Play a config; its run folder."""
    plan = lay_out(load(config), Keeping(results, **keeping))  # type: ignore[arg-type]
    runner.run(plan, Session(n_workers))
    return plan.folder


def table(folder: Path, name: str) -> pl.DataFrame:
    """A table of a run from its parts, in the order of cell, match, hand."""
    paths = sorted((folder / name).glob("*.parquet"))
    keys = {"hands": ["cell", "match", "hand"], "matches": ["cell", "match"]}
    return pl.concat([pl.read_parquet(path) for path in paths]).sort(keys[name])


def files(folder: Path) -> dict[str, str]:
    """Checksum of every part file by its place in the run folder."""
    found = sorted(folder.glob("*/part-*.parquet"))
    return {str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest() for path in found}


def simcards(*arguments: object, **options: object) -> "subprocess.CompletedProcess[str]":
    """Run the command line to its end."""
    return subprocess.run(
        [sys.executable, "-m", "simcards", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        **options,  # type: ignore[call-overload]
    )


def start_simcards(*arguments: object) -> "subprocess.Popen[str]":
    """Start the command line and come back."""
    return subprocess.Popen(
        [sys.executable, "-m", "simcards", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def n_journaled(folder: Path) -> int:
    """How many parts the journal knows."""
    return len(parts.read_journal(folder)) if folder.exists() else 0
