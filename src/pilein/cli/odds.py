"""Work out the odds of a scenario: exactly, by all that can happen, under policies that answer for the sides."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pilein.cli import fight_options, odds_options
from pilein.cli.files import BadFile, write
from pilein.cli.keeping import assert_writable, interrupted_by_hanging_up
from pilein.lab.scenarios import load
from pilein.tabletop.scenario import Scenario

if TYPE_CHECKING:
    from pilein.lab.best import Best
    from pilein.lab.odds import Odds

add_arguments = odds_options.add_options


def run(arguments: argparse.Namespace) -> int:
    """Work the odds out, print them, and draw what was asked for; the exit code.

    Raises:
        PileInError: whatever is wrong with the input.

    """
    scenario = load(arguments.scenario, fight_options.rules(arguments.rule))
    assert_writable(arguments, ("plot",))
    found, answers = _worked_out(arguments, scenario)
    told = answers or found
    if arguments.plot:
        from pilein.cli.plot import plotted

        span = odds_options.in_words(odds_options.phases(arguments.phases))
        write(arguments.plot, plotted(found.figures, f"{Path(arguments.scenario).stem}, {span}", found.note))
    if arguments.json:
        from pilein.lab.document import printed

        sys.stdout.write(printed(told.document()))
        return 0
    from pilein.cli.figures_showing import show
    from pilein.lab.figures_as_tables import sections

    events = found.events if arguments.events else ()
    notes = [*told.note.splitlines(), *([f"written: {arguments.plot}"] if arguments.plot else [])]
    choices = answers.sections() if answers else ()
    show((*sections(found.figures, scenario.ruleset, events), *choices), notes, found.figures)
    return 0


def _worked_out(arguments: argparse.Namespace, scenario: Scenario) -> "tuple[Odds, Best | None]":
    """The odds under the policies asked for; with what answers are worth, if best ones are."""
    phases, exact = odds_options.phases(arguments.phases), odds_options.is_exact(arguments)
    policies = odds_options.policies_or_best(arguments.play, scenario)
    if odds_options.BEST in policies:
        from pilein.lab.best import best

        if isinstance(phases, str):
            remedy = "say how many phases, or end"
            raise BadFile("best answers need a last phase to look back from", key="--phases forever", remedy=remedy)
        answers = best(scenario, policies, phases=phases, exact=exact)
        return answers.odds, answers
    from pilein.cli.simulate_progress import progress
    from pilein.lab.odds import odds

    with interrupted_by_hanging_up(), progress() as told:
        workers = os.cpu_count() or 1
        return odds(scenario, policies, phases=phases, exact=exact, progress=told, workers=workers), None
