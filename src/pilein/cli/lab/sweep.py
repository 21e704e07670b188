"""Compute the odds of a fight for each value of one or two numbers, exactly or by playing games with shared dice."""

import argparse

from pilein.cli.answers import add_keep, add_outputs, answered
from pilein.cli.lab import playtests
from pilein.cli.lab.playtests import add_games
from pilein.cli.readings import add_readings, pairs_in, readings
from pilein.lab.altering import value_in
from pilein.lab.files import BadFile

GAMES = 2_000
OVER_HELP = (
    "a key and its values (2..6, 2..12:2 in steps, or a list with commas); the key is a number in the rules\n"
    "(SH-CR-04=0..3), a ruling (SH-R-19=default,gap), or a key of the scenario file (units.guards.models=5..20:5);\n"
    "give the option once or twice"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein lab sweep`."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="a scenario file (.toml)")
    add("--over", metavar="KEY=2..6", action="append", default=[], help=OVER_HELP)
    playtests.add_play(parser)
    add_readings(parser)
    playtests.add_way(parser)
    add_games(parser, GAMES, "at each point, if sampled")
    add_keep(parser)
    add_outputs(parser, "draw a curve, or over two keys a heat map")


def run(arguments: argparse.Namespace) -> int:
    """Compute the odds for every value, then print and write the requested results, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.lab.sweeping import sweep

    asked = playtests.options(arguments, rulings=readings(arguments))
    return answered(arguments, sweep, arguments.scenario, over(arguments), counted="points", **asked)


def over(arguments: argparse.Namespace) -> dict[str, list[object]]:
    """Return the keys to sweep over, each with its values.

    Raises:
        BadFile: the values are malformed, or a key is given twice.
    """
    from pilein.lab.sweeping import values_in

    written = pairs_in(arguments.over, "--over", "a key with its values", "SH-CR-04=0..3")
    found: dict[str, list[object]] = {
        key: [value_in(one) for one in values_in(words)] for key, words in written.items()
    }
    for key, values in found.items():
        if not values:
            remedy = "write values in the form 2..6 or 2,4,6"
            raise BadFile(f"no values are given for {key}", key="--over", remedy=remedy)
    return found
