"""Options and files shared by the commands that play many fights."""

import argparse
import os
from typing import Any

from pilein.cli import fight_options
from pilein.cli.odds_options import LIMIT, PLAY_HELP, add_limit
from pilein.cli.parsing import UsageError, whole
from pilein.cli.readings import answers
from pilein.kernel.nearest import shortened
from pilein.lab.files import BadFile
from pilein.lab.limits import MOST_WORKERS
from pilein.lab.policies import Policies

WAY_HELP = "exact, sampled, or auto, which chooses the one with less work (default: auto)"
PHASES_HELP = "number of phases; end: fight to the end (default: end)"
CLUSTER_HELP = "the dask.distributed cluster that plays, like tcp://127.0.0.1:8786 (extra `cluster`)"
PASSED_ON = ("way", "games", "seed", "keep", "exact", "tries", "models", "points")
MOST_GAMES = 10**9
MOST_FIGHTS = 10_000  # random scenarios


def add_fights(parser: argparse.ArgumentParser, *, wanted: str = "+") -> None:
    """Declare the arguments for scenarios, phases and policies."""
    add = parser.add_argument
    words = "scenario files (.toml), or folders of scenario files"
    add("scenarios", metavar="SCENARIO", nargs=wanted, action="extend", default=[], help=words)
    add_play(parser)


def add_play(parser: argparse.ArgumentParser, metavar: str = "red=first,blue=sensible") -> None:
    """Declare the options for the number of phases and the policies."""
    parser.add_argument("--phases", metavar="N|end", default=fight_options.END, help=PHASES_HELP)
    parser.add_argument("--play", metavar=metavar, default="", help=PLAY_HELP)


def add_way(parser: argparse.ArgumentParser) -> None:
    """Declare the options that choose between exact odds and simulated games."""
    parser.add_argument("--way", metavar="auto|exact|sampled", default="auto", help=WAY_HELP)


def add_games(
    parser: argparse.ArgumentParser, games: int, of: str, limit: str = LIMIT, *, with_seed: bool = True
) -> None:
    """Declare the options for the number of games, their seed, the number of processes and the time limit."""
    add = parser.add_argument
    words = f"number of games {of} (default: {games:,})"
    add("-n", dest="games", type=whole("-n", 1, MOST_GAMES), metavar="N", default=games, help=words)
    if with_seed:
        add("--seed", type=whole("--seed", 0, 2**32 - 1), metavar="N", default=0, help="random seed (default: 0)")
    add_workers(parser)
    add_limit(parser, limit)


def add_units(parser: argparse.ArgumentParser, modes: str, default: str = "charging,charged,standing") -> None:
    """Declare the arguments for the unit file, the units to match, and the modes in which they meet."""
    add = parser.add_argument
    add("units", metavar="UNITS.toml", help="a unit file")
    add("names", metavar="UNIT", nargs="*", action="extend", default=[], help="the units that take part (default: all)")
    add("--modes", metavar="MODE,...", default=default, help=modes)
    add_play(parser, "first,sensible")


def add_duels(parser: argparse.ArgumentParser, games: int, limit: str = LIMIT) -> None:
    """Declare the options for duels: limits, processes, and the number of games to sample if a duel cannot be
    solved.
    """
    add_games(parser, games, "for a duel with too many positions", limit, with_seed=False)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Declare --workers and --cluster, which exclude each other."""
    players = parser.add_mutually_exclusive_group()
    words = "number of processes that play (default: one per core)"
    players.add_argument("--workers", type=whole("--workers", 1, MOST_WORKERS), metavar="N", help=words)
    players.add_argument("--cluster", metavar="ADDRESS", help=CLUSTER_HELP)


def workers(arguments: argparse.Namespace) -> int | str:
    """Return the number of processes, or the address of a cluster. Raises UsageError if the address is invalid."""
    if arguments.cluster is not None:
        if ":" not in arguments.cluster:
            message = f"{shortened(arguments.cluster)!r} is not the address of a cluster"
            raise UsageError(message, key="--cluster", remedy="write an address like tcp://127.0.0.1:8786")
        return str(arguments.cluster)
    return arguments.workers or os.cpu_count() or 1


def options(arguments: argparse.Namespace, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - of any option
    """Return the values of the command's options, together with `more`, as keyword arguments for the Python call."""
    found = {name: getattr(arguments, name) for name in PASSED_ON if name in arguments}
    found |= {"modes": [word.strip() for word in arguments.modes.split(",")]} if "modes" in arguments else {}
    found |= {"policy": policies(arguments.play), "phases": fight_options.phases(arguments.phases)}
    found |= {"fixed": answers(arguments)} if "answer" in arguments else {}
    return {**found, "workers": workers(arguments), "budget": arguments.limit, **more}


def policies(words: str) -> Policies:
    """Parse policies given as one name, two names, or one name for each side.

    Raises:
        BadFile: the policies are malformed.
    """
    parts = [part.strip() for part in words.split(",")] if words else [fight_options.DEFAULT]
    pairs = [part.partition("=") for part in parts]
    if all(equals and side and name for side, equals, name in pairs):
        return {side: name for side, _, name in pairs}
    if len(parts) > 2 or "=" in words or not all(parts):  # noqa: PLR2004 - one for each side
        remedy = "give one name, two names in the order of the sides, or names by side such as red=first,blue=sensible"
        raise BadFile("this option does not name a policy for each side", key=f"--play {words}", remedy=remedy)
    return parts[0] if len(parts) == 1 else (parts[0], parts[1])
