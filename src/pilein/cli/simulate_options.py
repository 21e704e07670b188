"""The options of `pilein simulate`, read and judged."""

import argparse
import os
from typing import Any

from pilein.cli import fight_options, odds_options
from pilein.cli.limit_option import add_limit
from pilein.cli.parsing import one_of, whole
from pilein.cli.readings import add_readings

GAMES = 10_000
WAYS = ("auto", "walks", "games")
WAY_HELP = (
    "walks: sample the compiled battle, millions a second; games: play each game;\n"
    "auto: walks if the units are in the press and no policy is random (default)"
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="a scenario file (.toml)")
    add("-n", type=whole("-n"), metavar="N", default=GAMES, help=f"how many games (default: {GAMES:,})")
    fight_options.add_seed(parser)
    add("--phases", metavar="N|end", help="how many phases, or until no combat is left (default: 1)")
    odds_options.add_play(parser)
    add_readings(parser)
    add("--way", type=one_of("--way", WAYS), metavar="|".join(WAYS), default="auto", help=WAY_HELP)
    add("--workers", type=whole("--workers"), metavar="N", help="processes that play games (default: one per core)")
    add_limit(parser)
    add("--save", metavar="FILE.json", help="save the results, regularly and at the end")
    add("--resume", metavar="FILE.json", help="continue from saved results, up to N games in total")
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument("--events", dest="list_events", action="store_true", help="list every event, with its chance")
    asked.add_argument("--ends", action="store_true", help="only how fights end: makes walks much faster")
    add("--plot", metavar="FILE.svg", help="draw the figures")


def manner(arguments: argparse.Namespace) -> dict[str, Any]:
    """How to go about it, as `simulate` takes it."""
    return {
        "way": arguments.way,
        "events": not arguments.ends,
        "workers": (os.cpu_count() or 1) if arguments.workers is None else arguments.workers,
        "save": arguments.save,
        "resume": arguments.resume,
        "budget": arguments.limit,
    }
