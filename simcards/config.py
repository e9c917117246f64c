"""A config: one experiment in TOML, checked, with every value explicit.

`load` reads a file, `from_dict` what `Config.resolved` gave. Every fault is a one-line ConfigError.
"""

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

from simcards.design import RANDOM_FIRST, Experiment, Sitter
from simcards.errors import ConfigError
from simcards.game import Game
from simcards.layout import Layout, LeftOut, lay_out
from simcards.targets import Target

LineUp = Sitter | tuple[Sitter, ...]  # a lone sitter fills every seat
AxisKey = tuple[str, str]  # ("rules", option) or (strategy, parameter)


@dataclass(frozen=True)
class Config:
    """An experiment as its designer wrote it down, checked and complete."""

    name: str  # the file's name without its ending
    question: str  # the first line of the file, when it is a comment
    text: str  # the file as given
    game: Game
    matches: int  # blocks: matches of each cell
    seed: int
    seed_is_drawn: bool  # neither the file nor the command line gave one
    rotations: str | int  # "all", "none" or how many
    first: int  # a seat, or RANDOM_FIRST
    line_ups: tuple[LineUp, ...]
    design: str
    variants: tuple[str, ...]  # named rule sets that the axes are laid over; none: the default one
    axes: Mapping[
        AxisKey, tuple[Any, ...]
    ]  # every option and parameter that is set, with its values
    targets: Mapping[str, Target]

    @cached_property
    def layout(self) -> Layout:
        """Contests and cells, and what was left out; raises ConfigError if nothing is left."""
        return lay_out(self)

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The combinations of axes that are not played, counted by reason."""
        return self.layout.left_out

    def experiment(self) -> Experiment:
        """What to play: the cells and the number of blocks."""
        return self.layout.experiment

    def resolved(self) -> dict[str, Any]:
        """Every value explicit, as plain data in a config's form; `from_dict` reads it back."""
        options = () if self.variants else self.game.options.values()  # a variant has its own
        rules = {option.name: [option.default] for option in options}
        params: dict[str, dict[str, Any]] = {}
        for (table, name), values in self.axes.items():
            if table == "rules":
                rules[name] = list(values)
            else:
                params.setdefault(table, {})[name] = lone_or_list(list(values))
        return {
            "game": self.game.name,
            "matches": self.matches,
            "seed": self.seed,
            "rotations": self.rotations,
            "first": "random" if self.first == RANDOM_FIRST else self.first,
            "line_ups": list(map(labels, self.line_ups)),
            "design": self.design,
            **({"variants": list(self.variants)} if self.variants else {}),
            "rules": {name: lone_or_list(values) for name, values in rules.items()},
            "params": params,
            "targets": {name: target.text for name, target in self.targets.items()},
        }

    @cached_property
    def digest(self) -> str:
        """Twelve hex digits of all that decides the results, the program apart."""
        experiment = self.experiment()
        rules = [self.game.rule_values(contest.rules) for contest in experiment.contests]
        cells = [
            (cell.contest, [sitter.label for sitter in cell.sitters], cell.rotation, cell.turn)
            for cell in experiment.cells
        ]
        whole = [
            experiment.game,
            experiment.seed,
            experiment.n_blocks,
            experiment.first,
            rules,
            cells,
        ]
        return blake2b(json.dumps(whole, sort_keys=True).encode(), digest_size=6).hexdigest()


def load(path: str | Path, *, seed: int | None = None, matches: int | None = None) -> Config:
    """The config in the TOML file `path`; `seed` and `matches`, when given, win over the file's.

    Raises ConfigError: no such file, not TOML, an unknown key or value, values that contradict.
    """
    from simcards.config_reader import Reader

    path = Path(path)
    text = read(path)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: not TOML: {error}") from None
    except RecursionError:
        raise ConfigError(f"{path}: its values are nested too deep") from None
    first_line = text.partition("\n")[0].strip()
    question = first_line.lstrip("# ") if first_line.startswith("#") else ""
    given = {"seed": seed, "matches": matches}
    data |= {key: value for key, value in given.items() if value is not None}
    places = {key: f"--{key}" for key, value in given.items() if value is not None}
    return Reader(data, str(path), places).config(path.stem, question, text)


def from_dict(data: Mapping[str, Any], name: str = "config", question: str = "") -> Config:
    """The config of plain data, such as `Config.resolved` gives; `name` stands in error lines."""
    from simcards.config_reader import Reader

    return Reader(data, name, {}).config(name, question, "")


def labels(line_up: LineUp) -> str | list[str]:
    """A line-up as a config writes it."""
    return line_up.label if isinstance(line_up, Sitter) else [sitter.label for sitter in line_up]


def read(path: Path) -> str:
    """The text of a config file."""
    try:
        return path.read_text("utf-8-sig")
    except FileNotFoundError:
        raise ConfigError(
            f"{path}: no such file; simcards config init GAME > {path.name} writes one"
        ) from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: not TOML: it is not UTF-8 text") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None


def lone_or_list(values: list[Any]) -> Any:
    """The values of an axis as a config writes them."""
    return values[0] if len(values) == 1 else values
