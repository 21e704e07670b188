"""Compare two versions of one or many fights side by side, exactly or by playing games with shared dice."""

import argparse

from pilein.cli.answers import add_keep, add_outputs, answered
from pilein.cli.lab import playtests
from pilein.cli.lab.playtests import add_fights, add_games
from pilein.cli.parsing import UsageError
from pilein.cli.readings import add_answer, pairs_in, struck
from pilein.lab.altering import Value, value_in

GAMES = 2_000
PAIR = 2
SET_HELP = (
    "a change to a number in the rules (SH-CR-04=2) or to a key of the scenario file (profiles.guard.S=4,\n"
    "units.guards.models=12, weapons.axe.S=1, press.frontage=5, turns=4); may be repeated"
)
RULE_HELP = "a change: choose an option of a ruling; may be repeated"
WITHOUT_HELP = "a change: exclude a sentence of the rules; may be repeated"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein lab compare`."""
    two = "Exactly two scenarios without a change are compared with each other"
    parser.description = f"{__doc__}\n{two} (`pilein odds A B`: all figures of both)."
    add_fights(parser)
    add = parser.add_argument
    add("--set", metavar="KEY=VALUE", action="append", default=[], help=SET_HELP)
    add("--rule", metavar="SH-R-19=gap", action="append", default=[], help=RULE_HELP)
    add("--without", metavar="SH-CR-06", action="append", default=[], help=WITHOUT_HELP)
    add_answer(parser)
    playtests.add_way(parser)
    add_games(parser, GAMES, "of each fight, if sampled")
    add_keep(parser)
    add_outputs(parser, "draw the differences")


def run(arguments: argparse.Namespace) -> int:
    """Compare fights, then print and write the requested results, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.lab.comparing import compare

    values, rulings, without = changes(arguments)
    old, new = arguments.scenarios, None
    if not (values or rulings or without):
        old, new = _two(arguments.scenarios)
    asked = playtests.options(arguments, values=values, rulings=rulings, without=without)
    return answered(arguments, compare, old, new, **asked)


def changes(arguments: argparse.Namespace) -> tuple[dict[str, Value], dict[str, str], list[str]]:
    """Return the values by key, the rulings with their options, and the sentences to leave out.

    Raises:
        BadFile: a change is malformed, or given twice.
    """
    values = pairs_in(arguments.set, "--set", "a key with its value", "SH-CR-04=2 or profiles.guard.S=4")
    rulings = pairs_in(arguments.rule, "--rule", "a ruling with an option", "SH-R-19=gap")
    return {key: value_in(words) for key, words in values.items()}, rulings, list(struck(arguments.without))


def _two(scenarios: list[str]) -> tuple[str, str]:
    """Return the old and the new scenario. Raises UsageError if there are not exactly two."""
    if len(scenarios) != PAIR:
        words = "one scenario" if len(scenarios) == 1 else f"{len(scenarios)} scenarios"
        remedy = "give --set, --rule or --without, or exactly two scenarios (`pilein odds` shows several side by side)"
        raise UsageError(f"{words} without a change cannot be compared", key="lab compare", remedy=remedy)
    return scenarios[0], scenarios[1]
