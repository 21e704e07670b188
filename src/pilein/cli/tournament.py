"""Let policies play every pair in both seats of each scenario, and rate them, with intervals."""

import argparse
import sys
from typing import TYPE_CHECKING

from pilein.cli import fight_options
from pilein.cli.lab.playtests import (
    PHASES_HELP,
    add_csv,
    add_games,
    add_keep,
    assert_writable,
    going_on,
    workers,
    written,
)
from pilein.engine.policies import POLICIES

if TYPE_CHECKING:
    from pilein.agents.standings import Tournament

GAMES = 50
PLAYERS = "random,first,sensible"
PLAYERS_HELP = (
    f"the policies that play, with commas: {', '.join(POLICIES)}, mcts:1000, mcts:2s, flat:200\n"
    f"(default: {PLAYERS}); `--player` adds one whose name has commas"
)
PLAYER_HELP = 'one more policy, like "program:node bot.js"; may be repeated'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    words = "scenario files (.toml), or tasks like pilein/parry-v0"
    add("scenarios", metavar="SCENARIO", nargs="+", action="extend", default=[], help=words)
    add("--play", metavar="first,sensible", default=PLAYERS, help=PLAYERS_HELP)
    add("--player", metavar="POLICY", action="append", default=[], help=PLAYER_HELP)
    add("--phases", metavar="N|end", default=fight_options.END, help=PHASES_HELP)
    add_games(parser, GAMES, "of each pair, seat and scenario")
    add_keep(parser)
    add_csv(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play, print ratings, skill and pairs, and write them if requested; return the exit code.

    Raises:
        PileInError: the input is invalid.

    """
    from pilein.agents.tournament import tournament
    from pilein.cli.progress import progress

    assert_writable(arguments, "keep", "csv")
    with progress() as report, going_on(arguments):
        found = tournament(
            [*(part.strip() for part in arguments.play.split(",")), *arguments.player],
            arguments.scenarios,
            games=arguments.games,
            seed=arguments.seed,
            phases=fight_options.phases(arguments.phases),
            workers=workers(arguments),
            keep=arguments.keep,
            progress=report,
            budget=arguments.limit,
        )
    _tell(found, arguments)
    return 0


def _tell(found: "Tournament", arguments: argparse.Namespace) -> None:
    """Print the result; write its rows if requested."""
    from pilein.lab.report import as_csv

    notes = written(arguments, csv=as_csv(found.to_dict()) if arguments.csv else None)
    if arguments.json:
        from pilein.lab.document import printed

        sys.stdout.write(printed(found.document()))
        return
    print("\n".join([str(found), *notes]))
