"""Sample the odds of a scenario: many games, with standard errors. Interrupted, it tells what it has."""

import argparse
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pilein.cli import fight_options, odds_options, simulate_options
from pilein.cli.interrupts import INTERRUPTIONS
from pilein.cli.keeping import assert_may_draw, assert_writable
from pilein.cli.readings import readings, struck_entry, struck_notes
from pilein.kernel.nearest import in_one_line
from pilein.lab.files import write
from pilein.lab.scenarios import load

if TYPE_CHECKING:
    from pilein.lab.simulated import Simulated

SEEDS = 2**32

add_arguments = simulate_options.add_options


def run(arguments: argparse.Namespace) -> int:
    """Simulate, print the figures, and draw and keep what was asked for; the exit code.

    Raises:
        PileInError: whatever is wrong with the input.

    """
    from pilein.cli.simulate_progress import progress
    from pilein.lab.simulating import simulate
    from pilein.lab.simulating_files import begun

    scenario = load(arguments.scenario, readings(arguments))
    assert_writable(arguments, ("plot", "save"))
    seed, is_drawn = _seed(arguments), arguments.seed is None and begun(arguments.save, arguments.resume) is None
    with progress() as told:
        found = simulate(
            scenario,
            odds_options.policies(arguments.play, scenario),
            n=arguments.n,
            seed=seed,
            phases=fight_options.phases(arguments.phases),
            progress=told,
            **simulate_options.manner(arguments),
        )
    _tell(found, arguments, " (drawn; --seed gives these figures again)" if is_drawn else "")
    if found.unkept is not None:
        raise found.unkept
    return 0 if found.is_complete or found.stopped else INTERRUPTIONS.code


def _tell(found: "Simulated", arguments: argparse.Namespace, drawn: str) -> None:
    """Print the figures, and draw them if that was asked for."""
    note = found.note + drawn
    if arguments.plot:
        from pilein.lab.drawing.plot import plotted

        assert_may_draw(arguments.plot, "--plot")
        write(arguments.plot, plotted(found.figures, Path(arguments.scenario).stem, note))
    resumed = f"went on with the {found.resumed:,} games kept in {arguments.resume or arguments.save}"
    if arguments.json:
        from pilein.lab.document import printed

        sys.stderr.write(f"pilein: {resumed}\n" if found.resumed else "")
        sys.stdout.write(printed({**found.document(), **struck_entry(found.scenario)}))
        return
    from pilein.cli.figures_showing import show
    from pilein.lab.figures_as_tables import sections

    saved = None if found.unkept else arguments.save
    written = [resumed] if found.resumed else []
    written += [f"written: {in_one_line(path)}" for path in (arguments.plot, saved) if path]
    events = found.events if arguments.list_events else ()
    show(
        sections(found.figures, found.scenario.ruleset, events),
        [note, *struck_notes(found.scenario), *written],
        found.figures,
    )


def _seed(arguments: argparse.Namespace) -> int:
    """The seed that is given, or that of the simulation gone on with, or one drawn."""
    if arguments.seed is not None:
        return int(arguments.seed)
    from pilein.lab.simulating_files import begun, seed_in

    file = begun(arguments.save, arguments.resume)
    return seed_in(file) if file else secrets.randbelow(SEEDS)
