"""Match every unit of a unit file against every other, in the press: winners, strengths, and surprising pairs.

Odds are exact; a duel with too many positions is sampled.
"""

import argparse
import sys
from typing import TYPE_CHECKING

from pilein.cli import fight_options
from pilein.cli.interrupts import INTERRUPTIONS
from pilein.cli.lab import playtests
from pilein.cli.parsing import whole
from pilein.lab.files import BadFile
from pilein.tabletop.notation.members import MOST_IN_UNIT

if TYPE_CHECKING:
    from pilein.playtest.duels import Mode
    from pilein.playtest.matchup_report import Matchup
    from pilein.playtest.points_report import FairPoints

GAMES = 1_000
MOST_POINTS = 1_000_000
MODES_HELP = "when a unit charges, is charged, or neither: charging,charged,standing (default: all three)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein lab matchup`."""
    playtests.add_units(parser, MODES_HELP)
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument(
        "--models", type=whole("--models", 1, MOST_IN_UNIT), metavar="N", help="the number of models of each unit"
    )
    words = "as many as each unit gets for N points"
    sizes.add_argument("--points", type=whole("--points", 1, MOST_POINTS), metavar="N", help=words)
    playtests.add_duels(parser, GAMES)
    playtests.add_keep(parser)
    playtests.add_csv(parser)
    parser.add_argument("--plot", metavar="FILE.svg", help="draw the matrix of all pairs")


def run(arguments: argparse.Namespace) -> int:
    """Fight every pair of units, print and draw the results, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.cli.progress import progress
    from pilein.playtest.matchups import matchup

    playtests.assert_writable(arguments, "keep", "csv", "plot")
    with playtests.going_on(arguments), progress("pairs") as report:
        found = matchup(
            arguments.units,
            *arguments.names,
            models=arguments.models,
            points=arguments.points,
            modes=modes(arguments.modes),
            policy=playtests.policies(arguments.play),
            phases=fight_options.phases(arguments.phases),
            games=arguments.games,
            progress=report,
            **playtests.options(arguments),
        )
    return show(arguments, found)


def modes(words: str) -> "tuple[Mode, ...]":
    """Parse modes, written `charging,standing`, into their usual order.

    Raises:
        BadFile: a word is not a mode.
    """
    from pilein.kernel.nearest import hint, listed
    from pilein.playtest.duels import MODES

    chosen = [word.strip() for word in words.split(",")]
    for one in chosen:
        if one not in MODES:
            remedy = hint(one, MODES, f"known: {listed(MODES)}")
            raise BadFile(f"there is no mode {one!r}", key="--modes", remedy=remedy)
    return tuple(mode for mode in MODES if mode in chosen)


def show(arguments: argparse.Namespace, found: "Matchup | FairPoints") -> int:
    """Write the requested files and print the result, and return the exit code, which reports an interruption."""
    from pilein.lab.report import as_csv
    from pilein.lab.worker_pool import INTERRUPTED

    csv = as_csv(found.to_dict()) if arguments.csv else None
    notes = playtests.written(arguments, csv=csv, plot=found.to_svg() if arguments.plot else None)
    is_interrupted = found.stopped == INTERRUPTED
    code = INTERRUPTIONS.code if is_interrupted else 0
    if arguments.json:
        from pilein.lab.document import printed

        sys.stdout.write(printed(found.document()))
        return code
    notes += [playtests.continued_by(arguments.keep)] if is_interrupted and arguments.keep else []
    from pilein.cli.figures_output import show_tables

    show_tables(found.sections(), [*found.note.splitlines(), *notes], ("red", "blue"), {})
    return code
