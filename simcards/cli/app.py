"""The one Typer application; the modules beside this one add their commands to it."""

import typer

app = typer.Typer(
    name="simcards",
    help="Bot-against-bot card matches under every rule variant, and what the rules do.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)
