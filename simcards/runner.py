"""From a plan to a folder of records: part after part, play and write."""

import hashlib
import logging
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from simcards import cells, database, logs, manifest, parts, pool, store
from simcards.defaults import RUN_PATIENCE
from simcards.errors import RunError, RunStopped
from simcards.game import find_game
from simcards.loop import Loop
from simcards.manifest import Manifest
from simcards.plan import CONFIG, Plan, refuse_taken
from simcards.pool import Pool
from simcards.progress import Reporter, Silent, Tally
from simcards.stopping import Stop

log = logging.getLogger(__name__)


@dataclass
class Session:
    """How to play, as opposed to what: nothing here changes a single row."""

    n_workers: int = field(default_factory=pool.default_workers)
    patience: float = RUN_PATIENCE  # seconds one decision may take
    reporter: Reporter = field(default_factory=Silent)


def run(plan: Plan, session: Session | None = None) -> Manifest:
    """Play a plan into its new folder and give its manifest.

    Raises UsageError when the folder is taken, RunStopped when a Ctrl-C ended it early, RunError
    when a strategy, a worker or the disk fails.
    """
    session = session or Session()
    refuse_taken(plan)
    try:
        plan.folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RunError(
            f"{plan.folder}: cannot be made: {error.strerror}. Name another place: --out DIR"
        ) from None
    with Stop(session.reporter.say) as stop, store.lock(plan.folder):
        refuse_taken(plan)  # again, now that no other process can begin
        plan.manifest.write(plan.folder)
        return play(plan, session, stop)


def resume(plan: Plan, session: Session | None = None) -> Manifest:
    """Go on with a run: play the parts that are missing or damaged, to the same final rows."""
    session = session or Session()
    with Stop(session.reporter.say) as stop, store.lock(plan.folder):
        store.clean(plan.folder)
        if plan.manifest.state == manifest.DONE and not store.verify(plan.folder):
            session.reporter.say("this run is done and all its files are as written")
            return plan.manifest
        return play(plan, session, stop)


def play(plan: Plan, session: Session, stop: Stop) -> Manifest:
    """Play every part that the folder does not hold as it should, then build the database."""
    about, folder = plan.manifest, plan.folder
    try:
        there = intact_parts(plan, session.reporter)
        missing = [number for number in range(about.n_parts) if number not in there]
        if missing:
            remove_database(plan)
            about.state, about.finished = manifest.RUNNING, None
            about.write(folder)
            play_parts(plan, session, stop, missing, there.values())
        else:
            write_basis(plan, session.reporter)
        return finish(plan, session.reporter, stop)
    except BaseException as error:
        about.state = manifest.STOPPED if is_stop(error) else manifest.FAILED
        about.write(folder)
        raise


def write_basis(plan: Plan, reporter: Reporter) -> None:
    """Write the config and the table of cells, where they are not there as they should be."""
    about = plan.manifest
    for name, content in (
        (CONFIG, about.config_text.encode()),
        (cells.FILE, cells.content(find_game(about.game), plan.experiment)),
    ):
        path, digest = plan.folder / name, hashlib.sha256(content).hexdigest()
        fault = parts.file_fault(path, digest)
        if fault and name in about.sha256:
            reporter.say(f"{fault}; writing it again")
        if fault:
            manifest.write_whole(path, content)
        about.sha256[name] = digest
    about.write(plan.folder)


def remove_database(plan: Plan) -> None:
    """Take `records.duckdb` away before its rows change."""
    database.remove(plan.folder)
    plan.manifest.sha256.pop(database.FILE, None)


def is_stop(error: BaseException) -> bool:
    """Whether people, and not a fault, ended the run."""
    return isinstance(error, RunStopped | KeyboardInterrupt)


def intact_parts(plan: Plan, reporter: Reporter) -> dict[int, parts.Part]:
    """The parts that are in the folder as they were written; says which are not."""
    found = {}
    for number, part in parts.read_journal(plan.folder).items():
        fault = parts.fault(plan.folder, part)
        if fault:
            reporter.say(f"{fault}; playing part {number} again")
        else:
            found[number] = part
    return found


def finish(plan: Plan, reporter: Reporter, stop: Stop) -> Manifest:
    """Sum up a run whose parts are all there, and build its database if it is to have one."""
    about, folder = plan.manifest, plan.folder
    sum_up(about, parts.read_journal(folder).values())
    if about.duckdb:
        there = about.sha256.get(database.FILE)
        fault = parts.file_fault(folder / database.FILE, there) if there else ""
        if fault:
            reporter.say(f"{fault}; building it again")
        if fault or not there:
            build_database(plan, reporter, stop)
    about.state, about.finished = manifest.DONE, about.finished or manifest.now()
    about.write(folder)
    return about


def build_database(plan: Plan, reporter: Reporter, stop: Stop) -> None:
    """Build `records.duckdb` and note its checksum; a Ctrl-C ends that at once, as RunStopped."""
    about, path = plan.manifest, plan.folder / database.FILE
    remove_database(plan)
    reporter.say(f"building {path}")
    began = time.monotonic()
    try:
        with stop.at_once():
            if not stop.asked:
                database.build(plan.folder, about)
    except BaseException:  # whatever the stop has made of a build that it cut short
        if not stop.asked:
            raise
    if stop.times > 1:
        raise KeyboardInterrupt
    if stop.asked:
        database.remove(plan.folder)
        raise RunStopped(
            f"stopped before {path} was built; all {about.hands:,} hands are recorded. "
            f"Go on: simcards resume {manifest.call_it(plan.folder)}"
        )
    about.seconds_duckdb = round(time.monotonic() - began, 3)
    about.sha256[database.FILE] = parts.sha256(path)


def sum_up(about: Manifest, journal: Iterable[parts.Part]) -> None:
    """Count the rows recorded so far into the manifest."""
    totals: Counter[str] = Counter()
    for part in journal:
        totals.update(part.rows)
    about.hands, about.matches = totals[parts.HANDS], totals[parts.MATCHES]


def play_parts(
    plan: Plan, session: Session, stop: Stop, missing: list[int], there: Iterable[parts.Part]
) -> None:
    """Start workers and have them play the parts `missing`; each is noted when it is done."""
    about, folder, reporter = plan.manifest, plan.folder, session.reporter
    sum_up(about, there)
    n_matches = about.n_cells * about.n_blocks
    tally = Tally(n_matches, about.matches, about.hands)
    with (
        logs.log_file(folder, pool.context()) as queue,
        Pool(min(session.n_workers, len(missing)), queue, logs.WORKER_LEVEL) as workers,
    ):
        log.info("%d of %d parts to play, %d workers", len(missing), about.n_parts, workers.size)
        loop = Loop(plan.job, workers, stop, reporter, session.patience)

        def keep(part: parts.Part) -> None:
            parts.note(folder, part)
            tally.add(part)

        try:
            loop.check(lambda: write_basis(plan, reporter))  # polars takes its time to load
            tally.began = time.monotonic()
            reporter.start(tally)
            loop.play(missing, keep, lambda: reporter.show(tally))
        except Exception as error:
            log.error("%s", error)
            raise
        finally:
            reporter.stop()
            about.seconds_playing = round(about.seconds_playing + tally.seconds, 3)
            about.hands, about.matches = tally.all_hands, about.matches + tally.matches
    if about.matches < n_matches:
        log.info("stopped after %d hands", about.hands)
        raise RunStopped(
            f"stopped after {about.hands:,} hands; nothing is lost. "
            f"Go on: simcards resume {manifest.call_it(folder)}"
        )
