"""Measure a whole battle from the command line, in CPU time and memory, with plain and with compiled code.

Run by `python -m benchmarks.battles`. As in `benchmarks.singles`, Python has already compiled the modules to
bytecode.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.singles import keeping
from pilein.fast.twin import ASKING, home

ROOT = Path(__file__).parents[1]
ARMIES = ROOT / "examples" / "wab" / "two_armies.toml"
SEEDS = range(1, 6)
TARGETS = {"plain": 5, "compiled": 2}  # seconds
MOST = 150  # megabytes
MEASURING = """\
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""  # a small separate program: a child begins with the size of its parent


def battles() -> None:
    """Print the figures with their targets. Compiled code is left out if it has not been built."""
    print("| six turns of WAB, two armies | seconds | target | the longest | megabytes | target |")
    print("|" + " --- |" * 6)
    with TemporaryDirectory() as compiled:
        for name, asked in (("plain", "0"), ("compiled", "1")):
            if asked == "1" and not home().is_dir():
                continue
            environment = {**keeping(compiled), ASKING: asked}
            _measured(SEEDS[0], environment)
            print(_line(name, [_measured(seed, environment) for seed in SEEDS]), flush=True)


def _line(name: str, figures: list[tuple[float, float]]) -> str:
    seconds = [one for one, _ in figures]
    mean, most = sum(seconds) / len(seconds), max(kilobytes for _, kilobytes in figures) / 1024
    return f"| {name} | {mean:.2f} | {TARGETS[name]} | {max(seconds):.2f} | {most:.0f} | {MOST} |"


def _measured(seed: int, environment: dict[str, str]) -> tuple[float, float]:
    """Return the seconds and the kilobytes that a battle with the given seed takes."""
    command = [sys.executable, "-m", "pilein.cli.main", "battle", str(ARMIES), "--turns", "6", "--seed", str(seed)]
    run = [sys.executable, "-c", MEASURING, *command, "--quiet"]
    done = subprocess.run(run, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=environment)  # noqa: S603 - our own
    seconds, kilobytes = map(float, done.stdout.split())
    return seconds, kilobytes


if __name__ == "__main__":
    battles()
