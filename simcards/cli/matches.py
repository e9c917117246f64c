"""Single matches: `replay` checks transcripts, `show` tells a match of a run or writes its own."""

import json
import sys
from contextlib import redirect_stdout
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcards.cli.app import app
from simcards.cli.catalogue import AsJson
from simcards.cli.run import Results, RunName
from simcards.defaults import RESULTS

if TYPE_CHECKING:
    from simcards.transcript_file import Transcript
    from simcards.transcripts import Report

Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Transcripts; - is stdin.")]
CellNumber = Annotated[int, typer.Argument(metavar="CELL", help="Row of the table `cells`.")]
MatchNumber = Annotated[int, typer.Argument(metavar="MATCH", help="Number of the block.")]
HandNumber = Annotated[int | None, typer.Argument(metavar="[HAND]", help="Only this hand, from 0.")]


@app.command("replay")
def replay_command(files: Files, as_json: AsJson = False) -> None:
    """Play transcripts by the rules and check what they expect: 0 as written, 1 not, 2 none."""
    from simcards.transcript_file import read
    from simcards.transcripts import check

    n_wrong = n_matches = 0
    for file in files:
        for transcript in read(file):
            report = check(transcript)
            n_matches += 1
            n_wrong += not report.ok
            if as_json:
                typer.echo(json.dumps(report.as_dict()))
            else:
                for line in told(transcript, report):
                    typer.echo(line)
    if not as_json and n_matches > 1:
        typer.echo(f"{n_matches - n_wrong} of {n_matches} matches are as written")
    raise typer.Exit(1 if n_wrong else 0)


def told(transcript: "Transcript", report: "Report") -> list[str]:
    """A report for people: one line when all is as written, one more for each difference."""
    totals = "" if report.totals is None else f", totals {report.totals}"
    lines = [f"{transcript.place}: {'as written' if report.ok else 'not as written'}"]
    if report.error:
        lines[0] += f"; refused: {refusal_text(report.error, transcript.game.name)}"
    elif report.to_act is not None:
        lines[0] += f"; seat {report.to_act} is to act, {len(report.legal)} legal: "
        lines[0] += ", ".join(report.legal)
    elif report.over:
        lines[0] += f"; over, winners {report.winners}{totals}"
    else:
        lines[0] += f"; {len(report.hands)} hands{totals}, not over"
    return lines + [f"  {difference_text(item, report)}" for item in report.mismatch]


def difference_text(item: dict[str, Any], report: "Report") -> str:
    """An expected key that came out otherwise, or that there is none of."""
    hand, key, expected = item["hand"], item["key"], json.dumps(item["expected"])
    where = "match" if hand is None else f"hand {hand}"
    if hand is not None and hand < len(report.hands) and key not in report.hands[hand]:
        known = ", ".join(sorted(report.hands[hand])) or "none before its end"
        return f"{where}: it has no result {key!r}; its results: {known}"
    return f"{where}: {key} is {json.dumps(item['found'])}, expected {expected}"


def refusal_text(error: dict[str, Any], game: str) -> str:
    """Which deal or action was refused, and why; of a deal, where to read what it must be."""
    if error["action"] is None:
        return f"hand {error['hand']}, deal: {error['why']}. See: simcards rules {game}"
    return f"hand {error['hand']}, action {error['action']}: {error['why']}"


@app.command("show")
def show_command(
    run: RunName,
    cell: CellNumber,
    match: MatchNumber,
    hand: HandNumber = None,
    as_json: AsJson = False,
    out: Results = RESULTS,
) -> None:
    """Tell a match of a run, played again from its seed; --json writes its transcript."""
    from simcards import found_match, show
    from simcards.transcripts import write

    found = found_match.find(run, out, cell, match)
    for change in found.changes:
        typer.echo(f"simcards: {change}", err=True)
    with redirect_stdout(sys.stderr):  # what a strategy prints is no part of the match
        replay = show.match(found.game, found.cell, found.seed, found.first, match)
    if not as_json:
        for line in show.tell(replay, found.cell, match, hand):
            typer.echo(line)
        return
    last = show.chosen(replay, hand)[-1].number
    note = f"match {match} of cell {cell} of {found.run}"
    typer.echo(json.dumps(write(replay, last + 1, note)))
