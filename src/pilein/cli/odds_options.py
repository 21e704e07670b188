"""Options of `pilein odds`, parsed and validated."""

import argparse
from typing import Any

from pilein.cli import fight_options
from pilein.cli.answers import add_outputs
from pilein.cli.readings import add_readings, fixed, readings
from pilein.engine.policies import NAMES
from pilein.lab.figures import FOREVER, Span
from pilein.lab.files import BadFile
from pilein.lab.scenarios import load
from pilein.tabletop.scenario import Scenario

DEFAULT = fight_options.DEFAULT
BEST = "best"
PLAY_HELP = (
    f"policy that answers for a side:\n{', '.join(NAMES)};\n"
    f"one name for both sides, or two in the order of the file (default: {DEFAULT})"
)
BEST_HELP = f"{PLAY_HELP};\nbest: search for the best answers (small fights only)"

PHASES_HELP = "number of phases; end: until no combat is left or a ruling ends the fight (default)"
FOREVER_HELP = ";\nforever: ignore that ruling"
LIMIT = "60s,1GB"
HELP = (
    "limit on time and memory, such as 5min or 5min,2GB, or none;\n"
    "at the limit the command stops and reports its results so far (default: {limit})"
)


CHANCE_HELP = (
    'compute the chance of a condition, such as "hills.lost >= 5 and legion.lost <= 2"; may be repeated.\n'
    "Terms: NAME.lost, NAME.left, NAME.fate, NAME.wins, NAME.Broke (an event), outcome"
)
JOINT_HELP = "the joint distribution of two units' losses, or of other terms; may be repeated"
CSV_HELP = "write the figures, or those of --joint, as a table for other programs"
GIVEN_HELP = (
    "make --chance and --joint conditional; an answer such as SH-RE-02=hold is fixed as with --answer;\nmay be repeated"
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein odds`."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="a scenario file (.toml)")
    add(
        "others",
        metavar="SCENARIO",
        nargs="*",
        action="extend",
        default=[],
        help="more scenario files, to show side by side (`pilein lab compare` shows the effect of a change)",
    )
    add_phases(parser, may_be_forever=True)
    add("--play", metavar="red=first,blue=best", default="", help=BEST_HELP)
    add_readings(parser)
    numbers = parser.add_mutually_exclusive_group()
    numbers.add_argument("--exact", action="store_true", help="solve in fractions, whatever the size of the battle")
    numbers.add_argument("--float", action="store_true", help="solve in floats, whatever the size of the battle")
    add_limit(parser)
    add_asked(parser)
    add("--events", action="store_true", help="list every possible event with its chance")


def add_asked(parser: argparse.ArgumentParser) -> None:
    """Declare the options for conditions and joint distributions, and the files of figures."""
    add = parser.add_argument
    add("--chance", metavar="CONDITION", action="append", default=[], help=CHANCE_HELP)
    add("--joint", metavar="UNIT,UNIT", action="append", default=[], help=JOINT_HELP)
    add("--given", dest="conditions", metavar="CONDITION", action="append", default=[], help=GIVEN_HELP)
    add_outputs(parser, "draw the figures, or those of --joint", csv=CSV_HELP)


def add_phases(parser: argparse.ArgumentParser, *, may_be_forever: bool = False) -> None:
    """Declare --phases, shared by all commands that compute odds. `phases` or `fight_options.phases` parses it."""
    metavar, words = ("N|end|forever", PHASES_HELP + FOREVER_HELP) if may_be_forever else ("N|end", PHASES_HELP)
    parser.add_argument("--phases", metavar=metavar, default=fight_options.END, help=words)


def add_play(parser: argparse.ArgumentParser) -> None:
    """Declare --play, parsed by `policies`."""
    parser.add_argument("--play", metavar="red=first,blue=sensible", default="", help=PLAY_HELP)


def phases(words: str | None) -> Span:
    """Parse a number of phases (0 means to the end) or FOREVER.

    Raises:
        BadFile: the words are not a number of phases.
    """
    return "forever" if words == FOREVER else fight_options.phases(words, or_else=f", or {FOREVER!r}")


def in_words(span: Span) -> str:
    """Format a number of phases as a phrase such as "after phase 2"."""
    if isinstance(span, str):
        return "without end"
    return f"after phase {span}" if span else "to the end"


def is_exact(arguments: argparse.Namespace) -> bool | None:
    """Return True for fractions, False for floats, and None if neither is requested."""
    if arguments.exact:
        return True
    return False if arguments.float else None


def policies(words: str, scenario: Scenario) -> tuple[str, str]:
    """Return the names of both sides' policies.

    Raises:
        BadFile: a side is unknown, or its player is a person, who cannot answer every question that may occur.
        UnknownRule: a policy does not exist.
    """
    one, other = fight_options.named_players(words, scenario, DEFAULT).values()
    return _policy(one, scenario, 0), _policy(other, scenario, 1)


def policies_or_best(words: str, scenario: Scenario) -> tuple[str, str]:
    """Return the names of both sides' policies. One or both may be `best`.

    Raises:
        BadFile: as `policies`.
        UnknownRule: as `policies`.
    """
    names = fight_options.named_players(words, scenario, DEFAULT).values()
    one, other = (name if name == BEST else _policy(name, scenario, side) for side, name in enumerate(names))
    return one, other


def _policy(name: str, scenario: Scenario, side: int) -> str:
    remedy = "name a policy such as first or sensible"
    if name == BEST:
        raise BadFile("only `pilein odds` can search for the best answers", key=f"--play {name}", remedy=remedy)
    if fight_options.player(name, scenario.ruleset, 0, side).policy is None:
        raise BadFile("a person cannot answer every question that may occur", key=f"--play {name}", remedy=remedy)
    return name


def add_question(parser: argparse.ArgumentParser, drawn: str, exact: str) -> None:
    """Declare the options shared by commands that compare variants of one fight. `drawn` and `exact` are help texts."""
    add_phases(parser)
    add_play(parser)
    add_readings(parser)
    add_limit(parser)
    parser.add_argument("--exact", action="store_true", help=exact)
    add_outputs(parser, drawn)


def question(arguments: argparse.Namespace) -> tuple[Scenario, dict[str, Any]]:
    """Return the scenario to be varied, and the command's options as keyword arguments of the Python call.

    Raises:
        PileInError: the input is invalid.
    """
    scenario = load(arguments.scenario, readings(arguments))
    found = {"policy": policies(arguments.play, scenario), "budget": arguments.limit}
    if "phases" in arguments:
        found |= {"phases": fight_options.phases(arguments.phases), "exact": arguments.exact}
    return scenario, {**found, "fixed": fixed(arguments, scenario)}


def add_limit(parser: argparse.ArgumentParser, limit: str = LIMIT) -> None:
    """Declare --limit and its default."""
    parser.add_argument("--limit", metavar=limit, default=limit, help=HELP.format(limit=limit))
