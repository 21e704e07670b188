"""Compute the exact odds of a scenario, or compare several scenarios. Policies answer all questions."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from pilein.cli import odds_options
from pilein.cli.answers import print_answer
from pilein.cli.readings import fixed, readings
from pilein.lab.files import BadFile
from pilein.lab.scenarios import load
from pilein.tabletop.scenario import Scenario

if TYPE_CHECKING:
    from pilein.lab.best import Best
    from pilein.lab.odds import Odds

add_arguments = odds_options.add_options


def run(arguments: argparse.Namespace) -> int:
    """Compute, print and optionally draw the odds, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    from pilein.cli.odds_asked import asked_of, assert_asks_of, assert_writable, conditions, parts_of

    given = conditions(arguments)
    assert_writable(arguments)
    if arguments.others:
        from pilein.cli.odds_side_by_side import run_several

        return run_several(arguments)
    scenario = load(arguments.scenario, readings(arguments))
    assert_asks_of(scenario, arguments, given)
    found, answers = _worked_out(arguments, scenario)
    asked = asked_of(found, arguments, given)
    parts = parts_of(found, asked, arguments, events=arguments.events, drawn=lambda: _drawn(found, arguments))
    return print_answer(answers or found, arguments, scenario, parts=parts)


def _drawn(found: "Odds", arguments: argparse.Namespace) -> str:
    """Draw the figures, titled with the file's name and the options."""
    span = odds_options.in_words(odds_options.phases(arguments.phases))
    lacking = (f"without {sentence}" for sentence in found.scenario.struck)
    name = ", ".join((Path(arguments.scenario).stem, span, *lacking))
    return found.drawn(name, found.note)


def _worked_out(arguments: argparse.Namespace, scenario: Scenario) -> "tuple[Odds, Best | None]":
    """Return the odds under the chosen policies. If a policy is `best`, also return the value of each answer."""
    phases, exact = odds_options.phases(arguments.phases), odds_options.is_exact(arguments)
    policies = odds_options.policies_or_best(arguments.play, scenario)
    if odds_options.BEST in policies:
        from pilein.lab.best import best

        if isinstance(phases, str):
            remedy = "give --phases a number, or end"
            raise BadFile("best answers cannot be computed without a last phase", key="--phases forever", remedy=remedy)
        answer = fixed(arguments, scenario)
        answers = best(scenario, policies, phases=phases, exact=exact, fixed=answer, budget=arguments.limit)
        return answers.odds, answers
    from pilein.cli.progress import progress
    from pilein.lab.odds import odds

    with progress() as report:
        answer = fixed(arguments, scenario)
        asked = {"phases": phases, "exact": exact, "fixed": answer, "budget": arguments.limit}
        return odds(scenario, policies, **asked, progress=report, workers=os.cpu_count() or 1), None
