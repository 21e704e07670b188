"""Change each characteristic of a unit by one and compute the effect, by exact odds."""

import argparse
import re
import sys
from typing import TYPE_CHECKING

from pilein.cli import fight_options, odds_options
from pilein.cli.interrupts import INTERRUPTIONS
from pilein.cli.odds_options import add_limit
from pilein.cli.parsing import whole
from pilein.cli.readings import add_readings, fixed, readings, say_hints, text_entry, text_notes
from pilein.cli.save_files import assert_writable
from pilein.kernel.nearest import in_one_line, shortened
from pilein.lab.files import BadFile, write
from pilein.lab.scenario_changes import DEFAULT, KINDS
from pilein.lab.scenarios import load
from pilein.tabletop.scenario import Scenario

if TYPE_CHECKING:
    from pilein.lab.sensitivity_figures import Worth

MOST = 100  # effects to explain
EXPLAINED = 3
VARY_HELP = (
    f"what to change: {', '.join(KINDS)}, several with commas;\n"
    "mixtures: other weapons for half of the models (default: all but armour and mixtures)"
)
PRICE_HELP = (
    "points of a weapon, armour, bearer or profile for each model, for the gain a point;\n"
    "models cost the points of their profile"
)
EXPLAIN_HELP = f"number of effects to explain, surprising ones first (default: {EXPLAINED})"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein worth`."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="a scenario file (.toml)")
    add("--of", metavar="UNIT", help="change only this unit (default: every unit)")
    add("--vary", metavar="weapons,armour", default=",".join(DEFAULT), help=VARY_HELP)
    add("--price", metavar="shield=1,halberd=2", default="", help=PRICE_HELP)
    add("--explain", type=whole("--explain", 0, MOST), metavar="N", default=EXPLAINED, help=EXPLAIN_HELP)
    odds_options.add_phases(parser)
    odds_options.add_play(parser)
    add_readings(parser)
    add_limit(parser)
    add("--exact", action="store_true", help="solve in fractions")
    add("--plot", metavar="FILE.svg", help="draw the effects")


def run(arguments: argparse.Namespace) -> int:
    """Compute every change, print and draw the effects, largest first, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.cli.progress import progress
    from pilein.lab.sensitivity import worth

    scenario = load(arguments.scenario, readings(arguments))
    assert_writable(arguments, ("plot",))
    policies, phases = odds_options.policies(arguments.play, scenario), fight_options.phases(arguments.phases)
    with progress("changes") as report:
        found = worth(
            scenario,
            policies,
            of=arguments.of,
            vary=arguments.vary,
            prices=prices(arguments.price),
            explain=arguments.explain,
            phases=phases,
            exact=arguments.exact,
            fixed=fixed(arguments, scenario),
            progress=report,
            budget=arguments.limit,
        )
    _tell(found, scenario, arguments)
    return INTERRUPTIONS.code if found.is_interrupted else 0


def _tell(found: "Worth", scenario: Scenario, arguments: argparse.Namespace) -> None:
    """Print the effects, and draw them if requested."""
    say_hints(found.hints)
    if arguments.plot:
        write(arguments.plot, found.to_svg())
    if arguments.json:
        from pilein.lab.document import printed

        sys.stdout.write(printed({**found.document(), **text_entry(scenario)}))
        return
    from pilein.cli.figures_output import show_tables

    written = [f"written: {in_one_line(arguments.plot)}"] if arguments.plot else []
    notes = [*found.note.splitlines(), *text_notes(scenario), *written]
    show_tables(found.sections(), notes, found.sides, {one.unit: one.side for one in found.effects})


def prices(words: str) -> dict[str, float]:
    """Parse prices, written `shield=1,halberd=2`.

    Raises:
        BadFile: the prices are malformed, or one is given twice.
    """
    found: dict[str, float] = {}
    for part in words.split(",") if words else ():
        name, equals, price = (one.strip() for one in part.partition("="))
        if not (name and equals and PLAIN.fullmatch(price)) or name in found:
            message = f"{shortened(part)!r} is not a price, or given twice"
            raise BadFile(message, key="--price", remedy="write each once, like shield=1,halberd=2.5")
        found[name] = float(price)
    return found


PLAIN = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")
