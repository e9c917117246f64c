"""simcards: bot-against-bot card matches under every rule variant, and what the rules do."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simcards.store import Run

__version__ = "0.1.0"


def open(run: str | Path, results: str | Path = "results") -> "Run":
    """Open a run, given by name, unique prefix, path or `latest`: its tables are polars frames.

    `open("latest").hands` is one row a hand; see also `matches`, `cells` and `query(sql)`.
    """
    from simcards.store import open_run

    return open_run(run, Path(results))
