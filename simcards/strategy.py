"""The contract of a strategy, and finding one by name or path.

A strategy is one plain function over a view:

    choose(public, own, legal, word, params) -> action

`public` and `own` are records of the game's state: what all see, and what this seat alone sees.
`legal` is a tuple of 64-bit words (one in most games) with bit `a % 64` of word `a // 64` set for
each legal action a. `word` is a random uint64 of this decision, `params[i]` is the i-th of the
parameters that the strategy declares, a float64. It is asked only when there is a choice.

A function that numba cannot compile is called as plain Python: slower, but it plays.
"""

import hashlib
import importlib.util
import sys
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, field, replace
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any

from simcards.cache import is_ours
from simcards.design import Sitter, plain
from simcards.errors import RunError, SimcardsError, UsageError, unknown

GROUP = "simcards.strategies"  # entry points, ours and those of other packages
COMPILED, PYTHON = "compiled", "Python"  # kinds of strategies, by how they are called


@dataclass(frozen=True)
class Param:
    """A number that a strategy can be set to: its default, and what it may be.

    With a `step` it is one of `low`, `low` + `step`, ... up to `high`.
    """

    default: float
    low: float
    high: float
    step: float = 0.0

    def holds(self, value: float) -> bool:
        """Whether it may be set to `value`."""
        on_step = not self.step or ((value - self.low) / self.step).is_integer()
        return self.low <= value <= self.high and on_step

    @property
    def allowed(self) -> str:
        """What it may be, in words."""
        steps = f" in steps of {plain(self.step)}" if self.step else ""
        return f"from {plain(self.low)} to {plain(self.high)}{steps}"


@dataclass(frozen=True)
class Strategy:
    """A named way to choose. Its module's docstring describes it and states its measured strength.

    `compiled=False` says that it is meant to be called as plain Python.
    """

    name: str
    choose: Callable[..., Any]
    games: tuple[str, ...] = ()  # empty: any game
    params: Mapping[str, Param] = field(default_factory=dict)
    compiled: bool = True
    doc: str = ""  # filled in from the module when it is found
    path: str = ""  # the file, for one found by path
    is_ours: bool = False  # part of our own sources

    def plays(self, game: str) -> bool:
        """Whether it can sit down at `game`."""
        return not self.games or game in self.games


# --- Finding --------------------------------------------------


def installed() -> dict[str, EntryPoint]:
    """The entry points of every installed strategy by name."""
    return {point.name: point for point in entry_points(group=GROUP)}


def names(game: str = "") -> list[str]:
    """The names of all installed strategies, or of those that play `game`."""
    found = sorted(installed())
    return [name for name in found if find(name).plays(game)] if game else found


def find(name: str) -> Strategy:
    """The strategy called `name`, or the one in the Python file at that path.

    Raises UsageError for a name that is not installed or a file that is not there, RunError for
    a module that fails to load.
    """
    return from_module(module_of(name), name, path=name if is_path(name) else "")


def module_of(name: str) -> ModuleType:
    """The module of the strategy called `name`, or of the file at that path; raises as `find`."""
    if is_path(name):
        return load_file(Path(name))
    points = installed()
    if name not in points:
        line = unknown("strategy", name, points)
        see = "A file is given as path/to/file.py. See: simcards strategies list"
        raise UsageError(f"{line} {see}")
    point = points[name]
    try:
        return importlib.import_module(point.module)
    except Exception as error:
        raise RunError(f"strategy {name!r} ({point.module}) failed to load: {error!r}") from None


def is_path(name: str) -> bool:
    """Whether a strategy is given as a file."""
    return name.endswith(".py") or "/" in name


def load_file(path: Path) -> ModuleType:
    """Import a Python file; the same file is loaded once."""
    if not path.is_file():
        from_here = "" if path.is_absolute() else ", seen from the folder you are in"
        raise UsageError(f"strategy file {str(path)!r}: there is no such file{from_here}")
    full = str(path.resolve())
    key = f"simcards_file_{hashlib.blake2b(full.encode(), digest_size=8).hexdigest()}"
    if key in sys.modules:
        return sys.modules[key]
    spec = importlib.util.spec_from_file_location(key, full)
    if spec is None or spec.loader is None:
        raise UsageError(f"strategy file {str(path)!r} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[key] = module
    try:
        with redirect_stdout(sys.stderr):  # what it prints is no answer of a command
            spec.loader.exec_module(module)
    except SimcardsError:
        del sys.modules[key]
        raise
    except Exception as error:
        del sys.modules[key]
        raise RunError(f"strategy file {str(path)!r} failed to load: {error!r}") from None
    return module


def from_module(module: ModuleType, name: str, path: str = "") -> Strategy:
    """The STRATEGY of a module, with its docstring."""
    strategy = getattr(module, "STRATEGY", None)
    if not isinstance(strategy, Strategy):
        raise RunError(
            f"strategy {name!r}: the module has no STRATEGY = Strategy(name, choose, ...); "
            "see CONTRIBUTING.md"
        )
    for param, told in strategy.params.items():
        if not isinstance(told, Param):
            raise RunError(
                f"strategy {name!r}: its parameter {param!r} is {told!r}; it must be "
                "Param(default, low, high), see CONTRIBUTING.md"
            )
    doc, ours = (module.__doc__ or "").strip(), is_ours(module.__name__)
    return replace(strategy, doc=doc, path=path, is_ours=ours)


def source_of(strategy: Strategy) -> str:
    """The file in which a strategy's function is written."""
    function = getattr(strategy.choose, "py_func", strategy.choose)
    code = getattr(function, "__code__", None)
    return code.co_filename if code else strategy.path


def parse_sitter(text: str) -> Sitter:
    """`planner:aim=2.5,risk=1` as a Sitter; raises UsageError where it cannot be read.

    Whether strategy and parameters exist is not looked at here (see `check_params`).
    """
    name, colon, settings = text.partition(":")
    if not name.strip():
        raise UsageError(f"strategy {text!r}: no name; it must read NAME or NAME:PARAM=NUMBER,...")
    params: dict[str, float] = {}
    for setting in settings.split(",") if colon else ():
        param, equals, value = setting.partition("=")
        param = param.strip()
        try:
            number = float(value)
        except ValueError:
            param = ""
        if not (param and equals):
            raise UsageError(f"strategy {text!r}: {setting!r} must read PARAM=NUMBER")
        if param in params:
            raise UsageError(f"strategy {text!r}: {param} is set twice; set it once")
        params[param] = number
    return Sitter(name.strip(), params)


def without_defaults(sitter: Sitter) -> Sitter:
    """The same sitter with only those parameters set that differ from the strategy's defaults."""
    known = find(sitter.strategy).params
    params = {name: x for name, x in sitter.params.items() if known[name].default != x}
    return Sitter(sitter.strategy, params)


def check_params(strategy: Strategy, params: Mapping[str, float]) -> None:
    """Refuse a parameter that the strategy does not have, or a value out of its range."""
    for name, value in params.items():
        if name not in strategy.params:
            if not strategy.params:
                raise UsageError(f"strategy {strategy.name!r} has no parameters; found {name!r}")
            line = unknown("parameter", name, strategy.params)
            raise UsageError(f"strategy {strategy.name!r}: {line}")
        param = strategy.params[name]
        if not param.holds(value):
            line = f"{name} is {plain(value)}; it must be a number {param.allowed}"
            raise UsageError(f"strategy {strategy.name!r}: {line}")
