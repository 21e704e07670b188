"""Show which sentences and rulings of a rules text are used in games, and which change the result.

From a sentence's first use, the game is also played without that sentence on the same dice, to see whether the
result changes.
"""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pilein.cli import fight_options
from pilein.cli.lab import playtests
from pilein.cli.parsing import whole
from pilein.cli.readings import add_readings, answers, readings

if TYPE_CHECKING:
    from pilein.playtest.coverage_report import Coverage

GAMES = 100
RANDOM_HELP = "play N random fights of a ruleset, named in place of scenarios"
TRIES_HELP = (
    "number of games in which each sentence and option is tried; 0: only count those at work\n"
    "(default: as many as take as long as the games)"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein lab coverage`."""
    playtests.add_fights(parser)
    add_readings(parser)
    playtests.add_games(parser, GAMES, "of each fight")
    add = parser.add_argument
    add("--random", type=whole("--random", 1, playtests.MOST_FIGHTS), metavar="N", help=RANDOM_HELP)
    add("--tries", type=whole("--tries", 0, playtests.MOST_GAMES), metavar="N", help=TRIES_HELP)
    playtests.add_keep(parser)
    playtests.add_csv(parser)
    add("--html", metavar="FILE.html", help="write the rulebook as a page, coloured sentence by sentence")
    add("--plot", metavar="FILE.svg", help="draw the coverage of each section")


def run(arguments: argparse.Namespace) -> int:
    """Play, then print and write the coverage, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.cli.progress import progress
    from pilein.playtest.coverage import coverage
    from pilein.playtest.random_fights import random_fights

    playtests.assert_writable(arguments, "keep", "csv", "html", "plot")
    scenarios = arguments.scenarios
    if arguments.random is not None:
        scenarios = random_fights(*scenarios, n=arguments.random, seed=arguments.seed)
    with playtests.going_on(arguments), progress("games") as report:
        found = coverage(
            scenarios,
            playtests.policies(arguments.play),
            phases=fight_options.phases(arguments.phases),
            games=arguments.games,
            tries=arguments.tries,
            seed=arguments.seed,
            rulings=readings(arguments),
            fixed=answers(arguments),
            progress=report,
            **playtests.options(arguments),
        )
    notes = _written(found, arguments)
    if arguments.json:
        from pilein.lab.document import printed

        sys.stdout.write(printed(found.document()))
        return 0
    from pilein.cli.figures_output import show_tables

    show_tables(found.sections(), [*found.note.splitlines(), *notes], ("", ""), {})
    return 0


def _written(found: "Coverage", arguments: argparse.Namespace) -> list[str]:
    """Write the requested files, and return a line for each."""
    from pilein.lab.report import as_csv

    return playtests.written(
        arguments,
        csv=as_csv(found.to_dict()) if arguments.csv else None,
        html=found.to_html(str(Path(arguments.html).parent)) if arguments.html else None,
        plot=found.to_svg() if arguments.plot else None,
    )
