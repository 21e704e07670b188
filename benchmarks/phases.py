"""How many phases a second one core plays, and where the time goes. Run by `make bench`.

Times are those of the processor. A phase is a whole charge and fight with dice, pile-ins, saves, result and moves; one
in which nobody gets to charge is left out. `again` plays it from one position over and over, as simulation does, so
that much of what is reckoned has been reckoned before; `afresh` loads the position anew for every phase. The shares are
those of `again`; `answers` is the share of finding the legal answers and choosing among them, wherever it falls. The
figures of docs/performance.md come from here. `--fast` compares the compiled geometry (`make fast`) with the plain.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterable
from time import perf_counter

from benchmarks import compiled
from benchmarks.battles import battles
from benchmarks.compiled import compared
from benchmarks.playing import PARTS, Played, opening, play
from benchmarks.singles import singles
from benchmarks.tables import TABLES
from pilein.kernel.position import Position

HEAD = ("table", "again/s", "afresh/s", *(part for part, _ in PARTS), "answers")


def main() -> None:
    """Measure all tables and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each table is played")
    parser.add_argument("--only", default="", help="tables whose name has this")
    parser.add_argument("--clauses", type=int, default=0, help="show so many of the dearest clauses")
    parser.add_argument("--fast", action="store_true", help="plain and compiled geometry beside each other")
    given = parser.parse_args()
    tables = {name: text() for name, text in TABLES.items() if given.only in name}
    if given.fast:
        _print_table(compiled.HEAD, (compared(name) for name in tables))
    else:
        _print_table(HEAD, (_measured(name, text, given.seconds, given.clauses) for name, text in tables.items()))
        if not given.only:
            print()
            singles()
            print()
            battles()


def _print_table(head: Iterable[str], lines: Iterable[str]) -> None:
    """Print a head and lines, each as soon as it is known."""
    names = tuple(head)
    print(f"| {' | '.join(names)} |\n|{' --- |' * len(names)}")
    for line in lines:
        print(line, flush=True)


def _measured(name: str, text: str, seconds: float, clauses: int) -> str:
    """The line of a table, played for some seconds in each way; below it the dearest clauses."""
    afresh = _played(lambda: opening(text), seconds / 2)
    position = opening(text)
    _played(lambda: position, seconds / 2)
    again = _played(lambda: position, seconds)
    parts = _summed([one.parts for one in again])
    clocked = sum(parts.values()) - parts["answers"]
    shares = (f"{parts[part] / clocked:.0%}" for part in HEAD[3:])
    line = f"| {name} | {_rate(again):.1f} | {_rate(afresh):.1f} | {' | '.join(shares)} |"
    dearest = _summed([one.clauses for one in again]).most_common(clauses)
    return "\n".join([line, *[f"    {took / clocked:6.1%}  {key}" for key, took in dearest]])


def _played(position: Callable[[], Position], seconds: float) -> list[Played]:
    """Play phases for some seconds; return those in which somebody charged."""
    played: list[Played] = []
    until, seed = perf_counter() + seconds, 1
    while perf_counter() < until or not played:
        one = play(position(), seed)
        seed += 1
        if one.has_charged:
            played.append(one)
    return played


def _rate(played: list[Played]) -> float:
    """Phases a second."""
    return len(played) / sum(one.seconds for one in played)


def _summed(counters: list[Counter[str]]) -> Counter[str]:
    return sum(counters, Counter())


if __name__ == "__main__":
    main()
