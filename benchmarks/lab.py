"""Playtests of unit files: `make bench-lab`, or one of them by name.

    python -m benchmarks.lab [matchup] [points]

Times are those of the processor, on one core, imports not counted.
"""

import sys
from time import process_time

from pilein.lab.units import Units
from pilein.playtest.matchups import matchup
from pilein.playtest.points import fair_points

TEN = "examples/scrollhammer/units/ten.toml"
THREE = "examples/scrollhammer/units/units.toml"


def main() -> None:
    """Measure what is named, or all, and print it."""
    print("| playtest | seconds | target | exact |")
    print("| --- | ---: | ---: | --- |")
    measuring = {"matchup": _matchup, "points": _points}
    for name in sys.argv[1:] or measuring:
        print(measuring[name](), flush=True)


def _matchup() -> str:
    start = process_time()
    found = matchup(Units.load(TEN), budget="none")
    seconds = process_time() - start
    duels = found.to_dict()
    exact = sum(one["games"] == 0 for one in duels)
    return f"| all {len(found.units) ** 2} pairs of ten units, three modes | {seconds:.0f} | 60 | {exact} of {len(duels)} |"


def _points() -> str:
    start = process_time()
    found = fair_points(Units.load(THREE), budget="none")
    seconds = process_time() - start
    return f"| fair points of {len(found.units)} units and an option | {seconds:.0f} | | |"


if __name__ == "__main__":
    main()
