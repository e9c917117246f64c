"""What a run folder says about itself: `manifest.json`, and the digests that guard a resume."""

import contextlib
import json
import os
import platform
import shlex
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from types import UnionType
from typing import Any, get_origin, get_type_hints

from simcards.defaults import RESULTS
from simcards.errors import DataError, RunError
from simcards.records import SCHEMA_VERSION

FILE = "manifest.json"
RUNNING, STOPPED, FAILED, DONE = ("running", "stopped", "failed", "done")
PACKAGES = ("simcards", "numba", "numpy", "polars", "duckdb")  # those that touch the results


def now() -> str:
    """The time as the manifest writes it."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def package_versions() -> dict[str, str]:
    """The versions of this program and of the packages that touch its results."""
    return {name: metadata.version(name) for name in PACKAGES}


@dataclass
class Manifest:
    """Everything about a run but its rows. Times are UTC; `seconds_...` are wall seconds."""

    run: str
    game: str
    game_version: int
    question: str  # the config's first line
    config_digest: str
    code_digest: str
    config: Mapping[str, Any]  # resolved: every value explicit
    seed: int
    first: int
    n_cells: int
    n_blocks: int
    blocks_per_part: int
    n_parts: int
    plays: bool
    duckdb: bool
    config_text: str = ""  # config.toml as given, to restore it from
    sha256: dict[str, str] = field(default_factory=dict)  # of the files beside the parts
    schema: int = SCHEMA_VERSION
    state: str = RUNNING
    started: str = field(default_factory=now)
    finished: str | None = None
    hands: int = 0
    matches: int = 0
    seconds_playing: float = 0.0
    seconds_duckdb: float = 0.0
    python: str = field(default_factory=platform.python_version)
    platform: str = field(default_factory=lambda: f"{platform.system()} {platform.machine()}")
    packages: Mapping[str, str] = field(default_factory=package_versions)

    @property
    def hands_per_second(self) -> float:
        """Recorded hands a second of playing."""
        return self.hands / self.seconds_playing if self.seconds_playing else 0.0

    def write(self, folder: Path) -> None:
        """Put it into `folder`, whole or not at all."""
        write_whole(folder / FILE, json.dumps(asdict(self), indent=2).encode() + b"\n")

    @classmethod
    def read(cls, folder: Path) -> "Manifest":
        """The manifest of `folder`; raises DataError when there is none this program can read."""
        path = folder / FILE
        try:
            found = json.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            raise DataError(
                f"{folder}: no {FILE}, so it is not a run. See: simcards runs list"
            ) from None
        except (OSError, ValueError) as error:
            raise DataError(f"{path}: cannot be read ({error}); play the config again") from None
        schema = found.get("schema") if isinstance(found, dict) else None
        if schema != SCHEMA_VERSION:
            raise DataError(
                f"{path}: record schema {schema!r}, and this program reads {SCHEMA_VERSION}. "
                "Use the simcards that wrote it, or play the config again."
            )
        try:
            read = cls(**found)
        except TypeError as error:
            raise DataError(f"{path}: not a manifest ({error}); play the config again") from None
        read.check_types(path)
        return read

    def check_types(self, path: Path) -> None:
        """Raise DataError naming a value that is not of its kind."""
        for name, kind in get_type_hints(type(self)).items():
            value = getattr(self, name)
            wanted = kind if isinstance(kind, UnionType) else get_origin(kind) or kind
            if not isinstance(value, wanted):
                raise DataError(
                    f"{path}: not a manifest ({name} = {value!r}); play the config again"
                )

    def differences(self, other: "Manifest") -> list[str]:
        """What keeps `other` from going on with this run, in words; empty when nothing does."""
        found = []
        for name, words in (
            ("config_digest", "the config"),
            ("code_digest", "the code (simcards or a strategy)"),
            ("blocks_per_part", "the part size"),
            ("plays", "what is recorded"),
        ):
            if getattr(self, name) != getattr(other, name):
                found.append(f"{words} changed ({getattr(self, name)} -> {getattr(other, name)})")
        return found


def write_whole(path: Path, content: bytes) -> None:
    """Write a file so that after any interruption it is either as before or as wanted."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with open(beside, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
        sync_folder(path.parent)
    except OSError as error:
        discard(beside)
        raise RunError(cannot_write(path, error)) from None


def discard(path: Path) -> None:
    """Remove a file that may not be there, or not be reachable."""
    with contextlib.suppress(OSError):
        path.unlink()


def sync_folder(folder: Path) -> None:
    """Make renames in `folder` survive a power cut, where the system can."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def cannot_write(path: Path, error: Exception) -> str:
    """The line for a place of a run that takes no file: full, read-only, not a folder."""
    reason = getattr(error, "strerror", None) or str(error).splitlines()[0]
    begun = [folder for folder in path.parents if (folder / FILE).is_file()]
    on = f"simcards resume {call_it(begun[0])}" if begun else "play the config again"
    return f"{path}: cannot be written: {reason}. Mend that, then: {on}"


def call_it(folder: Path) -> str:
    """What to write for RUN on the command line: the name, or the path where that is not enough."""
    return shlex.quote(folder.name if folder.parent == RESULTS else str(folder))
