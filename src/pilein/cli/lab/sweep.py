"""Compute the odds of a fight over the values of one or two numbers: a curve or a heat map, exact or on shared dice."""

import argparse

from pilein.cli import fight_options
from pilein.cli.lab import playtests
from pilein.cli.lab.playtests import add_csv, add_games, add_keep
from pilein.cli.lab.results import shown
from pilein.cli.readings import add_readings, answers, pairs_in, readings
from pilein.lab.files import BadFile
from pilein.playtest.altering import value_in

GAMES = 2_000
OVER_HELP = (
    "a key and its values: 2..6, 2..12:2 (in steps), or a list with commas; a number of the rules text\n"
    "(SH-CR-04=0..3), a ruling (SH-R-19=default,gap), or a key of the scenario file (units.guards.models=5..20:5);\n"
    "once or twice"
)
WAY_HELP = "exact, sampled, or auto: exact if that is less work (default: auto)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein lab sweep`."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="a scenario file (.toml)")
    add("--over", metavar="KEY=2..6", action="append", default=[], help=OVER_HELP)
    add("--phases", metavar="N|end", default=fight_options.END, help=playtests.PHASES_HELP)
    add("--play", metavar="red=first,blue=sensible", default="", help=playtests.PLAY_HELP)
    add_readings(parser)
    add("--way", metavar="auto|exact|sampled", default="auto", help=WAY_HELP)
    add_games(parser, GAMES, "at each point, if sampled")
    add_keep(parser)
    add_csv(parser)
    add("--plot", metavar="FILE.svg", help="draw a curve, or over two keys a heat map")


def run(arguments: argparse.Namespace) -> int:
    """Compute every point, then print and write the requested results, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.cli.progress import progress
    from pilein.playtest.sweeping import sweep

    arguments.scenarios = [arguments.scenario]
    playtests.assert_writable(arguments, "keep", "csv", "plot")
    with playtests.going_on(arguments), progress("points") as report:
        found = sweep(
            arguments.scenario,
            over(arguments),
            rulings=readings(arguments),
            policy=playtests.policies(arguments.play),
            phases=fight_options.phases(arguments.phases),
            fixed=answers(arguments),
            way=arguments.way,
            games=arguments.games,
            seed=arguments.seed,
            progress=report,
            **playtests.options(arguments),
        )
    return shown(found, arguments)


def over(arguments: argparse.Namespace) -> dict[str, list[object]]:
    """Return the keys with their values.

    Raises:
        BadFile: the values are malformed, or a key is given twice.
    """
    from pilein.playtest.sweeping import values_in

    written = pairs_in(arguments.over, "--over", "a key and its values", "SH-CR-04=0..3")
    found: dict[str, list[object]] = {
        key: [value_in(one) for one in values_in(words)] for key, words in written.items()
    }
    for key, values in found.items():
        if not values:
            raise BadFile(f"{key} has no values", key="--over", remedy="write them like 2..6, or 2,4,6")
    return found
