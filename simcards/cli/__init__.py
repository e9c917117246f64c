"""The command line: read arguments, call one function, print. No logic lives here."""

import typer

# imported to add their commands
from simcards.cli import bench, catalogue, configs, data, report, run  # noqa: F401
from simcards.cli.app import app
from simcards.errors import SimcardsError


def main() -> None:
    """Run the command line; every fault a user can cause is one line and an exit code."""
    try:
        app()
    except SimcardsError as error:
        typer.echo(f"simcards: {error}", err=True)
        raise SystemExit(error.exit_code) from None
