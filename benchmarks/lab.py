"""Measure the cost of playtests: rulings, coverage compared with a plain run, shared dice, matchups and points.

    python -m benchmarks.lab [rulings] [coverage] [dice] [matchup] [points] [growth]

Seconds are given in CPU time, workers included, and in clock time, so use a quiet machine. The limits are 20 s on
two cores for all options of WarStrike's press, twice the time of the plain run for coverage, and 60 s on one core
for all pairs of ten units in three modes.
"""

import resource
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter, process_time

from pilein.engine.rulesets import vocabulary
from pilein.lab.comparing import compare
from pilein.lab.coverage import coverage
from pilein.lab.matchups import matchup
from pilein.lab.points import fair_points
from pilein.lab.rulings import rulings
from pilein.lab.scenarios import load
from pilein.lab.simulating import simulate
from pilein.lab.units import Units

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
PRESSES = ("scrollhammer/duel", "scorched/duel", "wab/press", "warstrike/press")
TEN, THREE = (EXAMPLES / "scrollhammer" / "units" / f"{name}.toml" for name in ("ten", "units"))
COVERED = (("scrollhammer/duel", 2000), ("warstrike/press", 500), ("wwpd/charge", 1000), ("wab/press", 400))
UNITS, SCENARIOS = (2, 4, 6, 8, 10), (1, 2, 4)
FIGHTS = ("duel", "slaves", "stubborn", "knights_and_spears")
CHANGED = {"SH-HI-03.even": 3}


def main() -> None:
    """Print all tables, or only the named tables."""
    for name in sys.argv[1:] or TABLES:
        TABLES[name]()


def _rulings() -> None:
    _heads("every option of every ruling", "options", "met", "clock s", "processor s")
    for name in PRESSES:
        command = [sys.executable, "-m", "pilein.cli.main", "lab", "rulings", str(EXAMPLES / f"{name}.toml")]
        before, began = _children(), perf_counter()
        subprocess.run([*command, "--limit", "10min", "--json"], check=True, capture_output=True, cwd=ROOT)  # noqa: S603
        took, spent = perf_counter() - began, _children() - before
        (fight,) = rulings(EXAMPLES / f"{name}.toml", budget=None, workers=2).fights
        met = len(fight.effects) + len(fight.without_effect)
        every = sum(len(one.options) for one in vocabulary(load(EXAMPLES / f"{name}.toml").ruleset).rulings.values())
        print(f"| {name} | {every} | {met} | {took:.1f} | {spent:.1f} |", flush=True)


def _coverage() -> None:
    _heads("coverage", "games", "played again", "plain run s", "coverage s", "times")
    for name, games in COVERED:
        path = EXAMPLES / f"{name}.toml"
        plain = _taken(partial(simulate, path, n=games, phases="end", way="games", budget=None))
        found = coverage(path, games=games, budget=None)
        covered = _taken(partial(coverage, path, games=games, budget=None))
        times = f"{covered / plain:.2f}"
        print(f"| {name} | {games:,} | {found.trials:,} | {plain:.2f} | {covered:.2f} | {times} |", flush=True)


def _dice() -> None:
    """Print the factor by which shared dice narrow the interval of an option's gain, compared with two independent
    samples.
    """
    _heads("option", "gain", "95 % on the same dice", "in two samples")
    (fight,) = rulings(EXAMPLES / "wwpd" / "charge.toml", games=200, budget=None).fights
    for one in fight.effects[:3]:
        (gain, _), (wins, _) = one.gains, one.wins
        (before, _) = fight.wins
        apart = sum(float(chance) * (1 - float(chance)) / fight.games for chance in (wins, before)) ** 0.5
        error = getattr(gain, "error", 0.0)
        print(f"| {one.option.key} | {float(gain):+.3f} | ± {1.96 * error:.3f} | ± {1.96 * apart:.3f} |", flush=True)


def _matchup() -> None:
    _heads("units against units, three modes", "units", "seconds", "exact duels")
    began = process_time()
    found = matchup(TEN, budget=None)
    duels, took = found.to_dict(), process_time() - began
    exact = sum(one["games"] == 0 for one in duels)
    print(f"| scrollhammer/units/ten | {len(found.units)} | {took:.1f} | {exact} of {len(duels)} |", flush=True)


def _points() -> None:
    _heads("fair points", "units", "options", "seconds")
    began = process_time()
    found = fair_points(THREE, budget=None)
    took = process_time() - began
    print(f"| scrollhammer/units/units | {len(found.units)} | {len(found.upgrades)} | {took:.1f} |", flush=True)


def _growth() -> None:
    """Print how time grows with the number of units, of options and of scenarios. Options of rulings have a table of
    their own.
    """
    _heads("what is asked", "of how many", "processor s")
    names = Units.load(TEN).names
    for count in UNITS:
        _row(
            "every unit against every other, three modes: units",
            count,
            partial(matchup, TEN, *names[:count], budget=None),
        )
    for upgrades in (False, True):
        found = fair_points(THREE, upgrades=upgrades, budget=None)
        words = "fair points of three units: their options"
        _row(words, len(found.upgrades), partial(fair_points, THREE, upgrades=upgrades, budget=None))
    for count in SCENARIOS:
        fights = [EXAMPLES / "scrollhammer" / f"{name}.toml" for name in FIGHTS[:count]]
        _row(
            "a changed number in fights, exact: scenarios", count, partial(compare, fights, values=CHANGED, budget=None)
        )


def _row(words: str, count: int, work: Callable[[], object]) -> None:
    print(f"| {words} | {count} | {_taken(work):.2f} |", flush=True)


def _heads(first: str, *others: str) -> None:
    print(f"| {first} | {' | '.join(others)} |\n| --- |{' ---: |' * len(others)}")


def _taken(work: Callable[[], object]) -> float:
    began = process_time()
    work()
    return process_time() - began


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


TABLES: dict[str, Callable[[], None]] = {
    "rulings": _rulings,
    "coverage": _coverage,
    "dice": _dice,
    "matchup": _matchup,
    "points": _points,
    "growth": _growth,
}

if __name__ == "__main__":
    main()
