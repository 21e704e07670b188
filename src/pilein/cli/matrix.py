"""Compare all weapons in a ruleset: for each pair of weapons, compute the exact odds of one unit against another."""

import argparse

from pilein.cli.answers import answered
from pilein.cli.odds_options import add_question, question

VARY_HELP = (
    "equipment to vary in both units, separated by commas: weapons, shields, armour, mixtures (half of the models\n"
    "with other weapons) (default: weapons)"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein matrix`."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="a scenario file (.toml) with one unit a side, in the press")
    add("--vary", metavar="weapons,shields", default="weapons", help=VARY_HELP)
    add_question(parser, "draw the matrix", "solve in fractions; slow with --phases end")


def run(arguments: argparse.Namespace) -> int:
    """Compute, print and optionally draw the matrix, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.lab.matrix import matrix

    scenario, asked = question(arguments)
    return answered(arguments, matrix, scenario, counted="cells", scenario=scenario, vary=arguments.vary, **asked)
