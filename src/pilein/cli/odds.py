"""Work out the odds of a scenario: exactly, by all that can happen, under policies that answer for the sides."""

import argparse
import sys
from pathlib import Path

from pilein.cli import fight_options, odds_options
from pilein.cli.files import write
from pilein.lab.scenarios import load

add_arguments = odds_options.add_options


def run(arguments: argparse.Namespace) -> int:
    """Work the odds out, print them, and draw what was asked for; the exit code.

    Raises:
        PileInError: whatever is wrong with the input.

    """
    from pilein.cli.simulate_progress import progress
    from pilein.lab.odds import odds

    scenario = load(arguments.scenario, fight_options.rules(arguments.rule))
    odds_options.assert_plot_fits(arguments)
    policies, phases = odds_options.policies(arguments.play, scenario), odds_options.phases(arguments.phases)
    with progress() as told:
        found = odds(scenario, policies, phases=phases, exact=odds_options.is_exact(arguments), progress=told)
    if arguments.plot:
        from pilein.cli.plot import plotted

        span = odds_options.in_words(phases)
        write(arguments.plot, plotted(found.figures, f"{Path(arguments.scenario).stem}, {span}", found.note))
    if arguments.json:
        from pilein.lab.document import printed

        sys.stdout.write(printed(found.document()))
        return 0
    from pilein.cli.figures_showing import show
    from pilein.lab.figures_as_tables import sections

    events = found.events if arguments.events else ()
    notes = [found.note, *([f"written: {arguments.plot}"] if arguments.plot else [])]
    show(sections(found.figures, scenario.ruleset, events), notes, found.figures)
    return 0
