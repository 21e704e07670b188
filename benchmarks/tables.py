"""Tables to measure, as scenario files: two units of twenty models, four units in one multiple charge, and scenarios of
games other than Scrollhammer.
"""

from collections.abc import Callable

from benchmarks.games import scorched_line, wab_blocks, warstrike_lines, wwpd_lines
from tests.lab.troops import GUARD, REAVER

HEAD = """\
ruleset = "scrollhammer"
active = "red"
"""
TABLE = """\
[table]
width = 48
depth = 48
"""
APART = 3.5  # inches between the lines: 35 of 36 charges get there
SPACED = 1.5  # inches from centre to centre of skirmishers
MIDDLE = 24.0


def _top(base: str) -> str:
    return HEAD + (GUARD + REAVER).format(base=base) + TABLE


def _named(side: str, name: str, formation: str) -> str:
    profile = "guard" if side == "red" else "reaver"
    return (
        f'[[unit]]\nname = "{name}"\nside = "{side}"\nprofile = "{profile}"\nmodels = 20\n'
        f'formation = "{formation}"\nweapons = ["hand weapon"]\n'
    )


def _skirmishers(side: str, name: str, middle: float = MIDDLE) -> str:
    """Return twenty models in two rows. Red models start at the middle of the table and face up, and blue models face
    down.
    """
    ahead = -1 if side == "red" else 1
    rows = (MIDDLE + ahead * (APART / 2 + 0.5 + SPACED * row) for row in range(2))
    places = [f"[{middle + SPACED * (file - 4.5)}, {y}]" for y in rows for file in range(10)]
    facing = 0 if side == "red" else 180
    return _named(side, name, "skirmish") + f"facing = {facing}\npositions = [{', '.join(places)}]\n"


def _block(side: str, name: str) -> str:
    """Return a block of five files with four models each."""
    y, facing = (MIDDLE - APART / 2, 0) if side == "red" else (MIDDLE + APART / 2, 180)
    return _named(side, name, "ranks") + f"place = {{ x = {MIDDLE}, y = {y}, facing = {facing}, files = 5 }}\n"


def round_skirmishers() -> str:
    """Return a scenario of twenty skirmishers against twenty, on round bases."""
    return _top("1in") + _skirmishers("red", "guards") + _skirmishers("blue", "reavers")


def square_skirmishers() -> str:
    """Return a scenario of twenty skirmishers against twenty, on square bases."""
    return _top("1in square") + _skirmishers("red", "guards") + _skirmishers("blue", "reavers")


def blocks() -> str:
    """Return a scenario of two blocks of five files by four ranks."""
    return _top("1in square") + _block("red", "guards") + _block("blue", "reavers")


def skirmishers_on_block() -> str:
    """Return a scenario of twenty skirmishers against a block of five files by four ranks."""
    return _top("1in square") + _skirmishers("red", "guards") + _block("blue", "reavers")


def four_units() -> str:
    """Return two units of twenty skirmishers that charge two other units, each naming both."""
    left, right = MIDDLE - 8, MIDDLE + 8
    reds = _skirmishers("red", "guards", left) + _skirmishers("red", "spears", right)
    return _top("1in square") + reds + _skirmishers("blue", "reavers", left) + _skirmishers("blue", "raiders", right)


TABLES: dict[str, Callable[[], str]] = {
    "20 v 20 skirmishers, round bases": round_skirmishers,
    "20 v 20 skirmishers, square bases": square_skirmishers,
    "5x4 block v 5x4 block": blocks,
    "20 skirmishers v 5x4 block": skirmishers_on_block,
    "four units of 20, one multiple charge": four_units,
    "WarStrike, 20 v 20": warstrike_lines,
    "WWPD, 20 v 20": wwpd_lines,
    "Scorched, 20 v 20": scorched_line,
    "WAB, a turn of 5x4 v 5x4": wab_blocks,
}
