"""Make one measurement in a separate program, cold and without imports (`python -m benchmarks.cold NAME`).

Times are CPU times, so that other work on the machine hardly counts. Memory is the program's peak minus its use at
the start.
"""

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

from msgspec import Struct

from benchmarks import rivals
from benchmarks.presses import grand, plain

ROOT = Path(__file__).parents[1]
TURNS = 3
MOST = 3_000_000  # positions: above the default limit of odds, to see how the cost grows
Timed = Callable[[], dict[str, Any]]


class Figures(Struct, frozen=True):
    """Figures of one measurement: total seconds, seconds for solving alone (if given), and memory in megabytes."""

    seconds: float
    solving: float = 0.0
    positions: int = 0
    ways: int = 0
    runs: int = 0
    megabytes: float = 0.0
    chances: tuple[float, ...] = ()
    fault: str = ""


def measured(*arguments: str, turns: int = TURNS) -> Figures:
    """Return the figures of the fastest of several runs, each in its own process."""
    return min((_program(arguments) for _ in range(turns)), key=lambda figures: figures.seconds)


def _program(arguments: tuple[str, ...]) -> Figures:
    command = [sys.executable, "-W", "ignore", "-m", "benchmarks.cold", *arguments]
    alone = os.environ | {"OPENBLAS_NUM_THREADS": "1"}  # CPU time counts idle threads that spin after their start
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT, env=alone)  # noqa: S603 - our own
    return Figures(**json.loads(done.stdout))


def canonical() -> Timed:
    """Return a function that times the canonical fight, defined as clauses."""
    from tests import canonical as fight  # noqa: PLC0415 - imported before the clock starts

    return lambda: _chain(fight.RULESET, fight.opening(), _read_canonical)


def press(text: str, mode: str = "floats") -> Timed:
    """Return a function that times a fight in the press, played to its end."""
    from pilein.engine.rulesets import ruleset_named, vocabulary  # noqa: PLC0415
    from pilein.tabletop.loading import loads  # noqa: PLC0415

    scenario = loads(text, vocabulary).scenario
    found = ruleset_named(scenario.ruleset)
    return lambda: _chain(found, found.opened(scenario), exact=mode == "fractions")


def example(name: str) -> Timed:
    """Return a function that times one of the example fights in the press, played to its end."""
    return press((ROOT / "examples" / f"{name}.toml").read_text())


def _chain(
    rules: Any,  # noqa: ANN401
    position: Any,  # noqa: ANN401
    read: Callable[[Any, Any], tuple[float, ...]] | None = None,
    *,
    exact: bool = False,
) -> dict[str, Any]:
    from pilein.chain import layers  # noqa: F401, PLC0415 - imported where it is used, so here before the clock starts
    from pilein.chain.explore import many  # noqa: F401, PLC0415 - likewise, and numpy with it
    from pilein.chain.explore.compiler import compiled  # noqa: PLC0415
    from pilein.chain.solve.floats import FloatSolver  # noqa: PLC0415
    from pilein.chain.solve.fractions import FractionSolver  # noqa: PLC0415
    from pilein.engine.policies import first  # noqa: PLC0415
    from pilein.kernel.errors import TooManyPositions  # noqa: PLC0415

    policy = rules.policy or first
    try:
        start = process_time()
        chain = compiled(rules, position, (policy, policy), phases=0, limit=MOST)
    except TooManyPositions as error:
        return {"fault": str(error)}
    compiled_at = process_time()
    solved: Any = (FractionSolver if exact else FloatSolver)(chain).solved(0)
    solving = process_time() - compiled_at
    counts = {"positions": len(chain.positions), "ways": len(chain.source), "runs": chain.model.runs}
    seconds = process_time() - start
    return {"seconds": seconds, "solving": solving, **counts, "chances": read(chain, solved) if read else ()}


def _read_canonical(chain: Any, solved: Any) -> tuple[float, ...]:  # noqa: ANN401
    alive = chain.read(lambda battle: tuple(map(bool, battle.field.counts)))
    distribution = dict.fromkeys([(True, False), (False, True), (True, True)], 0.0)
    for who, chance in zip(alive, solved.at_the_end[0].tolist(), strict=True):
        distribution[who] += chance
    return tuple(distribution.values())


def _by(program: Callable[[], tuple[float, float, float]]) -> Timed:
    def timed() -> dict[str, Any]:
        start = process_time()
        chances = program()
        return {"seconds": process_time() - start, "chances": chances}

    return timed


def _icepool() -> Timed:
    import icepool  # noqa: F401, PLC0415 - imported before the clock starts

    return _by(rivals.by_icepool)


def _dyce() -> Timed:
    import dyce  # noqa: F401, PLC0415 - imported before the clock starts

    return _by(rivals.by_dyce)


def _numpy() -> Timed:
    from benchmarks.rival_numpy import programme  # noqa: PLC0415

    return _by(programme)


KINDS: dict[str, Callable[..., Timed]] = {
    "canonical": canonical,
    "icepool": _icepool,
    "dyce": _dyce,
    "numpy": _numpy,
    "plain": lambda models, mode="floats": press(plain(int(models)), mode),
    "free": lambda models: press(plain(int(models), frontage=None)),
    "grand": lambda models, mode="floats": press(grand(int(models)), mode),
    "example": example,
    "units": lambda models, red, blue: press(plain(int(models), units=(int(red), int(blue)))),
}


def main() -> None:
    """Measure the named items, and print the results as JSON."""
    timed = KINDS[sys.argv[1]](*sys.argv[2:])
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    found = {"seconds": float("inf")} | timed()
    found["megabytes"] = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(json.dumps(found))


if __name__ == "__main__":
    main()
