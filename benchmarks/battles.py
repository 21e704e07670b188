"""A whole battle from the command line: the processor's time and the memory, with plain and with compiled geometry.

Run by `python -m benchmarks.battles`.
"""

import os
import subprocess
import sys
from pathlib import Path

from pilein.fast.twin import ASKING, home

ROOT = Path(__file__).parents[1]
GEOMETRY = ROOT / "src" / "pilein" / "geometry"
ARMIES = ROOT / "examples" / "wab" / "two_armies.toml"
SEEDS = range(1, 6)
TARGETS = {"plain": 5, "compiled": 2}  # seconds
MOST = 150  # megabytes
MEASURING = """\
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""  # a small program of its own: a child begins with the size of its parent


def battles() -> None:
    """Print the figures with their targets; the compiled geometry is left out where it has not been made."""
    print("| six turns of WAB, two armies | seconds | target | the longest | megabytes | target |")
    print("|" + " --- |" * 6)
    for name, asked in (("plain", "0"), ("compiled", "1")):
        if asked == "1" and not home(GEOMETRY).is_dir():
            continue
        figures = [_measured(seed, asked) for seed in SEEDS]
        seconds = [one for one, _ in figures]
        mean, most = sum(seconds) / len(seconds), max(kilobytes for _, kilobytes in figures) / 1024
        print(f"| {name} | {mean:.2f} | {TARGETS[name]} | {max(seconds):.2f} | {most:.0f} | {MOST} |", flush=True)


def _measured(seed: int, asked: str) -> tuple[float, float]:
    """Seconds and kilobytes of a battle with that seed."""
    command = [sys.executable, "-m", "pilein.cli.main", "battle", str(ARMIES), "--turns", "6", "--seed", str(seed)]
    run = [sys.executable, "-c", MEASURING, *command, "--quiet"]
    environment = {**os.environ, ASKING: asked}
    done = subprocess.run(run, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment)  # noqa: S603 - our own
    seconds, kilobytes = map(float, done.stdout.split())
    return seconds, kilobytes


if __name__ == "__main__":
    battles()
