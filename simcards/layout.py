"""Laying a config out in contests and cells: which combinations of its axes are played, by whom."""

from collections import Counter
from dataclasses import dataclass, replace
from math import prod
from typing import TYPE_CHECKING, Any

from simcards.axes import (
    MOST_POINTS,
    MOST_TRIES,
    Point,
    grid,
    one_at_a_time,
    pairwise,
    two_at_a_time,
)
from simcards.design import Cell, Contest, Experiment, Sitter, rotations_of
from simcards.errors import ConfigError
from simcards.strategy import without_defaults

if TYPE_CHECKING:
    from simcards.config import Config

FROM_A_BASE = {"one-at-a-time": one_at_a_time, "two-at-a-time": two_at_a_time}
POINTS_OF = {"grid": grid, "pairwise": grid, **FROM_A_BASE}  # pairwise: of one axis alone
COMBINATIONS, PAIRS = "combinations", "pairs"  # of values on two axes
LINE_UPS = "line-ups"  # under a rule set


@dataclass(frozen=True)
class LeftOut:
    """Combinations of an experiment's axes, or pairs of values, that are not played, and why."""

    reason: str
    count: int
    what: str = COMBINATIONS


@dataclass(frozen=True)
class Layout:
    """A config laid out: the experiment, and the combinations left out of it."""

    experiment: Experiment
    left_out: tuple[LeftOut, ...]


def lay_out(config: "Config") -> Layout:
    """The contests and cells of `config`; each line-up sits down under each rule set that it fits.

    Combinations of axes that the game refuses are left out and counted. Raises ConfigError when
    nothing is left, and for a line-up or a first seat that fits no rule set.
    """
    settings, refused = settings_of_variants(config)
    contests: dict[Any, Contest] = {}
    for rules, params in settings:
        line_ups = fitting_line_ups(config, rules, params)
        if not line_ups:
            refused[f"no line-up has {rules.players} seats", COMBINATIONS] += 1
        elif len(line_ups) < len(config.line_ups):
            refused[f"they do not seat {rules.players}", LINE_UPS] += len(config.line_ups) - len(
                line_ups
            )
        for line_up in line_ups:
            key = (rules, *(sitter.label for sitter in line_up))
            contests.setdefault(key, Contest(len(contests), rules, line_up))
    check_fit(config, {rules.players for rules, _ in settings})
    if not contests:
        raise ConfigError(f"nothing to play: {next(iter(refused))[0]}")
    cells: list[Cell] = []
    for contest in contests.values():
        for sitters, rotation, turn in rotations_of(contest, config.rotations):
            cells.append(Cell(len(cells), contest.number, contest.rules, sitters, rotation, turn))
    experiment = Experiment(
        game=config.game.name,
        seed=config.seed,
        n_blocks=config.matches,
        first=config.first,
        contests=tuple(contests.values()),
        cells=tuple(cells),
    )
    left_out = (LeftOut(reason, count, what) for (reason, what), count in refused.items())
    return Layout(experiment, tuple(left_out))


Params = dict[str, dict[str, float]]  # strategy -> parameter -> value
Setting = tuple[Any, Params]  # a rule set, and what the line-ups' strategies are set to
Refusal = tuple[str, str]  # why, and what: COMBINATIONS or PAIRS


def settings_of_variants(config: "Config") -> tuple[list[Setting], Counter[Refusal]]:
    """`all_settings`, over the default rule set or over each variant in turn."""
    if not config.variants:
        return all_settings(config)
    settings: list[Setting] = []
    refused: Counter[Refusal] = Counter()
    for name in config.variants:
        options = config.game.variants[name].items()
        own = {("rules", option): (value,) for option, value in options}
        found, left = all_settings(replace(config, variants=(), axes=own | dict(config.axes)))
        settings += found
        refused += left
    return settings, refused


def all_settings(config: "Config") -> tuple[list[Setting], Counter[Refusal]]:
    """The rule sets and parameters to play, in order, and how often each reason refused one."""
    axes = list(config.axes.values())
    if config.design == "pairwise" and sum(len(axis) > 1 for axis in axes) > 1:
        return pairs_of_settings(config)
    points = POINTS_OF[config.design](axes)
    allowed: list[Setting] = []
    refused: Counter[Refusal] = Counter()
    for place, point in enumerate(points):
        try:
            allowed.append(setting_at(config, point))
        except ConfigError as error:
            if config.design in FROM_A_BASE and place == 0:
                raise ConfigError(
                    f"the base of {config.design}, the first value of each axis: {error}; "
                    "put a value first that goes with the others"
                ) from None
            refused[str(error), COMBINATIONS] += 1
    if not allowed:
        raise ConfigError(next(iter(refused))[0])
    return allowed, refused


def pairs_of_settings(config: "Config") -> tuple[list[Setting], Counter[Refusal]]:
    """Settings that hold every pair of values that can be had; and how many cannot, and why."""
    axes = list(config.axes.values())
    points, lacking = pairwise(axes, lambda point: not refusal(config, point))
    if not points:
        raise ConfigError(refusal(config, lacking[0]))
    if not lacking:
        return [setting_at(config, point) for point in points], Counter()
    reasons = list(dict.fromkeys(refusal(config, point) for point in lacking))
    notes = [f"{len(reasons) - 1:,} more like it"] if len(reasons) > 1 else []
    if prod(map(len, axes)) > MOST_POINTS:
        notes.append(f"none of {MOST_TRIES:,} combinations tried with such a pair is allowed")
    reason = f"{reasons[0]} ({'; '.join(notes)})" if notes else reasons[0]
    refused = Counter({(reason, PAIRS): len(lacking)})
    return [setting_at(config, point) for point in points], refused


def refusal(config: "Config", point: Point) -> str:
    """Why the game refuses a point of the axes; empty if it does not."""
    try:
        setting_at(config, point)
    except ConfigError as error:
        return str(error)
    return ""


def setting_at(config: "Config", point: Point) -> tuple[Any, Params]:
    """The rule set and the strategies' parameters at one point of the axes."""
    options: dict[str, Any] = {}
    params: Params = {}
    for (table, name), value in zip(config.axes, point, strict=True):
        if table == "rules":
            options[name] = value
        else:
            params.setdefault(table, {})[name] = value
    return config.game.make_rules(options), params


def fitting_line_ups(config: "Config", rules: Any, params: Params) -> list[tuple[Sitter, ...]]:
    """The line-ups that fit the seats of `rules`, with the parameters of this point.

    A default that is written out sets nothing, so that `planner` and `planner:aim=3` are one.
    """
    full = (
        (line_up,) * rules.players if isinstance(line_up, Sitter) else line_up
        for line_up in config.line_ups
    )
    return [
        tuple(
            without_defaults(Sitter(s.strategy, {**s.params, **params.get(s.strategy, {})}))
            for s in line_up
        )
        for line_up in full
        if len(line_up) == rules.players
    ]


def check_fit(config: "Config", sizes: set[int]) -> None:
    """Refuse a line-up that sits down nowhere, and a first seat that is not always there."""
    seats = " or ".join(map(str, sorted(sizes)))
    for line_up in config.line_ups:
        if not isinstance(line_up, Sitter) and len(line_up) not in sizes:
            names = ", ".join(sitter.label for sitter in line_up)
            raise ConfigError(f"the line-up [{names}] seats {len(line_up)}; it must seat {seats}")
    least = min(sizes)
    if config.first >= least:
        raise ConfigError(f"first is {config.first}; with {least} seats it must be below {least}")
