"""Copies of the sources that a test may edit, and what a fresh Python makes of them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import simcards_strategies

import simcards

SKIP = shutil.ignore_patterns("__pycache__")


def copy_sources(folder):
    """Our packages, copied where they may be edited."""
    for package in (simcards, simcards_strategies):
        shutil.copytree(Path(package.__file__).parent, folder / package.__name__, ignore=SKIP)
    return folder


def edit(path, old, new):
    """Replace a piece of a source that is there once."""
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))


def run_python(code, *folders, **environment):
    """What a fresh Python prints that finds its modules in these folders first."""
    done = run_python_at_risk(code, *folders, **environment)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def run_python_at_risk(code, *folders, **environment):
    """The same, where it may fail."""
    paths = os.pathsep.join([*map(str, folders), *filter(None, sys.path)])
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", **environment},
        cwd=folders[0],
        check=False,
    )
