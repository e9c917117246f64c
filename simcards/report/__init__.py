"""Reports: what a run found, with an interval beside every number."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simcards.report.page import Page


def build(folder: Path) -> "Page":
    """The report of the run in `folder`, not yet written anywhere.

    Raises DataError when its records cannot be read.
    """
    from simcards.report.contents import make_page
    from simcards.report.source import Source

    with closing(Source(folder)) as source:
        return make_page(source)


def write(page: "Page", folder: Path) -> list[Path]:
    """Write `index.html`, `report.md` and `findings.json` into `folder`."""
    from simcards.report import render

    return render.write(page, folder)
