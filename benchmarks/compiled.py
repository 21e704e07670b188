"""Plain and compiled geometry by turns, each in a program of its own, so that both meet the same other work."""

import os
import subprocess
import sys
from pathlib import Path

from pilein.fast.twin import ASKING

ROOT = Path(__file__).parents[1]
TURNS = 3
HEAD = ("table", "again/s, plain", "fast", "afresh/s, plain", "fast")


def compared(name: str, seconds: float) -> str:
    """The line of a table: of each figure the best of some turns."""
    plain, fast = zip(*[(_rates(name, seconds, "0"), _rates(name, seconds, "1")) for _ in range(TURNS)], strict=True)
    best = [max(turn[number] for turn in turns) for number in (0, 1) for turns in (plain, fast)]
    return f"| {name} | " + " | ".join(f"{rate:.1f}" for rate in best) + " |"


def _rates(name: str, seconds: float, asked: str) -> tuple[float, ...]:
    """Phases a second, again and afresh."""
    command = [
        sys.executable,
        "-W",
        "error",
        "-m",
        "benchmarks.phases",
        "--rates",
        "--only",
        name,
        "--seconds",
        str(seconds),
    ]
    environment = {**os.environ, ASKING: asked}
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT, env=environment)  # noqa: S603 - our own
    return tuple(float(rate) for rate in done.stdout.split())
