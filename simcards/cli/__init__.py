"""The command line: read arguments, call one function, print. No logic lives here."""

import typer

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
from simcards.errors import SimcardsError


def main() -> None:
    """Run the command line; every fault a user can cause is one line and an exit code."""
    try:
        app()
    except SimcardsError as error:
        typer.echo(f"simcards: {error}", err=True)
        raise SystemExit(error.exit_code) from None
