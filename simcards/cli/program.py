"""The program from its first argument to its exit code."""

import contextlib
import os
import sys
from typing import Any

import typer

from simcards.cli import app
from simcards.errors import SimcardsError

FAILED, USAGE = 1, 2


def run() -> int:
    """Run the command line; every fault a user can cause is one line and an exit code."""
    try:
        return answer()
    finally:
        close_output()


def answer() -> int:
    """Carry out the command; its exit code."""
    try:
        code: int | None = app(prog_name="simcards", standalone_mode=False)
        sys.stdout.flush()
    except SimcardsError as error:
        return tell(str(error), error.exit_code)
    except BrokenPipeError:  # who reads has read enough, as `head` does
        return FAILED
    except OSError as error:
        where = error.filename or "standard output"
        return tell(f"{where}: {error.strerror or error}", FAILED)
    except UnicodeEncodeError as error:
        return tell(*about_text(error))
    except Exception as error:
        if not hasattr(error, "format_message"):  # typer has no public name for its usage errors
            raise
        return tell_usage(error)
    return code or 0


def tell(line: str, code: int) -> int:
    """Say what is wrong, where it can be said; gives `code`."""
    with contextlib.suppress(OSError):
        typer.echo(f"simcards: {line}", err=True)
    return code


def tell_usage(error: Any) -> int:
    """Say in one line what is wrong with the arguments; without any, show the help."""
    if type(error).__name__ == "NoArgsIsHelpError":
        error.show()
        return USAGE
    line = " ".join(error.format_message().split()).replace("Value error, ", "")
    command = error.ctx.command_path if getattr(error, "ctx", None) else "simcards"
    return tell(f"{line.rstrip('.')}. See: {command} --help", USAGE)


def about_text(error: UnicodeEncodeError) -> tuple[str, int]:
    """The line and exit code for an argument that is no text, or text that cannot be printed."""
    remedy = "set PYTHONUTF8=1"
    if "surrogate" in error.reason:
        return f"an argument is not text in the encoding of this locale; {remedy}", USAGE
    found = error.object[error.start : error.end]
    return f"standard output: {error.encoding} cannot hold {found!a}; {remedy}", FAILED


def close_output() -> None:
    """Write out what is left; what cannot be written is not tried again as the program ends."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
