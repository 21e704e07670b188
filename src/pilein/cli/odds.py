"""Compute the exact odds of a scenario, or compare those of several: follow every outcome, policies answering."""

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from pilein.cli import odds_options
from pilein.cli.readings import fixed, readings, say_hints, text_entry, text_notes
from pilein.lab.files import BadFile
from pilein.lab.scenarios import load
from pilein.tabletop.scenario import Scenario

if TYPE_CHECKING:
    from pilein.lab.best import Best
    from pilein.lab.figures_as_tables import Section
    from pilein.lab.odds import Odds

add_arguments = odds_options.add_options


def run(arguments: argparse.Namespace) -> int:
    """Compute, print and optionally draw the odds, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.cli.odds_asked import asked_of, assert_asks_of, assert_writable, conditions, written

    given = conditions(arguments)
    assert_writable(arguments)
    if arguments.others:
        from pilein.cli.odds_side_by_side import run_several

        return run_several(arguments)
    scenario = load(arguments.scenario, readings(arguments))
    assert_asks_of(scenario, arguments, given)
    found, answers = _worked_out(arguments, scenario)
    asked = asked_of(found, arguments, given)
    say_hints(found.hints)
    files = written(found, asked, arguments, lambda: _drawn(found, arguments))
    if arguments.json:
        from pilein.lab.document import printed

        sys.stdout.write(printed({**(answers or found).document(), **text_entry(scenario), **asked.entry()}))
    else:
        _show(found, answers, asked.sections(), [*asked.notes(), *text_notes(scenario), *files], arguments)
    return 0


def _drawn(found: "Odds", arguments: argparse.Namespace) -> str:
    """Draw the figures, titled with the file's name and the options."""
    from pilein.lab.assumptions import in_a_line
    from pilein.lab.drawing.plot import plotted

    span = odds_options.in_words(odds_options.phases(arguments.phases))
    lacking = (f"without {sentence}" for sentence in found.scenario.struck)
    name = ", ".join((Path(arguments.scenario).stem, span, *lacking))
    return plotted(found.figures, name, found.note, in_a_line(found.assumptions))


def _show(
    found: "Odds",
    answers: "Best | None",
    asked: "tuple[Section, ...]",
    notes: list[str],
    arguments: argparse.Namespace,
) -> None:
    """Print the figures, the best answers, the requested chances, and the notes."""
    from pilein.cli.figures_output import show

    events = found.events if arguments.events else ()
    choices = answers.sections() if answers else ()
    tables = (*found.sections(events), *choices, *asked)
    show(tables, [*(answers or found).note.splitlines(), *notes], found.figures)


def _worked_out(arguments: argparse.Namespace, scenario: Scenario) -> "tuple[Odds, Best | None]":
    """Return the odds under the chosen policies, and the values of answers if `best` is among them."""
    phases, exact = odds_options.phases(arguments.phases), odds_options.is_exact(arguments)
    policies = odds_options.policies_or_best(arguments.play, scenario)
    if odds_options.BEST in policies:
        from pilein.lab.best import best

        if isinstance(phases, str):
            remedy = "give a number of phases, or end"
            raise BadFile("best answers need a last phase", key="--phases forever", remedy=remedy)
        answer = fixed(arguments, scenario)
        answers = best(scenario, policies, phases=phases, exact=exact, fixed=answer, budget=arguments.limit)
        return answers.odds, answers
    from pilein.cli.progress import progress
    from pilein.lab.odds import odds

    with progress() as report:
        answer = fixed(arguments, scenario)
        asked = {"phases": phases, "exact": exact, "fixed": answer, "budget": arguments.limit}
        return odds(scenario, policies, **asked, progress=report, workers=os.cpu_count() or 1), None
