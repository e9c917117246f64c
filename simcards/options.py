"""Options of rules: a field of a game's Rules made with `option`, and what people see of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from simcards.errors import ConfigError, bare, shown, unknown


def option(
    default: Any,
    doc: str,
    *,
    choices: Sequence[Any] = (),
    low: int = 0,
    high: int = 1000,
) -> Any:
    """One field of a game's Rules: its default, meaning (with its paragraph) and allowed values.

    Named values give `choices`; a number without choices lies between `low` and `high`.
    """
    metadata = {"doc": doc, "choices": tuple(choices), "low": low, "high": high}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Option:
    """An option as people see it: name, default, meaning and what it may be set to."""

    name: str
    default: Any
    doc: str
    choices: tuple[Any, ...]
    low: int
    high: int

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        if self.choices:
            return ", ".join(bare(choice) for choice in self.choices)
        return f"a whole number from {self.low} to {self.high}"

    def check(self, value: Any, where: str = "") -> Any:
        """`value` if this option may have it; raises ConfigError with the choices otherwise."""
        place = f"{where}: " if where else ""
        if self.choices:
            # `True == 1`, so the type must match too
            if any(value == choice and type(value) is type(choice) for choice in self.choices):
                return value
            choices = [bare(choice) for choice in self.choices]
            raise ConfigError(f"{place}{unknown(f'value for {self.name}', value, choices)}")
        if isinstance(value, bool) or not isinstance(value, int):
            raise ConfigError(f"{place}{self.name} is {shown(value)}; it must be {self.allowed}")
        if not self.low <= value <= self.high:
            raise ConfigError(f"{place}{self.name} is {value}; it must be {self.allowed}")
        return value
