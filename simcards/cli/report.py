"""Answers: `report`, `metrics list`, `metrics explain`."""

import json
from dataclasses import asdict
from typing import Annotated

import typer

from simcards.cli.app import app
from simcards.cli.catalogue import AsJson, show_table
from simcards.cli.run import Results, RunName
from simcards.defaults import RESULTS

metrics_app = typer.Typer(
    help="What a report measures.", no_args_is_help=True, rich_markup_mode=None
)
app.add_typer(metrics_app, name="metrics")


@app.command("report")
def report_command(
    run: RunName,
    out: Results = RESULTS,
    show: Annotated[
        bool, typer.Option("--open", help="Show the page in the browser afterwards.")
    ] = False,
) -> None:
    """Write what a run found: a page, its twin in Markdown, and every finding as JSON.

    The page is one file that needs nothing else. Every number has its 95% interval over blocks and
    the sample behind it; what the run does not know is said too.
    """
    from simcards import report, store

    folder = store.find(run, out)
    page = report.build(folder)
    paths = report.write(page, folder / "report")
    for path in paths:
        typer.echo(path)
    for line in page.headlines:
        typer.echo(line, err=True)
    if show:
        typer.launch(paths[0].resolve().as_uri())


@metrics_app.command("list")
def list_command(as_json: AsJson = False) -> None:
    """List the metrics of a report: name, unit and meaning."""
    from simcards.metrics import METRICS

    if as_json:
        typer.echo(json.dumps([asdict(metric) for metric in METRICS.values()], indent=2))
        return
    show_table(
        [
            {"metric": metric.name, "unit": metric.unit, "meaning": metric.doc}
            for metric in METRICS.values()
        ]
    )


@metrics_app.command("explain")
def explain_command(
    metric: Annotated[str, typer.Argument(help="A metric; `simcards metrics list` lists them.")],
) -> None:
    """Explain a metric: what it means, its formula, and the target it is held to."""
    from simcards.metrics import find_metric

    found = find_metric(metric)
    typer.echo(f"{found.name}: {found.title}, in {found.unit}\n")
    typer.echo(f"meaning  {found.doc}")
    typer.echo(f"formula  {found.formula}")
    if found.target:
        typer.echo(f"target   {found.target} ({found.reason}), unless [targets] sets another")
    elif found.example:
        typer.echo(f'target   none, unless [targets] sets one: {found.name} = "{found.example}"')
    else:
        typer.echo("target   none, and none can be set")
