"""Ctrl-C: the first asks a run to end well, the second ends it at once."""

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Stop:
    """How often a run was asked to stop.

    As a context it hears Ctrl-C and SIGTERM, in the main thread only.
    """

    def __init__(self, say: Callable[[str], object]) -> None:
        self.times = 0
        self._at_once = False
        self._say = say
        self._before: dict[int, Any] = {}

    def __enter__(self) -> "Stop":
        if threading.current_thread() is threading.main_thread():
            self._before = {number: signal.signal(number, self._hear) for number in SIGNALS}
        return self

    def __exit__(self, *rest: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    @property
    def asked(self) -> bool:
        """Whether it was asked."""
        return self.times > 0

    @contextlib.contextmanager
    def at_once(self) -> Iterator[None]:
        """While in here even the first Ctrl-C raises KeyboardInterrupt: nothing waits for it."""
        self._at_once = True
        try:
            yield
        finally:
            self._at_once = False

    def _hear(self, number: int, _: FrameType | None) -> None:
        self.times += 1
        if self.times > 1 or self._at_once:
            raise KeyboardInterrupt
        self._say("Stopping when the parts in play are done; Ctrl-C once more ends at once.")


@contextlib.contextmanager
def deaf() -> Iterator[None]:
    """Hear no Ctrl-C for a moment, in the main thread; a process started meanwhile never does."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
