"""Show which sentences and rulings of a rules text are used in games, and which of them change the result.

From the first use of a sentence onwards, the game is also played without that sentence, with the same dice, to see
whether the result changes.
"""

import argparse

from pilein.cli.answers import add_keep, add_outputs, answered
from pilein.cli.lab import playtests
from pilein.cli.parsing import whole
from pilein.cli.readings import add_readings, readings

GAMES = 100
RANDOM_HELP = "play N random fights for a ruleset; give its name instead of scenarios"
TRIES_HELP = (
    "number of games in which each sentence and option is tried; 0: only count uses\n"
    "(default: as many as take about as long as the games themselves)"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein lab coverage`."""
    playtests.add_fights(parser)
    add_readings(parser)
    playtests.add_games(parser, GAMES, "of each fight")
    add = parser.add_argument
    add("--random", type=whole("--random", 1, playtests.MOST_FIGHTS), metavar="N", help=RANDOM_HELP)
    add("--tries", type=whole("--tries", 0, playtests.MOST_GAMES), metavar="N", help=TRIES_HELP)
    add_keep(parser)
    add("--html", metavar="FILE.html", help="write the rulebook as a page, coloured sentence by sentence")
    add_outputs(parser, "draw the coverage of each section")


def run(arguments: argparse.Namespace) -> int:
    """Play the games, then print and write the coverage, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.lab.coverage import coverage
    from pilein.lab.random_fights import random_fights

    scenarios = arguments.scenarios
    if arguments.random is not None:
        scenarios = random_fights(*scenarios, n=arguments.random, seed=arguments.seed)
    asked = playtests.options(arguments, rulings=readings(arguments))
    return answered(arguments, coverage, scenarios, **asked)
