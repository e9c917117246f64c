"""A designer's targets: what a report's figure should be, as `position_gap = "<= 2 points"`."""

import re
from dataclasses import dataclass
from math import inf

from simcards.errors import ConfigError, unknown


@dataclass(frozen=True)
class Measure:
    """A figure of the report that a target may be set for."""

    unit: str
    example: str
    doc: str


MEASURES = {
    "position_gap": Measure(
        "points",
        "<= 2 points",
        "points a hand between the best and the worst position of a mirror line-up",
    ),
    "win_gap": Measure(
        "%",
        "<= 3 %",
        "share of matches won between the best and the worst position of a mirror line-up",
    ),
    "make_rate": Measure("%", "30..50 %", "share of bids met exactly"),
    "tie_rate": Measure("%", "<= 2 %", "share of matches with more than one winner"),
    "capped_rate": Measure("%", "<= 0.1 %", "share of matches cut off before their end"),
    "hands_per_match": Measure("hands", "9..15 hands", "hands of a match"),
    "points_per_hand": Measure("points", ">= 10 points", "points of a seat in a hand"),
    "option_effect": Measure(
        "points", "<= 1 point", "what a value of an option changes in points a hand, up or down"
    ),
}

NUMBER = r"[-+]?(?:\d+\.\d+|\d+|\.\d+)"
COMPARISON = re.compile(rf"(<=|>=|<|>)\s*({NUMBER})\s*(\S*)")
RANGE = re.compile(rf"({NUMBER})\s*\.\.\s*({NUMBER})\s*(\S*)")
FORMS = "'<= 2 points', '>= 30 %' or '9..15 hands'"


@dataclass(frozen=True)
class Target:
    """A figure's allowed range, ends included; a share is a fraction (`low=0.3` for `>= 30 %`)."""

    name: str
    text: str  # as written
    low: float  # -inf: no lower limit
    high: float

    @property
    def measure(self) -> Measure:
        """What is measured, and in what unit."""
        return MEASURES[self.name]

    def holds(self, value: float) -> bool:
        """Whether `value` is on target."""
        return self.low <= value <= self.high


def parse(name: str, text: str, where: str = "") -> Target:
    """The target `name = text` of a config; raises ConfigError with the names or forms allowed."""
    place = f"{where}: " if where else ""
    if name not in MEASURES:
        raise ConfigError(place + unknown("target", name, MEASURES))
    if found := COMPARISON.fullmatch(text.strip()):
        sign, number, unit = found.groups()
        limit = float(number)
        low, high = (-inf, limit) if sign.startswith("<") else (limit, inf)
    elif found := RANGE.fullmatch(text.strip()):
        low, high, unit = float(found[1]), float(found[2]), found[3]
    else:
        raise ConfigError(f"{place}target {name} is {text!r}; it must look like {FORMS}")
    expected = MEASURES[name].unit
    if unit not in ("", expected, expected.removesuffix("s")):
        raise ConfigError(f"{place}target {name} is {text!r}; its unit is {expected}, not {unit}")
    if low > high:
        raise ConfigError(f"{place}target {name} is {text!r}; its range is upside down")
    if expected == "%" and unit != "%":
        raise ConfigError(
            f"{place}target {name} is {text!r}; it is a share: write its number with %"
        )
    scale = 0.01 if expected == "%" else 1.0
    return Target(name, text, low * scale, high * scale)
