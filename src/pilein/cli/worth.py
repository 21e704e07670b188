"""Change one feature of a unit at a time and compute the effect on the exact odds."""

import argparse
import re

from pilein.cli.answers import answered
from pilein.cli.odds_options import add_question, question
from pilein.cli.parsing import whole
from pilein.kernel.nearest import shortened
from pilein.lab.changes import DEFAULT, KINDS
from pilein.lab.files import BadFile

MOST = 100  # effects to explain
EXPLAINED = 3
VARY_HELP = (
    f"kinds of changes, separated by commas: {', '.join(KINDS)};\n"
    "mixtures: other weapons for half of the models (default: all but armour and mixtures)"
)
PRICE_HELP = (
    "points per model for weapons, armour, bearers or profiles, used to compute the gain per point;\n"
    "models cost the points of their profile"
)
EXPLAIN_HELP = f"number of effects to explain, surprising ones first (default: {EXPLAINED})"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein worth`."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="a scenario file (.toml)")
    add("--of", metavar="UNIT", help="change only this unit (default: all units)")
    add("--vary", metavar="weapons,armour", default=",".join(DEFAULT), help=VARY_HELP)
    add("--price", metavar="shield=1,halberd=2", default="", help=PRICE_HELP)
    add("--explain", type=whole("--explain", 0, MOST), metavar="N", default=EXPLAINED, help=EXPLAIN_HELP)
    add_question(parser, "draw the effects", "solve in fractions")


def run(arguments: argparse.Namespace) -> int:
    """Compute the effect of every change, print and draw the effects, largest first, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.lab.sensitivity import worth

    scenario, asked = question(arguments)
    chosen = {"of": arguments.of, "vary": arguments.vary, "explain": arguments.explain}
    asked |= {"prices": prices(arguments.price), **chosen}
    return answered(arguments, worth, scenario, counted="changes", scenario=scenario, **asked)


def prices(words: str) -> dict[str, float]:
    """Parse prices, written `shield=1,halberd=2`.

    Raises:
        BadFile: the prices are malformed, or one is given twice.
    """
    found: dict[str, float] = {}
    for part in words.split(",") if words else ():
        name, equals, price = (one.strip() for one in part.partition("="))
        if not (name and equals and PLAIN.fullmatch(price)):
            message = f"{shortened(part)!r} is not a name with its price"
            raise BadFile(message, key="--price", remedy="write prices in the form shield=1,halberd=2.5")
        if name in found:
            raise BadFile(f"{shortened(name)!r} has two prices", key="--price", remedy="give each price once")
        found[name] = float(price)
    return found


PLAIN = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")
