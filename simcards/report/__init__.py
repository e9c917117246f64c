"""Reports: what a run found, with an interval beside every number."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simcards.report.page import Page


def build(folder: Path) -> "Page":
    """The report of the run in `folder`, not yet written anywhere."""
    from simcards.report.contents import make_page
    from simcards.report.source import Source

    return make_page(Source(folder))


def write(page: "Page", folder: Path) -> list[Path]:
    """Write `index.html`, `report.md` and `findings.json` into `folder`."""
    from simcards.report import render

    return render.write(page, folder)
