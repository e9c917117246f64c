"""What a run will hold, before anything is played: from a config, or from a run that was begun."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from simcards import digests, manifest, parts, store
from simcards.defaults import RESULTS
from simcards.design import Experiment
from simcards.errors import DataError, UsageError
from simcards.game import find_game
from simcards.manifest import Manifest
from simcards.workers import Job

if TYPE_CHECKING:
    from simcards.config import Config

CONFIG = "config.toml"  # as given
MOST_NAME = 80  # characters of a run's name


@dataclass(frozen=True)
class Plan:
    """A run before it is played."""

    folder: Path
    experiment: Experiment
    manifest: Manifest

    @property
    def job(self) -> Job:
        """What the workers are told."""
        about = self.manifest
        return Job(
            game=about.game,
            cells=self.experiment.cells,
            seed=about.seed,
            first=about.first,
            n_blocks=about.n_blocks,
            blocks_per_part=about.blocks_per_part,
            plays=about.plays,
            folder=self.folder,
            digest=about.config_digest,
        )


@dataclass(frozen=True)
class Keeping:
    """What to keep of a run and where; it changes no row."""

    results: Path = RESULTS
    name: str | None = None  # of the run; the config's name and a short digest by default
    rows: int | None = None  # hands of a part, in matches of usual length
    plays: bool = False  # every action too
    duckdb: bool = True


def lay_out(config: "Config", keeping: Keeping = Keeping()) -> Plan:
    """The run that `config` asks for: cells, blocks and parts counted, nothing written."""
    experiment = config.experiment()
    game = find_game(experiment.game)
    name = default_name(config) if keeping.name is None else check_name(keeping.name)
    usual = {rules: game.usual_hands(rules) for rules in {c.rules for c in experiment.cells}}
    hands_per_block = sum(usual[cell.rules] for cell in experiment.cells)
    rows = keeping.rows or parts.choose_rows(
        hands_per_block * experiment.n_blocks, plays=keeping.plays
    )
    per_part = parts.choose_blocks_per_part(hands_per_block, experiment.n_blocks, rows)
    about = Manifest(
        run=name,
        game=game.name,
        game_version=game.version,
        question=config.question,
        config_digest=config.digest,
        code_digest=digests.code_digest(experiment),
        config=config.resolved(),
        config_text=config.text,
        seed=experiment.seed,
        first=experiment.first,
        n_cells=len(experiment.cells),
        n_blocks=experiment.n_blocks,
        blocks_per_part=per_part,
        n_parts=-(-experiment.n_blocks // per_part),
        plays=keeping.plays,
        duckdb=keeping.duckdb,
    )
    return Plan(keeping.results / name, experiment, about)


def default_name(config: "Config") -> str:
    """The config's name with a digest; what a run's name may not hold becomes `_`."""
    name = re.sub(r"[^-\w.+= ]|^\W", "_", config.name)
    return f"{name[:MOST_NAME]}-{config.digest[:6]}"


def check_name(name: str) -> str:
    """`name`, if it may be a run's: a plain file name that no command takes for something else."""
    if not re.fullmatch(r"\w[-\w.+= ]*", name) or len(name) > MOST_NAME or name == store.LATEST:
        raise UsageError(
            f"--name {name!r} cannot be a run's name: letters, digits and any of _-.+= after the "
            f"first, at most {MOST_NAME}, and not {store.LATEST!r}; --out DIR says where the run "
            "goes"
        )
    return name


def refuse_taken(plan: Plan) -> None:
    """Raise UsageError when the folder holds anything, and say how to go on."""
    folder, other = plan.folder, "give this one another --name"
    if not (folder / manifest.FILE).exists():
        if folder.is_dir() and any(path.name != store.LOCK for path in folder.iterdir()):
            raise UsageError(f"{folder}: holds files that are no run; {other}")
        return
    there = Manifest.read(folder)
    differences = there.differences(plan.manifest)
    if differences:
        raise UsageError(f"{folder}: holds another run: {'; '.join(differences)}; {other}")
    if there.state == manifest.DONE:
        raise UsageError(
            f"{folder}: this run is done. See: simcards report {manifest.call_it(folder)}; "
            f"to play it again, {other}"
        )
    raise UsageError(
        f"{folder}: this run was begun and is not done. "
        f"Go on: simcards resume {manifest.call_it(folder)}; to play it anew, {other}"
    )


def reopen(folder: Path) -> Plan:
    """The plan of a run that was begun, from its manifest.

    Raises DataError when the code or the config changed since, and says which.
    """
    from simcards import config

    about = Manifest.read(folder)
    asked = config.from_dict(about.config, str(folder / manifest.FILE), about.question)
    experiment = asked.experiment()
    changed = {
        "the config": (about.config_digest, asked.digest),
        "the code (simcards or a strategy)": (
            about.code_digest,
            digests.code_digest(experiment),
        ),
    }
    for words, (before, after) in changed.items():
        if before != after:
            raise DataError(
                f"{folder}: {words} changed since the run began (digest {before}, now {after}), so "
                "its rows would not fit. Bring it back, or play anew: "
                f"simcards run {folder / CONFIG} --name NAME"
            )
    return Plan(folder, experiment, about)
