"""One match of a run, found: all it takes to play it again."""

from dataclasses import dataclass
from pathlib import Path

from simcards import config, digests, manifest, store
from simcards.design import Cell, Experiment
from simcards.errors import UsageError
from simcards.game import Game, find_game
from simcards.manifest import Manifest


@dataclass(frozen=True)
class FoundMatch:
    """The cell of a match, with the run's seed and first seat."""

    run: str
    game: Game
    cell: Cell
    seed: int
    first: int
    changes: tuple[str, ...]  # what may make it differ from the run's records, a line each


def find(run: str, results: Path, cell: int, match: int) -> FoundMatch:
    """The match of a run; raises UsageError for a cell or match that the run does not have."""
    folder = store.find(run, results)
    about = Manifest.read(folder)
    asked = config.from_dict(about.config, str(folder / manifest.FILE), about.question)
    experiment = asked.experiment()
    for number, word, words, count in (
        (cell, "cell", "cells", about.n_cells),
        (match, "match", "matches", about.n_blocks),
    ):
        if not 0 <= number < count:
            raise UsageError(f"{word} {number}: run {about.run} has {words} 0 to {count - 1}")
    return FoundMatch(
        run=about.run,
        game=find_game(about.game),
        cell=experiment.cells[cell],
        seed=about.seed,
        first=about.first,
        changes=changes(about, experiment),
    )


def changes(about: Manifest, experiment: Experiment) -> tuple[str, ...]:
    """A line when the code is no longer the one that played the run."""
    if digests.code_digest(experiment) == about.code_digest:
        return ()
    return (
        f"the code changed since {about.run} was played, so this match may not be the one "
        "in its records",
    )
