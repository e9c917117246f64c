"""A designer's targets: what a report's figure should be, as `position_gap = "<= 2 points"`."""

import re
from collections.abc import Container
from dataclasses import dataclass
from math import inf

from simcards.errors import ConfigError, unknown
from simcards.metrics import METRICS, TARGETS, Metric

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
    def metric(self) -> Metric:
        """What is measured, and in what unit."""
        return TARGETS[self.name]

    @property
    def band(self) -> float:
        """How wide the allowed range is, within the values there are; inf without a limit."""
        return min(self.high, self.metric.most) - max(self.low, self.metric.least)

    def holds(self, value: float) -> bool:
        """Whether `value` is on target."""
        return self.low <= value <= self.high


def parse(name: str, text: str, where: str = "", among: Container[str] = TARGETS) -> Target:
    """The target `name = text` of a config; raises ConfigError with the names or forms allowed.

    `among` are the metrics that there are.
    """
    place = f"{where}: " if where else ""
    if name not in TARGETS:
        raise ConfigError(place + unknown("target", name, [one for one in TARGETS if one in among]))
    if found := COMPARISON.fullmatch(text.strip()):
        sign, number, unit = found.groups()
        limit = float(number)
        low, high = (-inf, limit) if sign.startswith("<") else (limit, inf)
    elif found := RANGE.fullmatch(text.strip()):
        low, high, unit = float(found[1]), float(found[2]), found[3]
    else:
        raise ConfigError(f"{place}target {name} is {text!r}; it must look like {FORMS}")
    scale = 0.01 if TARGETS[name].unit == "%" else 1.0
    target = Target(name, text, low * scale, high * scale)
    if fault := _wrong_unit(target.metric.unit, unit) or _impossible(target):
        raise ConfigError(f"{place}target {name} is {text!r}; {fault}")
    return target


def default(name: str) -> Target | None:
    """The target a metric is held to when the designer sets none, where there is one."""
    text = METRICS[name].target if name in METRICS else ""
    return parse(name, text) if text else None


def _wrong_unit(expected: str, unit: str) -> str:
    """What is wrong with a target's unit; empty when nothing is."""
    if unit not in ("", expected, expected.removesuffix("s")):
        return f"its unit is {expected}, not {unit}"
    if expected == "%" and unit != "%":
        return "it is a share: write its number with %"
    return ""


def _impossible(target: Target) -> str:
    """Why a target's range makes no sense; empty when it does."""
    low, high, metric = target.low, target.high, target.metric
    if low > high:
        return "its range is upside down"
    limits = [limit for limit in (low, high) if limit not in (-inf, inf)]
    if not limits:
        return f"its number is too large; write it like {metric.example!r}"
    if target.name == "option_effect" and not (low == -inf and high > 0):
        return f"it is how much is too little to matter: write it like {metric.example!r}"
    if any(not metric.least <= limit <= metric.most for limit in limits):
        return "a share lies in 0..100 %" if metric.unit == "%" else "it is never negative"
    return ""
