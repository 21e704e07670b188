"""Sensitivity: change each characteristic of a unit by one and compute the effect, by exact odds."""

import argparse
import sys

from pilein.cli import fight_options, odds_options
from pilein.cli.interrupts import INTERRUPTIONS
from pilein.cli.keeping import assert_writable
from pilein.cli.odds_options import add_limit
from pilein.cli.readings import add_readings, fixed, readings, say_hints, text_entry, text_notes
from pilein.kernel.nearest import in_one_line
from pilein.lab.files import write
from pilein.lab.scenarios import load

PHASES_HELP = "how many phases; end: until no combat is left or a ruling ends it (default: end)"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add = parser.add_argument
    add("scenario", metavar="SCENARIO", help="a scenario file (.toml)")
    add("--of", metavar="UNIT", help="change only this unit (default: every unit)")
    add("--phases", metavar="N|end", default=fight_options.END, help=PHASES_HELP)
    odds_options.add_play(parser)
    add_readings(parser)
    add_limit(parser)
    add("--exact", action="store_true", help="solve in fractions")
    add("--plot", metavar="FILE.svg", help="draw the effects")


def run(arguments: argparse.Namespace) -> int:
    """Compute every change, print and draw them, largest effect first; the exit code.

    Raises:
        PileInError: the input is invalid.

    """
    from pilein.cli.progress import progress
    from pilein.lab.worth import worth

    scenario = load(arguments.scenario, readings(arguments))
    assert_writable(arguments, ("plot",))
    policies, phases = odds_options.policies(arguments.play, scenario), fight_options.phases(arguments.phases)
    with progress("changes") as report:
        found = worth(
            scenario,
            policies,
            of=arguments.of,
            phases=phases,
            exact=arguments.exact,
            fixed=fixed(arguments, scenario),
            progress=report,
            budget=arguments.limit,
        )
    say_hints(found.hints)
    if arguments.plot:
        write(arguments.plot, found.to_svg())
    if arguments.json:
        from pilein.lab.document import printed

        sys.stdout.write(printed({**found.document(), **text_entry(scenario)}))
        return INTERRUPTIONS.code if found.is_interrupted else 0
    from pilein.cli.figures_showing import show_tables

    written = [f"written: {in_one_line(arguments.plot)}"] if arguments.plot else []
    notes = [*found.note.splitlines(), *text_notes(scenario), *written]
    show_tables(found.sections(), notes, found.sides, {one.unit: one.side for one in found.effects})
    return INTERRUPTIONS.code if found.is_interrupted else 0
