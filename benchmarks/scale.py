"""Compare games per second on a table played by one process, by two, and by a cluster of two workers.

    python -m benchmarks.scale [--games N] [--times N] [--cluster]

The shortest time of several runs counts. Runs of the different kinds alternate, so that a load on the machine
affects all kinds. `--steady` instead plays 100,000 games and prints how evenly their results arrive.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pilein

if TYPE_CHECKING:
    from collections.abc import Iterator

FIGHT = "examples/scrollhammer/multiple_combat.toml"
MANY = 100_000
PARTS = 20


def main() -> None:
    """Measure the games per second and print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=4_000)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--scenario", default=FIGHT)
    parser.add_argument("--cluster", action="store_true")
    parser.add_argument("--steady", action="store_true")
    asked = parser.parse_args()
    if asked.steady:
        steady(asked.scenario)
        return
    with cluster(asked.cluster) as address:
        compare(asked.scenario, asked.games, asked.times, [1, 2, *([address] if address else [])])


def compare(scenario: str, games: int, times: int, kinds: list[int | str]) -> None:
    """Print the games per second for each kind of workers."""
    taken = {kind: float("inf") for kind in kinds}
    for _ in range(times):
        for kind in kinds:
            began = time.perf_counter()
            pilein.simulate(scenario, n=games, seed=1, phases=1, way="games", workers=kind, budget=None)
            taken[kind] = min(taken[kind], time.perf_counter() - began)
    print("| workers | games a second | times one |\n| --- | --- | --- |")
    for kind, seconds in taken.items():
        words = f"{kind} of this machine" if isinstance(kind, int) else "2 of a cluster"
        print(f"| {words} | {games / seconds:,.0f} | {taken[1] / seconds:.2f} |")


def steady(scenario: str) -> None:
    """Print the time that two processes take for each of twenty parts of 100,000 games."""
    came = [time.perf_counter()]

    def note(done: int, wanted: int) -> None:
        if done * PARTS >= wanted * len(came):
            came.append(time.perf_counter())

    pilein.simulate(scenario, n=MANY, seed=1, phases=1, way="games", workers=2, budget=None, progress=note)
    parts = [after - before for before, after in pairwise(came)]
    print(
        f"{MANY:,} games in {came[-1] - came[0]:.0f} s; a {PARTS}th of them in {min(parts):.1f} to {max(parts):.1f} s"
    )


@contextmanager
def cluster(is_wanted: bool) -> "Iterator[str]":  # noqa: FBT001 - from the command line
    """Yield the address of a scheduler with two workers on this machine, or "" if no cluster is wanted."""
    if not is_wanted:
        yield ""
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        common = ["--host", "127.0.0.1", "--no-dashboard", "--scheduler-file", str(file)]
        programs = [started("scheduler", "--port", "0", *common)]
        programs += [started("worker", "--no-nanny", "--nthreads", "1", *common) for _ in range(2)]
        try:
            yield ready(file)
        finally:
            for program in programs:
                program.kill()
                program.wait()


def started(what: str, *arguments: str) -> "subprocess.Popen[bytes]":
    """Start a dask program in the background."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603 - our own


def ready(file: Path) -> str:
    """Wait until both workers have connected, and return the address of the scheduler."""
    from distributed import Client  # noqa: PLC0415 - an extra

    while not file.exists():
        time.sleep(0.1)
    with Client(scheduler_file=str(file), set_as_default=False) as client:
        client.wait_for_workers(2, timeout=60)
        return str(client.scheduler.address)


if __name__ == "__main__":
    main()
