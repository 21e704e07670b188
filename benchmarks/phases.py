"""How many phases a second one core plays, and where the time goes. Run by `make bench`.

Times are those of the processor. A phase is a whole charge and fight with dice, pile-ins, saves, result and moves; one
in which nobody gets to charge is left out. `answers` is the share of finding the legal answers and choosing among them,
wherever it falls. The figures of docs/performance.md come from here.
"""

import argparse
from collections import Counter
from importlib.util import find_spec
from time import perf_counter

from benchmarks.playing import PARTS, Played, opening, play
from benchmarks.singles import singles
from benchmarks.tables import TABLES

COMPILED = "pilein.geometry.compiled"  # what the extra `fast` brings
HEAD = ("table", "phases/s", "ms", *(part for part, _ in PARTS), "answers")


def main() -> None:
    """Measure all tables and print them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="how long each table is played")
    parser.add_argument("--only", default="", help="tables whose name has this")
    parser.add_argument("--clauses", type=int, default=0, help="show so many of the dearest clauses")
    given = parser.parse_args()
    print(f"compiled geometry (extra `fast`): {'installed' if _has_fast() else 'not there, plain Python measured'}\n")
    print("| " + " | ".join(HEAD) + " |")
    print("|" + " --- |" * len(HEAD))
    for name, text in TABLES.items():
        if given.only in name:
            _measure(name, text(), given.seconds, given.clauses)
    if not given.only:
        print()
        singles()


def _has_fast() -> bool:
    return find_spec(COMPILED) is not None and find_spec("numba") is not None


def _measure(name: str, text: str, seconds: float, clauses: int) -> None:
    """Play a table for some seconds and print its line."""
    position = opening(text)
    play(position, 0)
    played: list[Played] = []
    until, seed = perf_counter() + seconds, 1
    while perf_counter() < until or not played:
        one = play(position, seed)
        seed += 1
        if one.has_charged:
            played.append(one)
    total = sum(one.seconds for one in played)
    parts = _summed([one.parts for one in played])
    clocked = sum(parts.values()) - parts["answers"]
    shares = (f"{parts[part] / clocked:.0%}" for part in HEAD[3:])
    print(f"| {name} | {len(played) / total:.1f} | {1000 * total / len(played):.1f} | {' | '.join(shares)} |")
    for key, took in _summed([one.clauses for one in played]).most_common(clauses):
        print(f"    {took / clocked:6.1%}  {key}")


def _summed(counters: list[Counter[str]]) -> Counter[str]:
    return sum(counters, Counter())


if __name__ == "__main__":
    main()
