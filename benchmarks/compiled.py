"""Compare plain and compiled code on the same phases, in separate programs that alternate.

The figure for each phase is the shortest of several turns, which other work on the machine hardly affects. Run by
`python -m benchmarks.phases --fast`.
"""

import gc
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.playing import opening, play, warm
from benchmarks.tables import TABLES
from pilein.fast.twin import ASKING
from pilein.kernel.position import Position

ROOT = Path(__file__).parents[1]
TURNS = 3
PHASES = 40
HEAD = ("table", "again/s, plain", "compiled", "gain", "afresh/s, plain", "compiled", "gain")


def compared(name: str) -> str:
    """Return the row of a table that compares plain and compiled code."""
    turns = [(_timed(name, "0"), _timed(name, "1")) for _ in range(TURNS)]
    plain, fast = (_rates(*kind) for kind in zip(*turns, strict=True))
    figures = [(before, after, after / before) for before, after in zip(plain, fast, strict=True)]
    return f"| {name} | " + " | ".join(f"{one:.1f} | {other:.1f} | {gain:.2f}" for one, other, gain in figures) + " |"


def _timed(name: str, asked: str) -> list[list[float]]:
    """Return the seconds per phase with the requested code: repeated from one position, and from a newly loaded
    position.
    """
    command = [sys.executable, "-W", "error", "-m", "benchmarks.compiled", name]
    environment = {**os.environ, ASKING: asked}
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment)  # noqa: S603 - our own
    return [[float(seconds) for seconds in line.split()] for line in done.stdout.splitlines()]


def _rates(*turns: list[list[float]]) -> list[float]:
    """Return the phases per second, both repeated and newly loaded, computed from the shortest time of each phase."""
    return [len(ways[0]) / sum(map(min, zip(*ways, strict=True))) for ways in zip(*turns, strict=True)]


def _seconds(position: Callable[[], Position]) -> list[float]:
    """Return the seconds per phase over several phases. Phases without a charge are left out.

    Garbage is collected first. Otherwise a full collection, which takes as long as five phases, would fall among the
    phases of one kind of code and before those of the other.
    """
    gc.collect()
    played = [play(position(), seed) for seed in range(1, PHASES + 1)]
    return [one.seconds for one in played if one.has_charged]


def main() -> None:
    """Play the phases of a table, and print the seconds for each phase: repeated phases on one line, newly loaded
    phases on the next.
    """
    text = TABLES[sys.argv[1]]()
    afresh = _seconds(lambda: opening(text))
    position = warm(text)
    print(*_seconds(lambda: position))
    print(*afresh)


if __name__ == "__main__":
    main()
