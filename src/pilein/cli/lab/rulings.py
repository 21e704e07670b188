"""Try every option of every ruling that comes up in a fight, and compare the results with those of the
unchanged fight.

Fights in the press are solved. On a table, each game is played with the same dice under every option.
"""

import argparse

from pilein.cli.answers import add_keep, add_outputs, answered
from pilein.cli.lab import playtests
from pilein.cli.readings import add_readings, readings

GAMES = 400


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein lab rulings`."""
    playtests.add_fights(parser)
    add_readings(parser)
    parser.add_argument("--exact", action="store_true", help="solve in fractions")
    playtests.add_games(parser, GAMES, "of a fight that is too large to solve")
    add_keep(parser)
    add_outputs(parser, "draw the effects")


def run(arguments: argparse.Namespace) -> int:
    """Try every option, print and draw the effects, largest first, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.lab.rulings import rulings

    asked = playtests.options(arguments, rulings=readings(arguments))
    return answered(arguments, rulings, arguments.scenarios, counted="options or games", **asked)
