"""Change one feature of a unit at a time and compute the effect on the exact odds."""

import argparse
import re
from functools import partial

from pilein.cli import fight_options, odds_options
from pilein.cli.answers import add_outputs, answered, assert_writable
from pilein.cli.odds_options import add_limit
from pilein.cli.parsing import whole
from pilein.cli.readings import add_readings, fixed, readings
from pilein.kernel.nearest import shortened
from pilein.lab.files import BadFile
from pilein.lab.scenario_changes import DEFAULT, KINDS
from pilein.lab.scenarios import load

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
    odds_options.add_phases(parser)
    odds_options.add_play(parser)
    add_readings(parser)
    add_limit(parser)
    add("--exact", action="store_true", help="solve in fractions")
    add_outputs(parser, "draw the effects")


def run(arguments: argparse.Namespace) -> int:
    """Compute every change, print and draw the effects, largest first, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.lab.sensitivity import worth

    scenario = load(arguments.scenario, readings(arguments))
    assert_writable(arguments)
    ask = partial(
        worth,
        scenario,
        odds_options.policies(arguments.play, scenario),
        of=arguments.of,
        vary=arguments.vary,
        prices=prices(arguments.price),
        explain=arguments.explain,
        phases=fight_options.phases(arguments.phases),
        exact=arguments.exact,
        fixed=fixed(arguments, scenario),
        budget=arguments.limit,
    )
    return answered(arguments, ask, "changes", scenario=scenario)


def prices(words: str) -> dict[str, float]:
    """Parse prices, written `shield=1,halberd=2`.

    Raises:
        BadFile: the prices are malformed, or one is given twice.
    """
    found: dict[str, float] = {}
    for part in words.split(",") if words else ():
        name, equals, price = (one.strip() for one in part.partition("="))
        if not (name and equals and PLAIN.fullmatch(price)) or name in found:
            message = f"{shortened(part)!r} is not a price, or has been given before"
            raise BadFile(message, key="--price", remedy="give each price once, like shield=1,halberd=2.5")
        found[name] = float(price)
    return found


PLAIN = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")
