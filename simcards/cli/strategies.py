"""Strategies: `strategies list`, `strategies show`, `strategies check`."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcards.cli.app import app
from simcards.cli.catalogue import AsJson, show_table
from simcards.defaults import CHECK_MATCHES, CHECK_PATIENCE
from simcards.errors import UsageError, unknown
from simcards.game import find_game

if TYPE_CHECKING:
    from simcards.check import Report
    from simcards.compiling import Compiled

StrategyName = Annotated[
    str, typer.Argument(metavar="NAME", help="A strategy, or path/to/file.py of one.")
]

strategies_app = typer.Typer(
    help="List, show and check strategies.", no_args_is_help=True, rich_markup_mode=None
)
app.add_typer(strategies_app, name="strategies")


@strategies_app.command("list")
def list_command(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", help="Only those that play this game.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the installed strategies: their games, parameters and kind.

    The kind of those that do not come with simcards, compiled or plain Python, is found by
    compiling them, which takes a while once.
    """
    from simcards.strategy import names

    wanted = find_game(game).name if game else ""
    rows = [summary(name, wanted) for name in names(wanted)]
    if as_json:
        typer.echo(json.dumps(rows, indent=2))
        return
    show_table([{**row, "games": games_of(row), "params": params_of(row)} for row in rows])


@strategies_app.command("show")
def show_command(name: StrategyName) -> None:
    """Print what a strategy says of itself: what it does, its parameters, where its source is."""
    from simcards.design import plain
    from simcards.strategy import find, source_of

    strategy = find(name)
    row = summary(name)
    typer.echo(f"{row['strategy']}: {row['kind']}, plays {games_of(row)}\n\n{strategy.doc}\n")
    typer.echo("Parameters:" + ("" if strategy.params else " none"))
    for param, told in strategy.params.items():
        typer.echo(f"  {param} = {plain(told.default)}, {told.allowed}")
    typer.echo(f"Source: {source_of(strategy)}")
    if why := next((found.why for found in as_played(name) if found.why), ""):
        show_why(why)


@strategies_app.command("check")
def check_command(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="A strategy or path/to/file.py; :PARAM=NUMBER,... may follow."
        ),
    ],
    game: Annotated[str, typer.Option(metavar="GAME", help="The game to check it at.")],
    variant: Annotated[
        str | None, typer.Option(help="One variant of the game; all of them by default.")
    ] = None,
    matches: Annotated[
        int, typer.Option(min=1, help="Matches of each variant and line-up; fewer if it is slow.")
    ] = CHECK_MATCHES,
    patience: Annotated[
        float, typer.Option(min=0.1, help="Seconds that one decision may take.")
    ] = CHECK_PATIENCE,
    as_json: AsJson = False,
) -> None:
    """Play a strategy and look on: is it legal, repeatable, blind to hidden cards, and how fast?

    Exit code 0 when all is well, 1 when it failed a point, 2 when there is no such strategy.
    """
    from simcards.patience import check_apart

    found = find_game(game)
    if variant is not None and variant not in found.variants:
        line = unknown(f"{game} variant", variant, found.variants, f"simcards variants {game}")
        raise UsageError(line)
    chosen = found.variants if variant is None else [variant]
    rule_sets = {key: found.make_rules(found.variants[key]) for key in chosen}
    report = check_apart(name, found, rule_sets, matches, patience)
    if as_json:
        typer.echo(json.dumps({**asdict(report), "ok": report.ok}, indent=2))
    else:
        show_report(report)
    if not report.ok:
        raise typer.Exit(1)


def as_played(name: str, game: str = "") -> "list[Compiled]":
    """A strategy made ready for a game, or for each game that it plays."""
    from simcards.games import GAMES
    from simcards.signatures import compiled
    from simcards.strategy import find

    chosen = [game] if game else filter(find(name).plays, GAMES)
    return [compiled(GAMES[each], name) for each in chosen]


def summary(name: str, game: str = "") -> dict[str, Any]:
    """What a list says of a strategy, at one game or at all that it plays."""
    from simcards.strategy import COMPILED, find

    strategy = find(name)
    kinds = {COMPILED} if strategy.is_ours else {one.kind for one in as_played(name, game)}
    return {
        "strategy": strategy.name,
        "games": list(strategy.games),
        "kind": " or ".join(sorted(kinds)) or "unknown",
        "params": {param: asdict(told) for param, told in strategy.params.items()},
        "about": next(iter(strategy.doc.splitlines()), ""),
    }


def games_of(row: dict[str, Any]) -> str:
    """The games it plays, in words."""
    return ", ".join(row["games"]) or "any game"


def params_of(row: dict[str, Any]) -> str:
    """Its parameters with their defaults, as they are set."""
    from simcards.design import plain

    return ",".join(f"{name}={plain(told['default'])}" for name, told in row["params"].items())


def show_report(report: "Report") -> None:
    """Print a report, a line a point."""
    for point in report.points:
        verdict = "ok  " if point.ok else "FAIL"
        typer.echo(f"{verdict}  {point.name}{f': {point.says}' if point.says else ''}")
    if report.unbounded:
        typer.echo(f"left out  stays within bounds: it cannot be checked: {report.unbounded}")
    if not report.matches:
        return
    typer.echo(
        f"{report.strategy} at {report.game}: {report.decisions:,} decisions in {report.matches:,} "
        f"matches under {report.rule_sets} rule sets; {report.kind}, "
        f"{report.nanoseconds:,.0f} ns a decision"
    )
    if report.why:
        show_why(report.why)


def show_why(why: str) -> None:
    """Say what kept a strategy from being compiled."""
    typer.echo(f"It is called as plain Python, for numba could not compile it: {why}")
