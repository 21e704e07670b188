"""Let every pair of policies play in both seats of each scenario, and give each policy a rating with an interval."""

import argparse
from functools import partial

from pilein.cli import fight_options
from pilein.cli.answers import add_keep, add_outputs, answered
from pilein.cli.lab.playtests import PHASES_HELP, add_games, workers
from pilein.engine.policies import NAMES

GAMES = 50
PLAYERS = "random,first,sensible"
PLAYERS_HELP = f"the policies that play, with commas (default: {PLAYERS}):\n{', '.join(NAMES)}"
PLAYER_HELP = 'one more policy, like "program:node bot.js"; may be repeated'


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein tournament`."""
    add = parser.add_argument
    words = "scenario files (.toml), or tasks like pilein/parry-v0"
    add("scenarios", metavar="SCENARIO", nargs="+", action="extend", default=[], help=words)
    add("--play", metavar="first,sensible", default=PLAYERS, help=PLAYERS_HELP)
    add("--player", metavar="POLICY", action="append", default=[], help=PLAYER_HELP)
    add("--phases", metavar="N|end", default=fight_options.END, help=PHASES_HELP)
    add_games(parser, GAMES, "of each pair, seat and scenario")
    add_keep(parser)
    add_outputs(parser, "draw the ratings with their intervals")


def run(arguments: argparse.Namespace) -> int:
    """Play the games, print ratings, skill and pairs, and write them if requested. Returns the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.agents.tournament import tournament

    ask = partial(
        tournament,
        [*(part.strip() for part in arguments.play.split(",")), *arguments.player],
        arguments.scenarios,
        games=arguments.games,
        seed=arguments.seed,
        phases=fight_options.phases(arguments.phases),
        workers=workers(arguments),
        keep=arguments.keep,
        budget=arguments.limit,
    )
    return answered(arguments, ask)
