"""Playing: `run`, `resume`."""

import contextlib
import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simcards.cli.app import app
from simcards.cli.catalogue import AsJson
from simcards.cli.configs import ConfigFile, Matches, Seed, size
from simcards.defaults import RESULTS, RUN_PATIENCE

if TYPE_CHECKING:
    from simcards.config import Config
    from simcards.plan import Plan
    from simcards.progress import Reporter
    from simcards.runner import Session


class Progress(StrEnum):
    """How to tell how far a run is."""

    AUTO = "auto"
    BAR = "bar"
    PLAIN = "plain"
    NONE = "none"


RunName = Annotated[
    str, typer.Argument(metavar="RUN", help="A run's name, its beginning, its path, or `latest`.")
]
Results = Annotated[
    Path,
    typer.Option(
        "--out", metavar="DIR", envvar="SIMCARDS_RESULTS", help="The folder that holds the runs."
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(min=1, show_default="one a core", help="Processes; changes no result."),
]
Patience = Annotated[
    float, typer.Option(min=0.1, help="Seconds one decision may take before the run is ended.")
]
ProgressHow = Annotated[
    Progress,
    typer.Option("--progress", help="A bar, or plain lines; auto: a bar on a terminal."),
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")]


@app.command("run")
def run_command(  # noqa: PLR0913  the options of the command
    config_file: ConfigFile,
    out: Results = RESULTS,
    name: Annotated[
        str | None, typer.Option(show_default="CONFIG and a digest", help="The run's name.")
    ] = None,
    seed: Seed = None,
    workers: Workers = None,
    matches: Matches = None,
    part: Annotated[
        int | None, typer.Option(min=1, metavar="ROWS", help="Hands of one part file, about.")
    ] = None,
    no_duckdb: Annotated[
        bool, typer.Option("--no-duckdb", help="Make no records.duckdb; `query` works without.")
    ] = False,
    records: Annotated[
        str, typer.Option(help="What to record: hands, or hands,plays (every action too).")
    ] = "hands",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Count what would be played, and play nothing.")
    ] = False,
    as_json: AsJson = False,
    quiet: Quiet = False,
    progress: ProgressHow = Progress.AUTO,
    patience: Patience = RUN_PATIENCE,
) -> None:
    """Play every cell of a config and keep one record a hand.

    The same config, seed and code give the same records, whatever the number of workers. Ctrl-C
    ends a run well; `simcards resume RUN` goes on with it.
    """
    from simcards import pool

    if not dry_run:
        pool.make_ready()  # before anything else: it loads while this process does
    from simcards import runner
    from simcards.config import load
    from simcards.plan import Keeping, lay_out, refuse_taken

    config = load(config_file, seed=seed, matches=matches)
    plays = check_records(records)
    plan = lay_out(config, Keeping(out, name, part, plays, not no_duckdb))
    if not dry_run:
        refuse_taken(plan)
    session = new_session(workers, patience, quiet, progress)
    for line in announcement(config, plan, session):
        session.reporter.say(line)
    if dry_run:
        if as_json:
            typer.echo(json.dumps({**size(config), "parts": plan.manifest.n_parts}, indent=2))
        return
    runner.run(plan, session)
    conclude(plan, session, as_json)


@app.command("resume")
def resume_command(  # noqa: PLR0913  the options of the command
    run: RunName,
    out: Results = RESULTS,
    workers: Workers = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
    progress: ProgressHow = Progress.AUTO,
    patience: Patience = RUN_PATIENCE,
) -> None:
    """Go on with a run that was stopped, or mend a damaged one, to the rows it would have had."""
    from simcards import pool

    pool.make_ready()
    from simcards import runner, store
    from simcards.plan import reopen

    folder = store.find(run, out)
    plan = reopen(folder)
    session = new_session(workers, patience, quiet, progress)
    session.reporter.say(f"run {plan.folder}")
    runner.resume(plan, session)
    conclude(plan, session, as_json)


def check_records(text: str) -> bool:
    """Whether `--records` asks for plays; raises UsageError for anything it cannot ask for."""
    from simcards.errors import UsageError, unknown

    asked = {word.strip() for word in text.split(",")}
    for word in asked - {"hands", "plays"}:
        raise UsageError(f"--records: {unknown('table', word, ['hands', 'plays'])}")
    if "hands" not in asked:
        raise UsageError("--records: hands are always recorded; write hands or hands,plays")
    return "plays" in asked


def new_session(workers: int | None, patience: float, quiet: bool, progress: Progress) -> "Session":
    """How to play, from the options."""
    from simcards.pool import default_workers
    from simcards.runner import Session

    return Session(workers or default_workers(), patience, new_reporter(quiet, progress))


def new_reporter(quiet: bool, progress: Progress) -> "Reporter":
    """The reporter that suits the terminal and the options."""
    from simcards.progress import Bar, Plain, Silent

    if quiet:
        return Silent()
    if progress is Progress.BAR or (progress is Progress.AUTO and sys.stderr.isatty()):
        return Bar()
    every = float("inf") if progress is Progress.NONE else 30.0
    return Plain(tell, every)


def tell(line: str) -> None:
    """Write a line to standard error; a run goes on when nobody listens any more."""
    with contextlib.suppress(OSError):
        typer.echo(line, err=True)


def announcement(config: "Config", plan: "Plan", session: "Session") -> list[str]:
    """What a run is going to do, for people, before it does it."""
    about, experiment = plan.manifest, plan.experiment
    lines = [f"run {plan.folder}   {about.game}, seed {about.seed}, {session.n_workers} workers"]
    if config.question:
        lines.append(config.question)
    lines.append(
        f"contests {len(experiment.contests):,}   cells {about.n_cells:,}   "
        f"blocks {about.n_blocks:,}   matches {about.n_cells * about.n_blocks:,}   "
        f"parts {about.n_parts:,}"
    )
    lines += [f"left out {item.count:,} {item.what}: {item.reason}" for item in config.left_out]
    return lines


def conclude(plan: "Plan", session: "Session", as_json: bool) -> None:
    """Say what was played, where it is, and what comes next."""
    from simcards.manifest import call_it
    from simcards.progress import short

    about = plan.manifest
    session.reporter.say(
        f"done: {about.hands:,} hands of {about.matches:,} matches in "
        f"{about.seconds_playing:.1f} s ({short(about.hands_per_second)} hands/s)"
    )
    session.reporter.say(f"next: simcards report {call_it(plan.folder)}")
    typer.echo(json.dumps(summary(plan), indent=2) if as_json else str(plan.folder))


def summary(plan: "Plan") -> dict[str, Any]:
    """A run in numbers; seconds are wall seconds."""
    about = plan.manifest
    return {
        "run": about.run,
        "path": str(plan.folder),
        "game": about.game,
        "seed": about.seed,
        "cells": about.n_cells,
        "matches": about.matches,
        "hands": about.hands,
        "parts": about.n_parts,
        "seconds_playing": about.seconds_playing,
        "seconds_duckdb": about.seconds_duckdb,
        "hands_per_second": round(about.hands_per_second),
    }
