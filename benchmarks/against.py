"""Compare exact odds with those of an older checkout, by turns in one run: `python -m benchmarks.against FOLDER`.

    git worktree add ../older v0.2.0 && python -m benchmarks.against ../older

Both checkouts run with the Python of this checkout. Times are the CPU times of cold runs, without imports, and the
fastest of several turns counts. An older checkout must have `benchmarks.cold`.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

from benchmarks.cold import ROOT

TURNS = 6
FIGHTS = (
    ("Scrollhammer, 5 v 5, frontage 5", ("plain", "5")),
    ("Scrollhammer, 20 v 20, frontage 5", ("plain", "20")),
    ("the same with command groups, AP and ranks", ("grand", "20")),
    ("WarStrike, 5 v 5, each with a leader", ("example", "warstrike/press")),
    ("WWPD, 10 v 10", ("example", "wwpd/plain_men")),
    ("WAB, 24 v 30, to the break, flight and pursuit", ("example", "wab/press")),
    ("canonical fight", ("canonical",)),
)


def main() -> None:
    """Measure every fight in both checkouts, and print a table."""
    parser = argparse.ArgumentParser(description="Compare exact odds with those of an older checkout.")
    parser.add_argument("folder", type=Path, help="the older checkout")
    parser.add_argument("--turns", type=int, default=TURNS, help=f"runs of each fight (default: {TURNS})")
    given = parser.parse_args()
    print("| to the end, exact | seconds, cold | there | times as long |")
    print("| --- | ---: | ---: | ---: |")
    for name, arguments in FIGHTS:
        turns = [(_seconds(ROOT, arguments), _seconds(given.folder, arguments)) for _ in range(given.turns)]
        here, there = map(min, zip(*turns, strict=True))
        print(f"| {name} | {here:.3f} | {there:.3f} | {here / there:.2f} |", flush=True)


def _seconds(folder: Path, arguments: tuple[str, ...]) -> float:
    """Return the CPU seconds of one run in the given checkout."""
    path = os.pathsep.join((str(folder.absolute() / "src"), str(folder.absolute())))
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.cold", *arguments]
    done = subprocess.run(  # noqa: S603 - our own
        command, check=True, capture_output=True, text=True, cwd=folder, env={**os.environ, "PYTHONPATH": path}
    )
    return float(json.loads(done.stdout)["seconds"])


if __name__ == "__main__":
    main()
