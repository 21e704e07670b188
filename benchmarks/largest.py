"""Measure the largest battles, one phase each, from the command line: `python -m benchmarks.largest [--only NAME]`.

Seconds are CPU seconds of the whole program, its start included. Megabytes are the program's peak.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.battles import MEASURING, ROOT
from benchmarks.phases import print_table

PROFILES = {
    "scrollhammer": "WS = 4\nS = 3\nT = 3\nW = 1\nI = 4\nA = 1\nLd = 8\nSv = 4",
    "warstrike": "Mv = 6\nWS = 3\nStr = 3\nAr = 2\nLd = 2\nNv = 3",
    "scorched": "WS = 5\nW = 3\nS = 4\nT = 4\nSv = 3\npoints = 60",
    "wwpd": "skill = 3\nrate = 2\ntoughness = 1\nLd = 4",
    "wab": 'M = 4\nWS = 4\nS = 3\nT = 3\nI = 3\nA = 1\nLd = 8\narmour = "heavy"',
}
LOOSE = {"scrollhammer": 'formation = "skirmish"', "wab": 'formation = "skirmish"'}
ARMED = {"warstrike": 'weapons = ["close combat weapon"]'}
PRESSES = ((500, 1), (500, 2))  # models per unit, units per side
PER_ROW, MODELS, SPACED = 10, 10, 1.5
WIDE, UNITS = 190, 100  # inches; units per side


def main() -> None:
    """Play the battles and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default="", help="battles whose name has this")
    only = parser.parse_args().only
    found = ((name, text) for name, text in _battles() if only in name)
    print_table(("battle", "seconds", "megabytes"), (_line(name, text) for name, text in found))


def _battles() -> Iterator[tuple[str, str]]:
    for models, units in PRESSES:
        for ruleset in PROFILES:
            yield f"{ruleset}, {2 * units} units of {models} in the press", _press(ruleset, models, units)
    for ruleset in PROFILES:
        yield f"{ruleset}, {2 * UNITS} loose units of {MODELS} on a table", _table(ruleset)


def _head(ruleset: str) -> list[str]:
    return [f'ruleset = "{ruleset}"', 'active = "red"', "[profiles.man]", PROFILES[ruleset], 'base = "25mm"']


def _unit(ruleset: str, side: str, number: int, models: int) -> list[str]:
    lines = ["[[unit]]", f'name = "{side} {number}"', f'side = "{side}"', 'profile = "man"', f"models = {models}"]
    return [*lines, LOOSE.get(ruleset, ""), ARMED.get(ruleset, "")]


def _press(ruleset: str, models: int, units: int) -> str:
    lines = _head(ruleset)
    for side in ("red", "blue"):
        for number in range(units):
            lines += _unit(ruleset, side, number, models)
    pairs = ", ".join(f'["red {one}", "blue {other}"]' for one in range(units) for other in range(units))
    return "\n".join([*lines, "[press]", f"pairs = [{pairs}]"])


def _table(ruleset: str) -> str:
    """Return lines of units, rank behind rank, with the first ranks some inches apart."""
    lines = _head(ruleset)
    for side, sign in (("red", -1), ("blue", 1)):
        for number in range(UNITS):
            row, column = divmod(number, PER_ROW)
            x, y = 8 + column * (PER_ROW + 1) * SPACED, 100 + sign * (2 + row * 4)
            places = ", ".join(f"[{x + SPACED * model}, {y}]" for model in range(MODELS))
            facing = 0 if side == "red" else 180
            lines += [*_unit(ruleset, side, number, MODELS), f"facing = {facing}", f"positions = [{places}]"]
    return "\n".join([*lines, "[table]", f"width = {WIDE}", "depth = 200"])


def _line(name: str, text: str) -> str:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "battle.toml"
        path.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "pilein.cli.main", "fight", str(path), "--seed", "1", "--json"]
        run = [sys.executable, "-c", MEASURING, *command]
        done = subprocess.run(run, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT)  # noqa: S603 - our own
    seconds, kilobytes = map(float, done.stdout.split())
    return f"| {name} | {seconds:.1f} | {kilobytes / 1024:.0f} |"


if __name__ == "__main__":
    main()
