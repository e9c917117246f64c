"""Configs as text: data written as TOML, and a commented config to start from."""

import json
import re
from collections.abc import Mapping
from typing import Any

from simcards import strategy
from simcards.design import plain
from simcards.game import Game
from simcards.metrics import metrics_of
from simcards.options import Option

WIDTH = 100


def to_toml(data: Mapping[str, Any], path: tuple[str, ...] = ()) -> str:
    """`data` as TOML: texts, numbers, booleans, lists and tables; empty tables are left out."""
    lines = [
        f"{key_text(name)} = {value_text(value)}"
        for name, value in data.items()
        if not isinstance(value, Mapping)
    ]
    if lines and path:
        lines.insert(0, f"\n[{'.'.join(map(key_text, path))}]")
    text = "".join(f"{line}\n" for line in lines)
    tables = ((name, value) for name, value in data.items() if isinstance(value, Mapping))
    return text + "".join(to_toml(value, (*path, name)) for name, value in tables)


def template(game: Game) -> str:
    """A config of `game` with every key, option and target, that loads and plays as it is."""
    names = strategy.names(game.name)
    seats = game.make_rules({}).players
    seated = [name for name in game.quick if name in names] or names
    line_ups: list[Any] = [seated[0]]
    if len(seated) > 1:
        line_ups.append([seated[seat % len(seated)] for seat in range(seats)])
    axis = game.axis or next(option.name for option in game.options.values() if option.choices)
    head = f"""\
# What does {axis} change in {game.title}?
game = {value_text(game.name)}
matches = 1000          # of each cell: blocks of the same cards for every rule set and line-up
seed = 1                # leave it out for a new one each time
rotations = "all"       # of each line-up: "all", "none" or how many
first = "random"        # who starts a match: "random", or a seat counted from 0
design = "grid"         # of the axes: "grid", "one-at-a-time", "two-at-a-time" or "pairwise"
# variants = {value_text(list(game.variants))}  # named rule sets, each with the axes below

# A lone name fills every seat; a list has one name a seat. "NAME:parameter=2.5" sets a parameter.
# Strategies: {", ".join(names)}.
line_ups = {value_text(line_ups)}

# A lone value sets an option, a list of values makes it an axis. See: simcards rules {game.name}
[rules]
"""
    return head + option_lines(game, axis) + param_lines(names) + target_lines(game)


def option_lines(game: Game, axis: str) -> str:
    """Each option under its meaning: `axis` with all its values, the others as comments."""
    return "".join(
        f"# {option.doc}: {option.allowed}\n{option_line(option, option.name == axis)}\n"
        for option in game.options.values()
    )


def option_line(option: Option, is_axis: bool) -> str:
    """An option with all its values, or as a comment with its default."""
    if is_axis:
        return f"{option.name} = {value_text(list(option.choices))}"
    return f"# {option.name} = {value_text(option.default)}"


def param_lines(names: list[str]) -> str:
    """The parameters of each strategy with their defaults, as comments."""
    lines = [
        f"# [params.{name}]\n"
        + "".join(
            f"# {param} = {plain(told.default)}  # {told.allowed}\n"
            for param, told in strategy.find(name).params.items()
        )
        for name in names
        if strategy.find(name).params
    ]
    head = "\n# A strategy's parameters, wherever it sits; a list is an axis here too.\n"
    return head + "".join(lines) if lines else ""


def target_lines(game: Game) -> str:
    """Each target with its meaning, as comments."""
    lines = [
        f"# {metric.doc}\n# {name} = {value_text(example)}\n"
        for name, metric in metrics_of(game).items()
        if (example := game.examples.get(name, metric.example))
    ]
    return "\n# What you want; the report judges against it.\n[targets]\n" + "".join(lines)


def key_text(name: str) -> str:
    """A name as a TOML key."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else value_text(name)


def value_text(value: Any) -> str:
    """JSON writes these values as TOML does, but for the character DEL."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007F")
