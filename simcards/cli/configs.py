"""Configs: `config init`, `config validate`, `config show`."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcards.cli.app import app
from simcards.cli.catalogue import AsJson, GameName
from simcards.game import find_game

if TYPE_CHECKING:
    from simcards.config import Config

ConfigFile = Annotated[Path, typer.Argument(metavar="CONFIG", help="A TOML file, as in configs/.")]
Seed = Annotated[int | None, typer.Option(min=0, max=2**63 - 1, help="Instead of the file's seed.")]
Matches = Annotated[
    int | None, typer.Option(min=1, max=2**32 - 1, help="Instead of the file's matches.")
]

config_app = typer.Typer(
    help="Write, check and resolve configs.", no_args_is_help=True, rich_markup_mode=None
)
app.add_typer(config_app, name="config")


@config_app.command("init")
def init_command(game: GameName) -> None:
    """Print a commented config of a game: `simcards config init GAME > my.toml`."""
    from simcards.config_text import template

    typer.echo(template(find_game(game)), nl=False)


@config_app.command("validate")
def validate_command(
    config_file: ConfigFile, seed: Seed = None, matches: Matches = None, as_json: AsJson = False
) -> None:
    """Check a config, and count what it plays and what it leaves out."""
    from simcards.config import load

    config = load(config_file, seed=seed, matches=matches)
    if as_json:
        typer.echo(json.dumps(size(config), indent=2))
        return
    typer.echo(f"{config_file}: valid")
    for name, value in size(config).items():
        if isinstance(value, list):
            for item in value:
                if isinstance(item, str):
                    typer.echo(f"remark     {item}")
                    continue
                what = next(iter(item))  # combinations or pairs
                words = what.removesuffix("s") if item[what] == 1 else what
                typer.echo(f"left out   {item[what]:,} {words}: {item['reason']}")
        else:
            text = f"{value:,}" if isinstance(value, int) and name != "seed" else value
            typer.echo(f"{name.replace('_', ' '):<10} {text}")


@config_app.command("show")
def show_command(
    config_file: ConfigFile, seed: Seed = None, matches: Matches = None, as_json: AsJson = False
) -> None:
    """Print a config with every value explicit."""
    from simcards.config import load
    from simcards.config_text import to_toml

    config = load(config_file, seed=seed, matches=matches)
    if as_json:
        whole = {"config": config.resolved(), "digest": config.digest, **size(config)}
        typer.echo(json.dumps(whole, indent=2))
        return
    if config.question:
        typer.echo(f"# {config.question}")
    if config.seed_is_drawn:
        typer.echo("# No seed was given: the one below was drawn now.")
    typer.echo(to_toml(config.resolved()), nl=False)


def size(config: "Config") -> dict[str, Any]:
    """How much a config plays, and what it leaves out."""
    from simcards.design import remarks

    experiment = config.experiment()
    return {
        "question": config.question,
        "game": config.game.name,
        "seed": config.seed,
        "digest": config.digest,
        "rule_sets": len({contest.rules for contest in experiment.contests}),
        "contests": len(experiment.contests),
        "cells": len(experiment.cells),
        "blocks": experiment.n_blocks,
        "matches": len(experiment.cells) * experiment.n_blocks,
        "left_out": [{item.what: item.count, "reason": item.reason} for item in config.left_out],
        "remarks": remarks({contest.rules for contest in experiment.contests}),
    }
