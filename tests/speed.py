"""The figures this project promises, each measured here: `make speed`, on a quiet machine.

Speeds are ratios or floors measured in one run. The kernels are compared with a C program that
plays the same hands as fast as the machine can (tests/limits), in turn, by processor time.
"""

import argparse
import json
import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
SIMCARDS = str(Path(sys.executable).with_name("simcards"))
ROUNDS = 7
CONFIG = """# How fast are hands recorded?
game = "ninety_nine"
matches = {matches}
seed = 1
rotations = "none"
line_ups = ["random_legal"]
[rules]
end_mode = "9_hands"
"""


def simcards(*arguments: str, cpus: str = "") -> dict:
    """What a command says with --json."""
    pin = ["taskset", "-c", cpus] if cpus and shutil.which("taskset") else []
    found = subprocess.run(
        [*pin, SIMCARDS, *arguments, "--json"], capture_output=True, text=True, check=True
    )
    return json.loads(found.stdout)


@dataclass(frozen=True)
class Limit:
    """A C program, and which share of its speed `bench` of a game reaches at least."""

    game: str
    program: str
    unit: str  # "hands" of the same game, or "decisions" of another one
    share: float
    hands: int = 1_000_000


LIMITS = (
    Limit("caravan", "n99", "decisions", 0.02, hands=50_000),
    Limit("doppelkopf", "doko", "hands", 0.20),
    Limit("double_knot", "n99", "decisions", 0.12),
    Limit("duke", "n99", "decisions", 0.08),
    Limit("ninety_nine", "n99", "hands", 0.20),
)


def limit_speed(program: Path, unit: str) -> float:
    """Hands or decisions a second of the C program: the best of its rounds."""
    text = subprocess.run(
        ["taskset", "-c", "0", program, "1000000", "3"], capture_output=True, text=True, check=True
    ).stdout
    if unit == "hands":
        return max(float(found) for found in re.findall(r"games/s (\d+)", text))
    return 1e9 / min(float(found) for found in re.findall(r"ns/decision (\d+\.\d+)", text))


def kernels(folder: Path, limit: Limit) -> float:
    """Speed of a game's random bots, as a share of the C program's; median of rounds."""
    program = folder / limit.program
    subprocess.run(["make", "-s", "-C", HERE / "limits", program, f"OUT={folder}"], check=True)
    ratios = []
    for _ in range(ROUNDS):
        top = limit_speed(program, limit.unit)
        ours = simcards("bench", limit.game, "--hands", str(limit.hands), cpus="0")
        ratios.append(ours[f"{limit.unit}_per_second"] / top)
    return statistics.median(ratios)


def recording(folder: Path, hands: int, workers: int, *, duckdb: bool = False) -> dict:
    """What `simcards run` says of `hands` recorded hands, with the peak memory of its processes."""
    config = folder / "speed.toml"
    config.write_text(CONFIG.format(matches=-(-hands // 9)))
    name = f"speed-{hands}-{workers}-{duckdb}"
    options = [] if duckdb else ["--no-duckdb"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    found = simcards(
        "run",
        str(config),
        "--out",
        str(folder),
        "--name",
        name,
        "--workers",
        str(workers),
        *options,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    found["megabytes"] = max(before, after) / 1024
    shutil.rmtree(folder / name)
    return found


def seconds(*command: str, env: dict | None = None) -> float:
    """How long a command takes."""
    start = time.perf_counter()
    subprocess.run(command, env={**os.environ, **(env or {})}, check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> None:
    """Measure all, print a table, and fail when a promise is not kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=5_000_000)
    hands = parser.parse_args().hands
    misses = 0

    def promise(
        what: str, value: float, floor: float | None = None, top: float | None = None
    ) -> None:
        nonlocal misses
        good = (floor is None or value >= floor) and (top is None or value <= top)
        misses += not good
        bound = f"at least {floor:,}" if floor is not None else f"at most {top:,}"
        print(f"{'ok  ' if good else 'MISS'} {what}: {value:,.3f} ({bound})", flush=True)

    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        cache = {"SIMCARDS_CACHE": str(folder / "cache")}
        quick = (SIMCARDS, "bench", "ninety_nine", "--hands", "100")
        promise("seconds for --help", min(seconds(SIMCARDS, "--help") for _ in range(5)), top=0.4)
        promise("seconds to compile from nothing", seconds(*quick, env=cache), top=30)
        promise("seconds until a second process has played", seconds(*quick, env=cache), top=2)
        if shutil.which("gcc"):
            for one in LIMITS:
                what = f"kernels of {one.game}, {one.unit}, share of the C limit {one.program}"
                promise(what, kernels(folder, one), floor=one.share)
        else:
            print("skip kernels: the C limits need gcc")
        one = [recording(folder, hands, 1) for _ in range(3)]
        two = [recording(folder, hands, 2) for _ in range(3)]
        best = max(found["hands_per_second"] for found in one)
        promise("recorded hands a second, one worker", best, floor=600_000)
        ratio = max(found["hands_per_second"] for found in two) / best
        promise("two workers against one", ratio, floor=1.7)
        full = recording(folder, hands, 2, duckdb=True)
        per_million = full["seconds_duckdb"] / full["hands"] * 1e6
        promise("seconds for records.duckdb, a million hands", per_million, top=1.5)
        promise(f"megabytes of the largest process, {hands:,} hands", full["megabytes"], top=600)
    sys.exit(1 if misses else 0)


if __name__ == "__main__":
    main()
