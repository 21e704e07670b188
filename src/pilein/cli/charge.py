"""Compute the odds of a charge from each distance: arrival, flight of the target, and losses on both sides."""

import argparse
import re

from pilein.cli import odds_options
from pilein.cli.answers import add_outputs, answered
from pilein.cli.odds_options import add_limit
from pilein.cli.readings import add_readings
from pilein.kernel.nearest import shortened
from pilein.lab.files import BadFile

MOST = 100  # inches; also the number of distances
PLAIN = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein charge`."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="a scenario file (.toml) with a table")
    add("--from", metavar="UNIT", dest="unit", help="the charging unit (default: the only unit on the active side)")
    add("--at", metavar="UNIT", dest="target", help="its target (default: the only enemy unit)")
    add(
        "--distances",
        metavar="1..12",
        default="1..12",
        help="distances in inches, such as 1..12 or 3,5.5,8 (default: 1..12)",
    )
    odds_options.add_play(parser)
    add_readings(parser)
    add_limit(parser)
    add_outputs(parser, "draw the odds")


def run(arguments: argparse.Namespace) -> int:
    """Print and draw the odds of the charge from each distance, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.lab.charges import charge

    scenario, asked = odds_options.question(arguments)
    between = (scenario, arguments.unit, arguments.target)
    asked |= {"distances": distances(arguments.distances)}
    return answered(arguments, charge, *between, counted="distances", scenario=scenario, **asked)


def distances(words: str) -> tuple[float, ...]:
    """Parse distances in inches, written `1..12` or `3,5.5,8`.

    Raises:
        BadFile: the distances are malformed or too large, or there are too many of them.
    """
    first, dots, last = words.partition("..")
    if dots and _is_whole(first) and _is_whole(last):
        found: tuple[float, ...] = tuple(range(int(first), int(last) + 1))
    else:
        found = tuple(_number(part) for part in words.split(","))
    if not 0 < len(found) <= MOST or not all(0 <= inches <= MOST for inches in found):
        remedy = f"give at most {MOST} distances from 0 to {MOST} inches, like 1..12"
        raise BadFile(f"{shortened(words)!r} is not a list or range of distances", key="--distances", remedy=remedy)
    return found


def _is_whole(words: str) -> bool:
    return words.isascii() and words.isdigit() and len(words) <= len(str(MOST))


def _number(words: str) -> float:
    return float(words) if PLAIN.fullmatch(words) else -1.0
