"""Measure the cost of importing army catalogues: `python -m benchmarks.importing FILE...` prints a row for
each file.
"""

import sys
from pathlib import Path
from time import process_time

import pilein

RULESETS = ("scrollhammer", "wab")
TURNS = 3


def main(files: list[str]) -> int:
    """Print the CPU seconds of the fastest of several imports. Importing Python modules is not counted."""
    print("| catalogue | kilobytes | profiles | " + " | ".join(f"{name}, units | s" for name in RULESETS) + " |")
    print("| --- | ---: | ---: |" + " ---: | ---: |" * len(RULESETS))
    for file in files:
        cells = [Path(file).name, f"{Path(file).stat().st_size // 1000}"]
        for ruleset in RULESETS:
            pilein.import_units(file, ruleset=ruleset)
            seconds, found = min((_timed(file, ruleset) for _ in range(TURNS)), key=lambda one: one[0])
            cells += [str(len(found.report.of("profile")))] if ruleset == RULESETS[0] else []
            cells += [str(len(found.units.names) if found.units is not None else 0), f"{seconds:.2f}"]
        print(f"| {' | '.join(cells)} |")
    return 0


def _timed(file: str, ruleset: str) -> tuple[float, pilein.Imported]:
    began = process_time()
    found = pilein.import_units(file, ruleset=ruleset)
    return process_time() - began, found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
