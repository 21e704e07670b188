"""Compute fair points: numbers of models for even fights, and the value of a model and an option.

Prices are the best fit to these numbers, and keep the sum of the prices in the unit file.
"""

import argparse

from pilein.cli import fight_options
from pilein.cli.lab import playtests
from pilein.cli.lab.matchup import modes, show

GAMES = 1_000
LIMIT = "5min,1GB"  # each pair is solved for several numbers of models
MODES_HELP = "roles to average over: charging,charged,standing (default: charging,charged)"
BOTH = "charging,charged"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein lab points`."""
    playtests.add_units(parser, MODES_HELP, BOTH)
    parser.add_argument("--no-options", action="store_true", help="leave out the value of options")
    playtests.add_duels(parser, GAMES, LIMIT)
    playtests.add_keep(parser)
    playtests.add_csv(parser)
    parser.add_argument("--plot", metavar="FILE.svg", help="draw the prices")


def run(arguments: argparse.Namespace) -> int:
    """Even out every pair of units, print and draw the prices, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.cli.progress import progress
    from pilein.playtest.points import fair_points

    playtests.assert_writable(arguments, "keep", "csv", "plot")
    with playtests.going_on(arguments), progress("pairs") as report:
        found = fair_points(
            arguments.units,
            *arguments.names,
            modes=modes(arguments.modes),
            upgrades=not arguments.no_options,
            policy=playtests.policies(arguments.play),
            phases=fight_options.phases(arguments.phases),
            games=arguments.games,
            progress=report,
            **playtests.options(arguments),
        )
    return show(arguments, found)
