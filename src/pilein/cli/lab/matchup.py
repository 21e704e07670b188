"""Match every unit in a unit file against every other in the press, and show winners, strengths and surprising
pairs.

Odds are exact; a duel with too many positions is sampled.
"""

import argparse

from pilein.cli.answers import add_keep, add_outputs, answered
from pilein.cli.lab import playtests
from pilein.cli.parsing import whole
from pilein.tabletop.notation.members import MOST_IN_UNIT

GAMES = 1_000
MOST_POINTS = 1_000_000
MODES_HELP = "the unit charges, is charged, or neither: charging,charged,standing (default: all three modes)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein lab matchup`."""
    playtests.add_units(parser, MODES_HELP)
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument(
        "--models", type=whole("--models", 1, MOST_IN_UNIT), metavar="N", help="number of models in each unit"
    )
    words = "give each unit as many models as N points buy"
    sizes.add_argument("--points", type=whole("--points", 1, MOST_POINTS), metavar="N", help=words)
    playtests.add_duels(parser, GAMES)
    add_keep(parser)
    add_outputs(parser, "draw the matrix of all pairs")


def run(arguments: argparse.Namespace) -> int:
    """Let every pair of units fight, print and draw the results, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.lab.matchups import matchup

    asked = playtests.options(arguments)
    return answered(arguments, matchup, arguments.units, *arguments.names, counted="pairs", **asked)
