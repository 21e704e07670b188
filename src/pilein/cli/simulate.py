"""Estimate the odds of a scenario from many games, with standard errors. Ctrl-C prints the results so far."""

import argparse
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pilein.cli import fight_options, odds_options
from pilein.cli.answers import print_answer
from pilein.cli.interrupts import INTERRUPTIONS
from pilein.cli.lab.playtests import add_workers, workers
from pilein.cli.odds_options import add_limit
from pilein.cli.parsing import parser_of_words, whole
from pilein.cli.readings import add_readings, fixed, readings
from pilein.kernel.nearest import in_one_line
from pilein.lab.scenarios import load

if TYPE_CHECKING:
    from pilein.cli.answers import Parts
    from pilein.lab.simulated import Simulated

SEEDS = 2**32
GAMES = 10_000
MOST_GAMES = 10**12
WAYS = ("auto", "walks", "games")
WAY_HELP = (
    "walks: sample the compiled battle, millions a second; games: play each game;\n"
    "auto: walks if the units are in the press and no policy is random (default)"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein simulate`."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="a scenario file (.toml)")
    add("-n", type=whole("-n", 1, MOST_GAMES), metavar="N", default=GAMES, help=f"number of games (default: {GAMES:,})")
    fight_options.add_seed(parser)
    odds_options.add_phases(parser)
    odds_options.add_play(parser)
    add_readings(parser)
    add("--way", type=parser_of_words("--way", WAYS), metavar="|".join(WAYS), default="auto", help=WAY_HELP)
    add_workers(parser)
    add_limit(parser)
    add("--save", metavar="FILE.json", help="save the results at intervals and at the end")
    add("--resume", metavar="FILE.json", help="continue from saved results, up to N games in total")
    odds_options.add_asked(parser)
    asked = parser.add_mutually_exclusive_group()
    asked.add_argument("--events", dest="list_events", action="store_true", help="list every event with its chance")
    asked.add_argument("--ends", action="store_true", help="only compute how fights end (much faster with walks)")


def run(arguments: argparse.Namespace) -> int:
    """Simulate the fight, print the figures, draw and save them if requested, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.cli.odds_asked import asked_of, assert_asks_of, assert_writable, conditions, parts_of
    from pilein.cli.progress import progress
    from pilein.lab.simulating import simulate
    from pilein.lab.simulating_files import begun

    given = conditions(arguments)
    assert_writable(arguments, "save")
    scenario = load(arguments.scenario, readings(arguments))
    assert_asks_of(scenario, arguments, given)
    seed, is_drawn = _seed(arguments), arguments.seed is None and begun(arguments.save, arguments.resume) is None
    with progress() as report:
        found = simulate(
            scenario,
            odds_options.policies(arguments.play, scenario),
            n=arguments.n,
            seed=seed,
            phases=fight_options.phases(arguments.phases),
            fixed=fixed(arguments, scenario),
            progress=report,
            **_manner(arguments),
        )
    asked, drawn = asked_of(found, arguments, given), " (drawn; --seed gives the same figures)" if is_drawn else ""
    name = Path(arguments.scenario).stem
    parts = parts_of(
        found, asked, arguments, events=arguments.list_events, drawn=lambda: found.drawn(name, found.note + drawn)
    )
    print_answer(found, arguments, found.scenario, parts=_with_saved(parts, found, arguments)._replace(remark=drawn))
    if found.unkept is not None:
        raise found.unkept
    return INTERRUPTIONS.code if found.is_interrupted else 0


def _with_saved(parts: "Parts", found: "Simulated", arguments: argparse.Namespace) -> "Parts":
    """Return the parts with notes on the games that were read from a file of saved results.

    If a document is printed, the notes go to standard error.
    """
    resumed = f"continued the {found.resumed:,} saved games of {arguments.resume or arguments.save}"
    if found.resumed and arguments.json:
        sys.stderr.write(f"pilein: {resumed}\n")
    saved = [f"written: {in_one_line(arguments.save)}"] if arguments.save and not found.unkept else []
    return parts._replace(files=[*([resumed] if found.resumed else []), *(parts.files or ()), *saved])


def _seed(arguments: argparse.Namespace) -> int:
    """Return the given seed, the seed of the simulation to be continued, or a random seed."""
    if arguments.seed is not None:
        return int(arguments.seed)
    from pilein.lab.simulating_files import begun, seed_in

    file = begun(arguments.save, arguments.resume)
    return seed_in(file) if file else secrets.randbelow(SEEDS)


def _manner(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the options that control a simulation, as keyword arguments of `simulate`."""
    return {
        "way": arguments.way,
        "events": not arguments.ends,
        "joint": bool(arguments.chance or arguments.joint or arguments.conditions),
        "workers": workers(arguments),
        "save": arguments.save,
        "resume": arguments.resume,
        "budget": arguments.limit,
    }
