"""Speed: `bench`."""

import json
import sys
from contextlib import redirect_stdout
from dataclasses import asdict
from enum import StrEnum
from typing import Annotated

import typer

from simcards.cli.app import app
from simcards.cli.catalogue import AsJson, show_table
from simcards.game import find_game

PART = 50_000
MOST_HANDS = 10**10


class Records(StrEnum):
    """What is recorded while the clock runs."""

    NONE = "none"
    HANDS = "hands"


@app.command("bench")
def bench_command(  # noqa: PLR0913  the options of the command
    games: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME]...", help="Games; without, all of them.")
    ] = None,
    strategies: Annotated[
        str | None,
        typer.Option(
            "--bots",
            metavar="A,B,C",
            show_default="the game's random bot",
            help="Strategies, one a seat, or one for all seats.",
        ),
    ] = None,
    variant: Annotated[
        str | None, typer.Option(show_default="one of the game's own", help="The rule set.")
    ] = None,
    hands: Annotated[
        int, typer.Option(min=1, max=MOST_HANDS, help="About how many hands to play.")
    ] = 1_000_000,
    workers: Annotated[int, typer.Option(min=1, help="Processes; changes no result.")] = 1,
    part: Annotated[int, typer.Option(min=1, help="About how many hands a task has.")] = PART,
    records: Annotated[
        Records, typer.Option(help="Keep none, or write each hand to Parquet in a passing folder.")
    ] = Records.NONE,
    as_json: AsJson = False,
) -> None:
    """Time how fast games play: hands and decisions a second, compiling and starting apart.

    The fingerprint of the results is the same on every machine, for any workers and parts.
    """
    from simcards.bench import bench
    from simcards.games import GAMES

    keep, speeds = records == Records.HANDS, []
    for name in games or list(GAMES):
        game = find_game(name)
        chosen, bots = variant or game.bench, (strategies or game.bench_bot).split(",")
        with redirect_stdout(sys.stderr):  # what a strategy prints is no part of the answer
            speeds.append(bench(game, chosen, bots, hands, workers, part, keep))
    if as_json:
        found = [asdict(speed) for speed in speeds]
        typer.echo(json.dumps(found[0] if len(found) == 1 else found, indent=2))
    else:
        show_table(
            [{**asdict(speed), "strategies": " ".join(speed.strategies)} for speed in speeds]
        )
