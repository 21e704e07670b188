"""Sample the odds of a scenario: many games, with standard errors. Interrupted, it tells what it has."""

import argparse
import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pilein.cli import fight_options, odds_options, simulate_options
from pilein.cli.keeping import assert_writable, interrupted_by_hanging_up
from pilein.cli.main import INTERRUPTED
from pilein.lab.files import write
from pilein.lab.scenarios import load

if TYPE_CHECKING:
    from pilein.lab.simulating import Simulated

SEEDS = 2**32

add_arguments = simulate_options.add_options


def run(arguments: argparse.Namespace) -> int:
    """Simulate, print the figures, and draw and keep what was asked for; the exit code.

    Raises:
        PileInError: whatever is wrong with the input.

    """
    from pilein.cli.simulate_progress import progress
    from pilein.lab.simulating import simulate

    scenario = load(arguments.scenario, fight_options.rules(arguments.rule))
    assert_writable(arguments, ("plot", "save"))
    seed = _seed(arguments)
    with interrupted_by_hanging_up(), progress() as told:
        found = simulate(
            scenario,
            odds_options.policies(arguments.play, scenario),
            n=arguments.n,
            seed=seed,
            phases=fight_options.phases(arguments.phases),
            progress=told,
            **simulate_options.manner(arguments),
        )
    _tell(found, arguments)
    return 0 if found.is_complete or found.stopped else INTERRUPTED


def _tell(found: "Simulated", arguments: argparse.Namespace) -> None:
    """Print the figures, and draw them if that was asked for."""
    note = found.note + (" (drawn; --seed gives these figures again)" if _is_drawn(arguments) else "")
    if arguments.plot:
        from pilein.cli.plot import plotted

        write(arguments.plot, plotted(found.figures, Path(arguments.scenario).stem, note))
    if arguments.json:
        from pilein.lab.document import printed

        sys.stdout.write(printed(found.document()))
        return
    from pilein.cli.figures_showing import show
    from pilein.lab.figures_as_tables import sections

    written = [f"written: {path}" for path in (arguments.plot, arguments.save) if path]
    events = found.events if arguments.list_events else ()
    show(sections(found.figures, found.scenario.ruleset, events), [note, *written], found.figures)


def _is_drawn(arguments: argparse.Namespace) -> bool:
    return arguments.seed is None and not arguments.resume


def _seed(arguments: argparse.Namespace) -> int:
    if arguments.seed is not None:
        return int(arguments.seed)
    if arguments.resume:
        from pilein.lab.simulating_files import seed_in

        return seed_in(arguments.resume)
    return secrets.randbelow(SEEDS)
