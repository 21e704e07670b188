"""How many phases a second one core plays, and where the time goes. Run by `make bench`.

Times are those of the processor. A phase is a whole charge and fight with dice, pile-ins, saves, result and moves; one
in which nobody gets to charge is left out. `again` plays it from one position over and over, as simulation does, so
that much of what is reckoned has been reckoned before; `afresh` loads the position anew for every phase. The shares are
those of `again`; `answers` is the share of finding the legal answers and choosing among them, wherever it falls. The
figures of docs/performance.md come from here.
"""

import argparse
from collections import Counter
from collections.abc import Callable
from time import perf_counter

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
    given = parser.parse_args()
    print("| " + " | ".join(HEAD) + " |")
    print("|" + " --- |" * len(HEAD))
    for name, text in TABLES.items():
        if given.only in name:
            _measure(name, text(), given.seconds, given.clauses)
    if not given.only:
        print()
        singles()


def _measure(name: str, text: str, seconds: float, clauses: int) -> None:
    """Play a table for some seconds in each way and print its line."""
    afresh = _played(lambda: opening(text), seconds / 2)
    position = opening(text)
    _played(lambda: position, seconds / 2)
    again = _played(lambda: position, seconds)
    parts = _summed([one.parts for one in again])
    clocked = sum(parts.values()) - parts["answers"]
    shares = (f"{parts[part] / clocked:.0%}" for part in HEAD[3:])
    print(f"| {name} | {_rate(again):.1f} | {_rate(afresh):.1f} | {' | '.join(shares)} |")
    for key, took in _summed([one.clauses for one in again]).most_common(clauses):
        print(f"    {took / clocked:6.1%}  {key}")


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
