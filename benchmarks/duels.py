"""Duels of Scorched, measured as the odds of two heroes with any two weapons each, and as the whole matrix.

    python -m benchmarks.duels [duels] [matrices]

Each figure is measured in a separate program, without imports, in CPU time, so that nothing has been computed or
cached before. The figure of a duel is the best of several turns, because other work on the machine increases even
the CPU time.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

ROOT = Path(__file__).parents[1]
TURNS = 5
MILLI = 1000
DUELS = (
    (("punch",), ("punch",)),
    (("sword",), ("dagger",)),
    (("sword",), ("sword",)),
    (("sword", "shield"), ("sword", "dagger")),
    (("chain weapon", "dagger"), ("power sword", "shield")),
    (("bastard sword",), ("sword", "sword")),
    (("daemon weapon",), ("daemon weapon",)),
    (("daemon weapon", "sword"), ("sword", "dagger")),
    (("daemon weapon", "sword"), ("daemon weapon", "sword")),
)
SCENARIO = """
ruleset = "scorched"
active = "crusade"

[profiles.hero]
WS = 5
W = 3
Sv = 3
Inv = 5

[[unit]]
name = "lieutenant"
side = "crusade"
profile = "hero"
models = 1
weapons = {one}

[[unit]]
name = "champion"
side = "reavers"
profile = "hero"
models = 1
weapons = {other}

[press]
pairs = [["lieutenant", "champion"]]
"""


def main() -> None:
    """Measure and print all tables, or only the named tables."""
    if len(sys.argv) > 2:  # noqa: PLR2004 - a measurement with its arguments
        print(json.dumps(MEASURED[sys.argv[1]](*sys.argv[2:])))
        return
    for name in sys.argv[1:] or TABLES:
        TABLES[name]()


def _duels() -> None:
    print("| a duel phase of heroes with three wounds | milliseconds, cold | target |\n| --- | ---: | ---: |")
    for one, other in DUELS:
        taken = min(_program("duel", json.dumps(one), json.dumps(other)) for _ in range(TURNS))
        print(f"| {' and '.join(one)} against {' and '.join(other)} | {MILLI * taken:.0f} | 50 |", flush=True)


def _matrices() -> None:
    print("| 17 x 17 weapons, computed and drawn | seconds | target |\n| --- | ---: | ---: |")
    for phases in ("1", "end"):
        print(f"| `pilein matrix --phases {phases}` | {_program('matrix', phases):.1f} | 60 |", flush=True)


def duel(one: str, other: str) -> float:
    """Return the seconds that computing the odds of one phase of a duel takes."""
    import pilein.chain.layers  # noqa: F401, PLC0415 - with numpy, before the clock starts
    from pilein.engine.policies import named  # noqa: PLC0415
    from pilein.engine.rulesets import vocabulary  # noqa: PLC0415
    from pilein.lab.odds import odds  # noqa: PLC0415
    from pilein.tabletop.loading import loads  # noqa: PLC0415

    named("sensible", "scorched", seed=0, side=0)  # imported before the clock starts
    scenario = loads(SCENARIO.format(one=one, other=other), vocabulary).scenario
    start = process_time()
    odds(scenario, phases=1)
    return process_time() - start


def matrix(phases: str) -> float:
    """Return the seconds that the matrix command takes from its start to the finished picture."""
    from pilein.cli.main import main as pilein  # noqa: PLC0415

    with TemporaryDirectory() as folder:
        path, picture = Path(folder) / "duel.toml", Path(folder) / "matrix.svg"
        path.write_text(SCENARIO.format(one=["sword"], other=["sword"]).replace("'", '"'), encoding="utf-8")
        start = process_time()
        code = pilein(["matrix", str(path), "--phases", phases, "--plot", str(picture), "--json"])
        taken = process_time() - start
        assert code == 0, "the matrix is worked out"
        assert picture.exists(), "the matrix is drawn"
    return taken


TABLES: dict[str, Callable[[], None]] = {"duels": _duels, "matrices": _matrices}
MEASURED: dict[str, Callable[..., float]] = {"duel": duel, "matrix": matrix}


def _program(*arguments: str) -> float:
    """Make a measurement in a separate program, and return the number on its last line of output."""
    command = [sys.executable, "-m", "benchmarks.duels", *arguments]
    alone = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # CPU time counts idle threads that spin after their start
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT, env=alone)  # noqa: S603 - our own
    return float(done.stdout.splitlines()[-1])


if __name__ == "__main__":
    main()
