"""Measure single figures: copying, saving and loading a position, and the start of the command line.

Run by `python -m benchmarks.singles`.
"""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from benchmarks.playing import opening
from benchmarks.tables import square_skirmishers
from pilein.geometry.shapes import Place
from pilein.kernel.codec import codec_of
from pilein.kernel.position import Position
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.plane import Plane

ROOT = Path(__file__).parents[1]
DEMO = ROOT / "examples" / "scrollhammer" / "demo.toml"
DUEL = DEMO.with_name("duel.toml")
ROUNDS = 5
MICRO = 1_000_000
MEASURING = """\
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""  # a small separate program: a child begins with the size of its parent


def singles() -> None:
    """Print the figures with their targets."""
    position = opening(square_skirmishers())
    codec = codec_of(Battle)
    text = codec.encode(position)
    print("| figure | measured | target |\n| --- | --- | --- |")
    print(
        f"| a position of 40 models copied with one model moved | {_micro(lambda: _moved(position)):.1f} µs | 10 µs |"
    )
    print(f"| the same saved as JSON ({len(text)} bytes) | {_micro(lambda: codec.encode(position)):.1f} µs | 50 µs |")
    print(f"| the same loaded | {_micro(lambda: codec.decode(text, position.state.setup)):.0f} µs | |")
    if DEMO.exists():
        seconds, _ = cold_start(DUEL)
        print(f"| cold start of `pilein fight`: a duel played and printed | {seconds:.2f} s | 0.35 s |")
        seconds, megabytes = cold_start(DEMO)
        print(f"| the same with 73 models on a table | {seconds:.2f} s | 0.6 s |")
        print(f"| its memory | {megabytes:.0f} MB | 80 MB |")


def cold_start(scenario: Path) -> tuple[float, float]:
    """Return the seconds (fastest of several runs) and the megabytes of a phase played from the command line with
    compiled modules.
    """
    command = [sys.executable, "-m", "pilein.cli.main", "fight", str(scenario), "--seed", "7"]
    taken = []
    with TemporaryDirectory() as compiled:
        environment = keeping(compiled)
        for _ in range(ROUNDS):
            began = perf_counter()
            _output(command, environment)
            taken.append(perf_counter() - began)
        kilobytes = int(_output([sys.executable, "-c", MEASURING, *command], environment))
    return min(taken), kilobytes / 1024


def keeping(compiled: str) -> dict[str, str]:
    """Return the environment of a program that keeps its compiled modules in a folder, as an installed program does."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, "PYTHONPYCACHEPREFIX": compiled}


def _output(command: list[str], environment: dict[str, str]) -> bytes:
    done = subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=environment)  # noqa: S603 - our own
    return done.stdout


def _moved(position: Position) -> Position:
    battle: Battle = position.state
    assert isinstance(battle.field, Plane)
    place = battle.field.place(7)
    field = battle.field.with_place(7, Place(place.x + 1, place.y, place.facing))
    return Position(battle.on(field), position.agenda)


def _micro(work: Callable[[], object], times: int = 5000) -> float:
    """Return the microseconds of one call, from the fastest of several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = process_time()
        for _ in range(times):
            work()
        best = min(best, process_time() - began)
    return MICRO * best / times


if __name__ == "__main__":
    singles()
