"""The contract of a strategy, and finding one by name or path.

A strategy is one plain function over a view:

    choose(public, own, legal, word, params) -> action

`public` and `own` are records of the game's state (what all see; what this seat alone sees), `legal`
is a read-only uint64 array of 64-bit words with bit `a % 64` of word `a // 64` set for each legal
action a, `word` is a random uint64 of this decision, `params` a read-only float64 array in the order
in which the strategy declares its parameters. It is asked only when more than one action is legal.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Strategy:
    """A named way to choose. Its module's docstring describes it and states its measured strength."""

    name: str
    choose: Callable[..., Any]
    games: tuple[str, ...] = ()  # empty: any game
    params: Mapping[str, float] = field(default_factory=dict)  # name -> default

    def plays(self, game: str) -> bool:
        """Whether it can sit down at `game`."""
        return not self.games or game in self.games
