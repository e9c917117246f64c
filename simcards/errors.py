"""Every error a user can cause, in one line.

It says where, what was found, what is allowed, and how to go on.
"""

from collections.abc import Iterable
from difflib import get_close_matches


class SimcardsError(Exception):
    """A fault with one clear line for the user; `exit_code` is the status the program ends with."""

    exit_code = 1


class RunError(SimcardsError):
    """A run failed while it was going on: a strategy at fault, a full disk, a lost worker."""

    exit_code = 1


class UsageError(SimcardsError):
    """The command line names something that is not there."""

    exit_code = 2


class ConfigError(SimcardsError):
    """A config or its options are not valid."""

    exit_code = 3


class DataError(SimcardsError):
    """A run folder, a part or a transcript is damaged or of another kind."""

    exit_code = 3


class RunStopped(SimcardsError):
    """A run was stopped early and can be resumed."""

    exit_code = 4


def unknown(kind: str, found: object, choices: Iterable[str], see: str = "") -> str:
    """The line for a name that is not known: what was found, the nearest match, the choices.

    `see` is a command that shows more about the choices.
    """
    known = sorted(choices)
    near = get_close_matches(str(found), known, n=1)
    line = f"unknown {kind} {shown(found)}"
    line += f"; did you mean {near[0]!r}?" if near else "."
    line += f" Choices: {', '.join(known)}."
    return f"{line} See: {see}" if see else line


MOST_SHOWN = 200  # characters of a value


def shown(value: object) -> str:
    """A value for an error line as files write it, cut where it is long: true, 1979-05-27."""
    text = _shown(value)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}..."


def bare(value: object) -> str:
    """A value as files write it, texts without quotes."""
    return value if isinstance(value, str) else shown(value)


def _shown(value: object, depth: int = 5) -> str:
    if isinstance(value, str):
        return repr(str(value))
    if isinstance(value, bool | None):
        return {True: "true", False: "false", None: "null"}[value]
    if depth == 0:
        return "..."
    if isinstance(value, list | tuple):
        return f"[{', '.join(_shown(item, depth - 1) for item in value)}]"
    if isinstance(value, dict):
        items = (f"{_shown(key)}: {_shown(item, depth - 1)}" for key, item in value.items())
        return f"{{{', '.join(items)}}}"
    return str(value)
