"""Compute the numbers of models that make fights even, and from these numbers a fair price for each model and option.

The prices are the best fit to these numbers. The sum of all prices remains as it is in the unit file.
"""

import argparse

from pilein.cli.answers import add_keep, add_outputs, answered
from pilein.cli.lab import playtests

GAMES = 1_000
LIMIT = "5min,1GB"  # each pair is solved for several numbers of models
MODES_HELP = "roles to average over: charging,charged,standing (default: charging,charged)"
BOTH = "charging,charged"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein lab points`."""
    playtests.add_units(parser, MODES_HELP, BOTH)
    parser.add_argument("--no-options", action="store_true", help="do not compute the value of options")
    playtests.add_duels(parser, GAMES, LIMIT)
    add_keep(parser)
    add_outputs(parser, "draw the prices")


def run(arguments: argparse.Namespace) -> int:
    """Find the numbers of models that make every pair of units even, print and draw the prices, and return the exit
    code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.lab.points import fair_points

    asked = playtests.options(arguments, upgrades=not arguments.no_options)
    return answered(arguments, fair_points, arguments.units, *arguments.names, counted="pairs", **asked)
