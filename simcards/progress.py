"""How far a run is: a bar on a terminal, one plain line every 30 seconds elsewhere."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from simcards.parts import HANDS, MATCHES, Part

EVERY = 30.0  # seconds between two plain lines
PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))


@dataclass
class Tally:
    """What is played, of what: counts of this session, and those of sessions before."""

    n_matches: int
    matches_before: int = 0
    hands_before: int = 0
    matches: int = 0
    hands: int = 0
    began: float = field(default_factory=time.monotonic)

    def add(self, part: Part) -> None:
        """Count a finished part."""
        self.matches += part.rows[MATCHES]
        self.hands += part.rows[HANDS]

    @property
    def all_hands(self) -> int:
        """Hands recorded so far, whoever played them."""
        return self.hands_before + self.hands

    @property
    def share(self) -> float:
        """The share of matches that is done, 0 to 1."""
        return (self.matches_before + self.matches) / self.n_matches

    @property
    def seconds(self) -> float:
        """Seconds of playing in this session."""
        return time.monotonic() - self.began

    def line(self) -> str:
        """Done, rate and time to go, for people.

        The hands to come are not known where matches vary in length: estimated from those played.
        """
        done = f"done {short(self.all_hands)} hands"
        if self.share:
            done = f"done {short(self.all_hands)} of {short(self.all_hands / self.share)} hands"
        line = f"{done}  {self.share:.0%}"
        if self.matches and self.seconds:
            left = self.n_matches - self.matches_before - self.matches
            eta = clock(left * self.seconds / self.matches)
            line += f"  {short(self.hands / self.seconds)} hands/s  ETA {eta}"
        return line


def short(number: float) -> str:
    """A count in few characters: 41.2k, 2.40M."""
    for size, prefix in PREFIXES:
        if number >= 0.9995 * size:
            return f"{number / size:.3g}{prefix}"
    return f"{number:.0f}"


def clock(seconds: float) -> str:
    """A duration as 0:19 or 1:02:03."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Reporter(Protocol):
    """What tells people how a run goes."""

    def say(self, line: str) -> None:
        """Pass one line on."""

    def start(self, tally: Tally) -> None:
        """Playing starts."""

    def show(self, tally: Tally) -> None:
        """Called about every second, and after each part."""

    def stop(self) -> None:
        """Playing has ended."""


class Silent:
    """Tells nothing."""

    def say(self, line: str) -> None:
        """Nothing."""

    def start(self, tally: Tally) -> None:
        """Nothing."""

    def show(self, tally: Tally) -> None:
        """Nothing."""

    def stop(self) -> None:
        """Nothing."""


class Plain(Silent):
    """One line every 30 seconds, through `write`."""

    def __init__(self, write: Callable[[str], object], every: float = EVERY) -> None:
        self.write, self.every = write, every
        self._last = time.monotonic()

    def say(self, line: str) -> None:
        """Write the line."""
        self.write(line)

    def show(self, tally: Tally) -> None:
        """Write a line when it is time for one."""
        if time.monotonic() - self._last >= self.every:
            self._last = time.monotonic()
            self.write(tally.line())


class Bar(Silent):
    """A bar that moves, on the standard error of a terminal."""

    def __init__(self) -> None:
        from rich.console import Console

        self._console = Console(stderr=True, highlight=False, markup=False)
        self._progress: Any = None
        self._task: Any = None

    def say(self, line: str) -> None:
        """Print a line above the bar."""
        self._console.print(line, soft_wrap=True)

    def start(self, tally: Tally) -> None:
        """Draw the bar."""
        from rich.progress import BarColumn, Progress, TextColumn

        self._progress = Progress(
            BarColumn(), TextColumn("{task.description}"), console=self._console, transient=True
        )
        self._task = self._progress.add_task(tally.line(), total=1.0, completed=tally.share)
        self._progress.start()

    def show(self, tally: Tally) -> None:
        """Move the bar."""
        self._progress.update(self._task, completed=tally.share, description=tally.line())

    def stop(self) -> None:
        """Take the bar away."""
        if self._progress is not None:
            self._progress.stop()
