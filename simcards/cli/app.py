"""The one Typer application; the modules beside this one add their commands to it."""

from typing import Annotated

import typer

from simcards import __version__

app = typer.Typer(
    name="simcards",
    help="Bot-against-bot card matches under every rule variant, and what the rules do.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def print_version(asked: bool) -> None:
    """Print the version and leave, when asked to."""
    if asked:
        typer.echo(f"simcards {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", callback=print_version, is_eager=True, help="The version.")
    ] = False,
) -> None:
    """Bot-against-bot card matches under every rule variant, and what the rules do."""
