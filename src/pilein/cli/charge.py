"""Compute the odds of a charge by distance: arrival, flight of the target, losses on both sides."""

import argparse
import re
import sys

from pilein.cli import odds_options
from pilein.cli.interrupts import INTERRUPTIONS
from pilein.cli.odds_options import add_limit
from pilein.cli.readings import add_readings, fixed, readings, say_hints, text_entry, text_notes
from pilein.cli.save_files import assert_writable
from pilein.kernel.nearest import in_one_line, shortened
from pilein.lab.files import BadFile, write
from pilein.lab.scenarios import load

MOST = 100  # inches; also the number of distances
PLAIN = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein charge`."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="a scenario file (.toml) with a table")
    add("--from", metavar="UNIT", dest="unit", help="the unit that charges (default: the only unit of the active side)")
    add("--at", metavar="UNIT", dest="target", help="its target (default: the only enemy unit)")
    add("--distances", metavar="1..12", default="1..12", help="inches, like 1..12 or 3,5.5,8 (default: 1..12)")
    odds_options.add_play(parser)
    add_readings(parser)
    add_limit(parser)
    add("--plot", metavar="FILE.svg", help="draw the odds")


def run(arguments: argparse.Namespace) -> int:
    """Print and draw the odds of the charge from each distance, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.cli.progress import progress
    from pilein.lab.charges import charge

    scenario = load(arguments.scenario, readings(arguments))
    assert_writable(arguments, ("plot",))
    policies, inches = odds_options.policies(arguments.play, scenario), distances(arguments.distances)
    with progress("distances") as report:
        found = charge(
            scenario,
            arguments.unit,
            arguments.target,
            distances=inches,
            policy=policies,
            fixed=fixed(arguments, scenario),
            progress=report,
            budget=arguments.limit,
        )
    say_hints(found.hints)
    if arguments.plot:
        write(arguments.plot, found.to_svg())
    if arguments.json:
        from pilein.lab.document import printed

        sys.stdout.write(printed({**found.document(), **text_entry(scenario)}))
        return INTERRUPTIONS.code if found.is_interrupted else 0
    from pilein.cli.figures_output import show_tables

    written = [f"written: {in_one_line(arguments.plot)}"] if arguments.plot else []
    notes = [*found.note.splitlines(), *text_notes(scenario), *written]
    one, other = (side.name for side in scenario.sides)
    show_tables(found.sections(), notes, (one, other), {unit.name: unit.side for unit in scenario.units})
    return INTERRUPTIONS.code if found.is_interrupted else 0


def distances(words: str) -> tuple[float, ...]:
    """Parse distances in inches, written `1..12` or `3,5.5,8`.

    Raises:
        BadFile: the distances are malformed, too many or too large.
    """
    first, dots, last = words.partition("..")
    if dots and _is_whole(first) and _is_whole(last):
        found: tuple[float, ...] = tuple(range(int(first), int(last) + 1))
    else:
        found = tuple(_number(part) for part in words.split(","))
    if not 0 < len(found) <= MOST or not all(0 <= inches <= MOST for inches in found):
        remedy = f"give at most {MOST} distances from 0 to {MOST} inches, like 1..12"
        raise BadFile(f"{shortened(words)!r} are not distances", key="--distances", remedy=remedy)
    return found


def _is_whole(words: str) -> bool:
    return words.isascii() and words.isdigit() and len(words) <= len(str(MOST))


def _number(words: str) -> float:
    return float(words) if PLAIN.fullmatch(words) else -1.0
