"""Reading a config's data: names looked up, values checked, contradictions refused."""

import secrets
from collections.abc import Mapping
from typing import Any

from simcards import strategy, targets
from simcards.config import AxisKey, Config, LineUp, labels
from simcards.config_file import check_shape
from simcards.design import RANDOM_FIRST, Sitter, rotations_of
from simcards.errors import ConfigError, SimcardsError, shown, unknown
from simcards.game import Game, find_game
from simcards.metrics import TARGETS, metrics_of


class Reader:
    """Turns a file's data into a Config; every complaint starts with the place it is about."""

    def __init__(self, data: Mapping[str, Any], where: str, places: Mapping[str, str]) -> None:
        self.where = where
        self.shape = check_shape(data, where, places)

    def config(self, name: str, question: str, text: str) -> Config:
        """The whole config, laid out once so that no fault is left for later."""
        shape = self.shape
        try:
            game = find_game(shape.game)
        except SimcardsError as error:
            raise self.fault(f"game: {error}") from None
        line_ups = tuple(map(self.line_up, shape.line_ups))
        axes = self.option_axes(game) | self.param_axes()
        self.check_sitters(game, line_ups, axes)
        line_ups = tuple(map(plain_line_up, line_ups))
        self.refuse_repeats("line_ups", list(map(labels, line_ups)))
        config = Config(
            name=name,
            question=question,
            text=text,
            game=game,
            matches=shape.matches,
            seed=secrets.randbelow(2**63) if shape.seed is None else shape.seed,
            seed_is_drawn=shape.seed is None,
            rotations=shape.rotations,
            first=RANDOM_FIRST if shape.first == "random" else int(shape.first),
            line_ups=line_ups,
            design=shape.design,
            variants=self.variants(game),
            axes=axes,
            targets={key: self.target(game, key, value) for key, value in shape.targets.items()},
        )
        try:
            _ = config.layout
        except SimcardsError as error:
            raise self.fault(str(error)) from None
        self._check_rotations(config)
        return config

    def _check_rotations(self, config: Config) -> None:
        """Refuse more rotations than any line-up has."""
        if isinstance(config.rotations, str):
            return
        contests = config.experiment().contests
        most = max(len(list(rotations_of(contest, "all"))) for contest in contests)
        if config.rotations > most:
            raise self.fault(
                f"rotations is {config.rotations}; there are {most} of these line-ups. "
                "Write 'all' to play every one"
            )

    def fault(self, line: str) -> ConfigError:
        """An error in this file."""
        return ConfigError(f"{self.where}: {line}")

    def refuse_repeats(self, key: str, values: list[Any]) -> None:
        """Raise where a value comes twice."""
        typed = [(isinstance(value, bool), value) for value in values]  # True == 1
        for place, value in enumerate(typed):
            if value in typed[:place]:
                raise self.fault(f"{key} has {shown(value[1])} twice; once is enough")

    def values_of(self, key: str, value: Any) -> list[Any]:
        """The values of an axis: a list as it is, a lone value as a list of one."""
        values = value if isinstance(value, list) else [value]
        if not values:
            raise self.fault(f"{key} is an empty list; give it a value, or leave it out")
        self.refuse_repeats(key, values)
        return values

    def target(self, game: Game, name: str, text: str) -> targets.Target:
        """One of the designer's targets; refused where the game has no such metric."""
        if name in TARGETS and name not in metrics_of(game):
            raise self.fault(f"targets: {name} is for games with bids; {game.name} has none")
        return targets.parse(name, text, f"{self.where}: targets", metrics_of(game))

    def variants(self, game: Game) -> tuple[str, ...]:
        """The named rule sets."""
        self.refuse_repeats("variants", list(self.shape.variants))
        for name in self.shape.variants:
            if name not in game.variants:
                see = f"simcards variants {game.name}"
                line = unknown(f"{game.name} variant", name, game.variants, see)
                raise self.fault(f"variants: {line}")
        return tuple(self.shape.variants)

    def option_axes(self, game: Game) -> dict[AxisKey, tuple[Any, ...]]:
        """The options that are set, in the game's order, so that the file's order means nothing."""
        rules, place = self.shape.rules, f"{self.where}: rules"
        for name in rules:
            if name not in game.options:
                see = f"simcards variants {game.name}"
                line = unknown(f"{game.name} option", name, game.options, see)
                raise self.fault(f"rules: {line}")
        axes: dict[AxisKey, tuple[Any, ...]] = {}
        for name, option in game.options.items():
            if name in rules:
                values = self.values_of(f"rules.{name}", rules[name])
                axes["rules", name] = tuple(option.check(value, place) for value in values)
        return axes

    def param_axes(self) -> dict[AxisKey, tuple[Any, ...]]:
        """The parameters that are set, by strategy and name."""
        axes: dict[AxisKey, tuple[Any, ...]] = {}
        for name, params in sorted(self.shape.params.items()):
            found = self.find(name, "params")
            for param, value in sorted(params.items()):
                values = self.values_of(f"params.{name}.{param}", value)
                for one in values:
                    self.check_params(found, {param: one}, "params")
                axes[name, param] = tuple(map(float, values))
        return axes

    def line_up(self, item: str | list[str]) -> LineUp:
        """One entry of line_ups."""
        return self.sitter(item) if isinstance(item, str) else tuple(map(self.sitter, item))

    def sitter(self, text: str) -> Sitter:
        """A strategy with its parameters, as line_ups names it."""
        try:
            return strategy.parse_sitter(text)
        except SimcardsError as error:
            raise self.fault(f"line_ups: {error}") from None

    def find(self, name: str, place: str) -> strategy.Strategy:
        """The strategy of a name."""
        try:
            return strategy.find(name)
        except SimcardsError as error:
            raise self.fault(f"{place}: {error}") from None

    def check_params(
        self, found: strategy.Strategy, params: Mapping[str, float], place: str
    ) -> None:
        """Refuse parameters that the strategy does not have, and values out of their range."""
        try:
            strategy.check_params(found, params)
        except SimcardsError as error:
            raise self.fault(f"{place}: {error}") from None

    def check_sitters(
        self, game: Game, line_ups: tuple[LineUp, ...], axes: Mapping[AxisKey, tuple[Any, ...]]
    ) -> None:
        """Every strategy exists, plays the game and has its parameters, each set in one place."""
        sitters = [
            sitter
            for line_up in line_ups
            for sitter in ([line_up] if isinstance(line_up, Sitter) else line_up)
        ]
        for sitter in sitters:
            found = self.find(sitter.strategy, "line_ups")
            if not found.plays(game.name):
                games = ", ".join(found.games)
                raise self.fault(f"line_ups: {found.name} plays {games}, not {game.name}")
            self.check_params(found, sitter.params, "line_ups")
            for param in sitter.params:
                if (sitter.strategy, param) in axes:
                    raise self.fault(
                        f"line_ups: {sitter.label!r} sets {param}, and so does "
                        f"[params.{sitter.strategy}]; keep one of the two"
                    )
        seated = {sitter.strategy for sitter in sitters}
        for name in self.shape.params:
            if name not in seated:
                raise self.fault(f"params: {unknown('strategy of the line-ups', name, seated)}")


def plain_line_up(line_up: LineUp) -> LineUp:
    """A line-up without parameters that are at their defaults."""
    if isinstance(line_up, Sitter):
        return strategy.without_defaults(line_up)
    return tuple(map(strategy.without_defaults, line_up))
