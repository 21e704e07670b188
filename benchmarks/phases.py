"""Measure phases per second on one core, and the shares of time, as part of `make bench`.

    python -m benchmarks.phases [--shares | --fast] [--only NAME] [--seconds N] [--clauses N]

Times are CPU times. A phase is a whole charge and fight with dice, pile-ins, saves, result and moves; phases without
a charge are left out.

again     one position is played over and over with new dice; 100 phases beforehand have filled all caches
afresh    the position is loaded anew for every phase
simulate  games per second of `pilein.simulate(scenario, n=100, workers=1)`, from the call to the figures:
          one phase each, every game with its own dice; then the same for 600 games, of which the later ones
          run few clauses anew

`--shares` prints the steps of the order of play that take up most of `again`, and the shares of time spent on
finding legal answers and choosing among them. `--fast` compares the compiled core (`make fast`) with the plain one.
"""

import argparse
import gc
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from time import perf_counter, process_time

from benchmarks import compiled
from benchmarks.compiled import compared
from benchmarks.playing import Played, opening, play, warm
from benchmarks.tables import TABLES
from pilein.engine.rulesets import ruleset_named, vocabulary
from pilein.fast.twin import home
from pilein.kernel.position import Position
from pilein.lab.simulating import simulate
from pilein.tabletop.loading import loads

RATES = ("table", "again, phases/s", "afresh, phases/s", "`simulate`, games/s", "a simulation of 600 games, games/s")
SHARES = ("table", "the steps that take most", "of all, answers")
GAMES, MANY_GAMES = 100, 600
MOST = 3  # number of steps listed


def main() -> None:
    """Measure the requested tables and print them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each table is played")
    parser.add_argument("--only", default="", help="tables whose name has this")
    parser.add_argument("--clauses", type=int, default=0, help="show so many of the slowest clauses")
    parser.add_argument("--shares", action="store_true", help="where the time goes")
    parser.add_argument("--fast", action="store_true", help="plain and compiled code beside each other")
    given = parser.parse_args()
    tables = {name: text() for name, text in TABLES.items() if given.only in name}
    if given.fast:
        if not home().is_dir():
            sys.exit("the core is not compiled: `make fast` first")
        print_table(compiled.HEAD, map(compared, tables))
    elif given.shares:
        print_table(SHARES, (_shares(name, text, given.seconds, given.clauses) for name, text in tables.items()))
    else:
        print_table(RATES, (_rates(name, text, given.seconds) for name, text in tables.items()))


def print_table(head: Iterable[str], lines: Iterable[str]) -> None:
    """Print the head of a table and its lines, each line as soon as it is measured."""
    names = tuple(head)
    print(f"| {' | '.join(names)} |\n|{' --- |' * len(names)}")
    for line in lines:
        print(line, flush=True)


def _rates(name: str, text: str, seconds: float) -> str:
    """Measure one table. Garbage collections do not visit what is left of the tables before it."""
    gc.collect()
    gc.freeze()
    afresh = _played(lambda: opening(text), seconds / 2)
    position = warm(text)
    again = _played(lambda: position, seconds)
    figures = _rate(again), _rate(afresh), _simulated(text, GAMES), _simulated(text, MANY_GAMES)
    return f"| {name} | {' | '.join(f'{figure:.1f}' for figure in figures)} |"


def _simulated(text: str, games: int) -> float:
    """Return the games per second of a simulation."""
    scenario = loads(text, vocabulary).scenario
    start = process_time()
    simulate(scenario, n=games, seed=1, workers=1, way="games", budget=None, phases=1)
    return games / (process_time() - start)


def _shares(name: str, text: str, seconds: float, clauses: int) -> str:
    """Play a position repeatedly for some seconds, and return a line of the table, followed by the slowest clauses."""
    position = warm(text)
    again = _played(lambda: position, seconds)
    by_clause = sum((one.clauses for one in again), Counter[str]())
    whole = sum(by_clause.values())
    titles = {str(key): title for title, keys in ruleset_named(position.state.setup.ruleset).sequence for key in keys}
    by_step: Counter[str] = Counter()
    for key, took in by_clause.items():
        by_step[titles.get(key, "else")] += took
    most = ", ".join(f"{title} {took / whole:.0%}" for title, took in by_step.most_common(MOST))
    line = f"| {name} | {most} | {sum(one.answers for one in again) / whole:.0%} |"
    return "\n".join([line, *[f"    {took / whole:6.1%}  {key}" for key, took in by_clause.most_common(clauses)]])


def _played(position: Callable[[], Position], seconds: float) -> list[Played]:
    """Play phases for some seconds, and return the phases that had a charge."""
    played: list[Played] = []
    until, seed = perf_counter() + seconds, 1
    while perf_counter() < until or not played:
        one = play(position(), seed)
        seed += 1
        if one.has_charged:
            played.append(one)
    return played


def _rate(played: list[Played]) -> float:
    return len(played) / sum(one.seconds for one in played)


if __name__ == "__main__":
    main()
