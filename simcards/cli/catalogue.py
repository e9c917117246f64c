"""What there is: `games`, `rules`, `variants`."""

import json
from typing import Annotated, Any

import typer

from simcards.cli.app import app
from simcards.errors import bare
from simcards.game import Game, find_game
from simcards.tables import aligned

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game; `simcards games` lists them.")
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document instead of text.")]


@app.command("games")
def games_command(as_json: AsJson = False) -> None:
    """List the games: seats, options, variants, and how to read the rules."""
    from simcards.games import GAMES

    rows: list[dict[str, Any]] = [
        {
            "game": game.name,
            "title": game.title,
            "seats": list(game.seats),
            "options": len(game.options),
            "variants": len(game.variants),
            "rules": f"simcards rules {game.name}",
        }
        for game in GAMES.values()
    ]
    if as_json:
        typer.echo(json.dumps(rows, indent=2))
        return
    show_table([{**row, "seats": " ".join(str(seats) for seats in row["seats"])} for row in rows])


@app.command("rules")
def rules_command(game: GameName) -> None:
    """Print the rules of a game, in the numbered paragraphs that options and tests cite."""
    typer.echo(find_game(game).rules_text.rstrip())


@app.command("variants")
def variants_command(game: GameName, as_json: AsJson = False) -> None:
    """List the variants of a game, and its options with their defaults and allowed values."""
    found = find_game(game)
    if as_json:
        typer.echo(json.dumps(describe(found), indent=2))
        return
    typer.echo(f"Options of {found.title}, for [rules] of a config; a list makes one an axis:\n")
    show_table(
        [
            {
                "option": option.name,
                "default": bare(option.default),
                "allowed": option.allowed,
                "meaning": option.doc,
            }
            for option in found.options.values()
        ]
    )
    typer.echo(f"\nVariants of {found.title}, and the options they set:\n")
    show_table(
        [
            {
                "variant": name,
                "options": ", ".join(f"{key} = {bare(value)}" for key, value in values.items())
                or "none: all defaults",
            }
            for name, values in found.variants.items()
        ]
    )


def describe(game: Game) -> dict[str, Any]:
    """The options and variants of a game as plain data."""
    options = [
        {
            "option": option.name,
            "default": option.default,
            "choices": list(option.choices) or None,
            "low": None if option.choices else option.low,
            "high": None if option.choices else option.high,
            "meaning": option.doc,
        }
        for option in game.options.values()
    ]
    variants = {name: dict(values) for name, values in game.variants.items()}
    return {"game": game.name, "options": options, "variants": variants}


def show_table(rows: list[dict[str, Any]]) -> None:
    """Print rows under their keys in aligned columns."""
    for line in aligned(rows):
        typer.echo(line)
