"""Options and files shared by the commands that play many fights."""

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pilein.cli import fight_options
from pilein.cli.interrupts import Interrupted
from pilein.cli.odds_options import LIMIT, add_limit
from pilein.cli.parsing import UsageError, whole
from pilein.cli.save_files import assert_can_be_written, assert_ends_in, assert_may_draw, assert_named, is_same
from pilein.engine.policies import POLICIES
from pilein.kernel.nearest import in_one_line, shortened
from pilein.lab.files import BadFile, write
from pilein.lab.limits import MOST_WORKERS
from pilein.lab.policies import Policies

PLAY_HELP = (
    f"which policy answers for a side: {', '.join(POLICIES)}; one name for both, two in order\n"
    f"(default: {fight_options.DEFAULT})"
)
PHASES_HELP = "number of phases; end: fight to the end (default: end)"
CLUSTER_HELP = "the dask.distributed cluster that plays, like tcp://127.0.0.1:8786 (extra `cluster`)"
KEEP_HELP = "keep results so far in a file; the same command continues from them"
MOST_GAMES = 10**9
MOST_FIGHTS = 10_000  # random scenarios
SUFFIXES = {"csv": ".csv", "html": ".html", "keep": ".json", "plot": ".svg"}


def add_fights(parser: argparse.ArgumentParser, *, wanted: str = "+") -> None:
    """Declare the scenarios, the phases and the policies."""
    add = parser.add_argument
    words = "scenario files (.toml), or folders of them"
    add("scenarios", metavar="SCENARIO", nargs=wanted, action="extend", default=[], help=words)
    add("--phases", metavar="N|end", default=fight_options.END, help=PHASES_HELP)
    add("--play", metavar="red=first,blue=sensible", default="", help=PLAY_HELP)


def add_games(parser: argparse.ArgumentParser, games: int, of: str) -> None:
    """Declare the number of games, their seed, the number of processes and the time limit."""
    add = parser.add_argument
    words = f"how many games {of} (default: {games:,})"
    add("-n", dest="games", type=whole("-n", 1, MOST_GAMES), metavar="N", default=games, help=words)
    add("--seed", type=whole("--seed", 0, 2**32 - 1), metavar="N", default=0, help="random seed (default: 0)")
    add_workers(parser)
    add_limit(parser)


def add_units(parser: argparse.ArgumentParser, modes: str, default: str = "charging,charged,standing") -> None:
    """Declare the unit file, the units that take part, and the modes in which they meet."""
    add = parser.add_argument
    add("units", metavar="UNITS.toml", help="a unit file")
    add("names", metavar="UNIT", nargs="*", action="extend", default=[], help="the units that take part (default: all)")
    add("--modes", metavar="MODE,...", default=default, help=modes)
    add("--phases", metavar="N|end", default=fight_options.END, help=PHASES_HELP)
    add("--play", metavar="first,sensible", default="", help=PLAY_HELP)


def add_duels(parser: argparse.ArgumentParser, games: int, limit: str = LIMIT) -> None:
    """Declare the number of games for a duel that cannot be solved, the processes and the limits."""
    add = parser.add_argument
    words = f"how many games of a duel with too many positions (default: {games:,})"
    add("-n", dest="games", type=whole("-n", 1, MOST_GAMES), metavar="N", default=games, help=words)
    add_workers(parser)
    add_limit(parser, limit)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Declare --workers and --cluster, of which one may be given."""
    players = parser.add_mutually_exclusive_group()
    words = "processes that play (default: one per core)"
    players.add_argument("--workers", type=whole("--workers", 1, MOST_WORKERS), metavar="N", help=words)
    players.add_argument("--cluster", metavar="ADDRESS", help=CLUSTER_HELP)


def add_keep(parser: argparse.ArgumentParser) -> None:
    """Declare --keep."""
    parser.add_argument("--keep", metavar="FILE.json", help=KEEP_HELP)


def add_csv(parser: argparse.ArgumentParser) -> None:
    """Declare --csv."""
    parser.add_argument("--csv", metavar="FILE.csv", help="write the figures as a table for other programs")


def workers(arguments: argparse.Namespace) -> int | str:
    """Return the number of processes, or the address of a cluster. Raises UsageError for an invalid address."""
    if arguments.cluster is not None:
        if ":" not in arguments.cluster:
            message = f"{shortened(arguments.cluster)!r} is not the address of a cluster"
            raise UsageError(message, key="--cluster", remedy="write it like tcp://127.0.0.1:8786")
        return str(arguments.cluster)
    return arguments.workers or os.cpu_count() or 1


def options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options for players, files and limits, as the Python calls take them."""
    return {"workers": workers(arguments), "keep": arguments.keep, "budget": arguments.limit}


@contextmanager
def going_on(arguments: argparse.Namespace) -> Iterator[None]:
    """If the block is interrupted, report how to continue from the results kept by --keep."""
    try:
        yield
    except KeyboardInterrupt as interruption:
        if arguments.keep is None or not Path(arguments.keep).exists():  # nothing has been kept yet
            raise
        raise Interrupted.of(interruption, continued_by(arguments.keep)) from None


def continued_by(keep: str) -> str:
    """Return advice for continuing from the results kept in a file."""
    return f"the same command continues from the results in {in_one_line(keep)}"


def policies(words: str) -> Policies:
    """Parse the policies as written: one name, two names, or one by side.

    Raises:
        BadFile: the policies are malformed.
    """
    parts = [part.strip() for part in words.split(",")] if words else [fight_options.DEFAULT]
    pairs = [part.partition("=") for part in parts]
    if all(equals and side and name for side, equals, name in pairs):
        return {side: name for side, _, name in pairs}
    if len(parts) > 2 or "=" in words or not all(parts):  # noqa: PLR2004 - one for each side
        remedy = "write one name, two in order, or red=first,blue=sensible"
        raise BadFile("invalid policies", key=f"--play {words}", remedy=remedy)
    return parts[0] if len(parts) == 1 else (parts[0], parts[1])


def assert_writable(arguments: argparse.Namespace, *options: str) -> None:
    """Check before play that the files named by options can be written, and replace no file of another kind.

    Raises:
        BadFile: a file cannot be written.
    """
    taken = [str(path) for path in getattr(arguments, "scenarios", ())] or [str(arguments.units)]
    for option in options:
        path, key, suffix = getattr(arguments, option), f"--{option}", SUFFIXES[option]
        if path is None:
            continue
        assert_named(path, key)
        if any(is_same(path, other) for other in taken):
            raise BadFile("is already used for another output", file=path, key=key, remedy="choose another file")
        taken.append(path)
        assert_can_be_written(path)
        if option == "plot":
            assert_may_draw(path, key)
        else:
            assert_ends_in(path, suffix, key)


def written(arguments: argparse.Namespace, **contents: str | None) -> list[str]:
    """Write the file of each option that is given, and return a line for each."""
    notes = []
    for option, content in contents.items():
        path = getattr(arguments, option)
        if path is not None and content is not None:
            write(path, content)
            notes.append(f"written: {in_one_line(path)}")
    return notes
