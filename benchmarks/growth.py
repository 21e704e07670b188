"""Measure how the cost of exact odds grows with the size of units and with their number.

    python -m benchmarks.growth [plain] [free] [units]

Each line is measured in a separate program. Times are CPU times, and memory is the program's peak minus its use at
the start. Exponents are slopes of the straight line through the logarithms, from the second line of a table on. The
figures of docs/odds-growth.md come from here.
"""

import sys
from collections.abc import Callable, Sequence
from math import log

from benchmarks.cold import Figures, measured

SHAPES = ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2))
LEAST = 5  # models in each of several units
TABLES = (
    ("plain", (5, 10, 20, 40, 80)),  # two units, frontage 5: five of each side are in contact
    ("free", (5, 10, 20, 40)),  # two units, no limit to the frontage: all are in contact
)
HEAD = "| {} | states | transitions | clauses run | compiled and solved, s | solving alone, s | memory, MB |"


def main() -> None:
    """Measure and print the named tables, or all tables."""
    named = sys.argv[1:] or [*(kind for kind, _ in TABLES), "units"]
    for kind, sizes in TABLES:
        if kind in named:
            _by_size(kind, sizes)
    if "units" in named:
        _by_units()


def _by_size(kind: str, sizes: Sequence[int]) -> None:
    print(HEAD.format("models in each unit") + "\n|" + " ---: |" * 7)
    found: list[tuple[int, Figures]] = []
    for size in sizes:
        figures = measured(kind, str(size), turns=1)
        print(_line(str(size), figures), flush=True)
        if figures.fault:
            break
        found.append((size, figures))
    print(_exponents(found[1:]))


def _by_units() -> None:
    print(HEAD.format(f"units of {LEAST}") + "\n|" + " ---: |" * 7)
    for red, blue in SHAPES:
        print(_line(f"{red} v {blue}", measured("units", str(LEAST), str(red), str(blue), turns=1)), flush=True)


def _line(name: str, one: Figures) -> str:
    if one.fault:
        return f"| {name} | {one.fault} | | | | | |"
    counts = f"{one.positions:,} | {one.ways:,} | {one.runs:,}"
    return f"| {name} | {counts} | {one.seconds:.3f} | {one.solving:.3f} | {one.megabytes:.0f} |"


def _exponents(found: Sequence[tuple[int, Figures]]) -> str:
    columns: tuple[Callable[[Figures], float], ...] = (
        lambda one: one.positions,
        lambda one: one.ways,
        lambda one: one.runs,
        lambda one: one.seconds,
        lambda one: one.solving,
        lambda one: one.megabytes,
    )
    words = [f"{_exponent([(size, column(one)) for size, one in found]):.1f}" for column in columns]
    return "| exponent | " + " | ".join(words) + " |"


def _exponent(points: Sequence[tuple[float, float]]) -> float:
    """Return the slope of the straight line through the logarithms, or 0 if there are too few points."""
    logs = [(log(one), log(other)) for one, other in points if other > 0]
    if len(logs) < 2:  # noqa: PLR2004 - a line takes two points
        return 0.0
    middle = sum(one for one, _ in logs) / len(logs)
    height = sum(other for _, other in logs) / len(logs)
    rises = sum((one - middle) * (other - height) for one, other in logs)
    return rises / sum((one - middle) * (one - middle) for one, _ in logs)


if __name__ == "__main__":
    main()
