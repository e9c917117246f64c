"""The command line: read arguments, call one function, print. No logic lives here."""

from simcards.cli import (  # noqa: F401  they add their commands
    bench,
    catalogue,
    configs,
    data,
    matches,
    report,
    run,
    strategies,
)
from simcards.cli.app import app

__all__ = ["app"]
