"""Compare every option of every ruling that a fight meets with the unchanged fight.

Fights in the press are solved; on a table each game is played under every option on the same dice.
"""

import argparse
import sys

from pilein.cli import fight_options
from pilein.cli.lab import playtests
from pilein.cli.readings import add_readings, answers, readings, say_hints

GAMES = 400


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein lab rulings`."""
    playtests.add_fights(parser)
    add_readings(parser)
    parser.add_argument("--exact", action="store_true", help="solve in fractions")
    playtests.add_games(parser, GAMES, "of a fight that is too large to solve")
    playtests.add_keep(parser)
    playtests.add_csv(parser)
    parser.add_argument("--plot", metavar="FILE.svg", help="draw the effects")


def run(arguments: argparse.Namespace) -> int:
    """Try every option, print and draw the effects, largest first, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.cli.progress import progress
    from pilein.lab.report import as_csv
    from pilein.playtest.rulings import rulings

    playtests.assert_writable(arguments, "keep", "csv", "plot")
    with playtests.going_on(arguments), progress("options or games") as report:
        found = rulings(
            arguments.scenarios,
            playtests.policies(arguments.play),
            phases=fight_options.phases(arguments.phases),
            games=arguments.games,
            seed=arguments.seed,
            exact=arguments.exact,
            rulings=readings(arguments),
            fixed=answers(arguments),
            progress=report,
            **playtests.options(arguments),
        )
    for fight in found.fights:
        say_hints(fight.hints)
    csv = as_csv(found.to_dict()) if arguments.csv else None
    notes = playtests.written(arguments, csv=csv, plot=found.to_svg() if arguments.plot else None)
    if arguments.json:
        from pilein.lab.document import printed

        sys.stdout.write(printed(found.document()))
        return 0
    from pilein.cli.figures_output import show_tables

    show_tables(found.sections(), [*found.note.splitlines(), *notes], found.fights[0].sides, {})
    return 0
