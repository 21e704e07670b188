"""Side-by-side odds of several scenarios for `pilein odds`."""

import argparse
import os

from pilein.cli import odds_options
from pilein.cli.answers import print_answer
from pilein.cli.progress import progress
from pilein.cli.readings import fixed, readings
from pilein.kernel.errors import BadScenario, TooManyPositions
from pilein.kernel.nearest import in_one_line
from pilein.lab.files import BadFile
from pilein.lab.odds import Odds, odds
from pilein.lab.scenarios import Scenario, load
from pilein.lab.side_by_side import beside, names_of


def run_several(arguments: argparse.Namespace) -> int:
    """Compute, print and optionally draw the odds of all scenarios, and return the exit code.

    Raises:
        PileInError: the input is invalid.
    """
    files = [arguments.scenario, *arguments.others]
    for option in ("events", "chance", "joint", "conditions", "csv"):
        if getattr(arguments, option):
            key = "--given" if option == "conditions" else f"--{option}"
            raise BadFile(
                f"{key} works with only one scenario, but {len(files)} are named",
                key="odds",
                remedy=f"omit {key}, or name one scenario",
            )
    scenarios = [_loaded(file, arguments) for file in files]
    named = dict(zip(names_of(files), zip(files, scenarios, strict=True), strict=True))
    found = beside(named, lambda one: _odds(*one, arguments))
    return print_answer(found, arguments, scenarios[0])


def _loaded(file: str, arguments: argparse.Namespace) -> Scenario:
    try:
        return load(file, readings(arguments))
    except BadScenario as error:
        error.file = error.file or file
        raise


def _odds(file: str, scenario: Scenario, arguments: argparse.Namespace) -> Odds:
    """Compute the odds of one scenario. Errors name the scenario's file."""
    policies = odds_options.policies(arguments.play, scenario)
    phases, exact = odds_options.phases(arguments.phases), odds_options.is_exact(arguments)
    asked = {"phases": phases, "exact": exact, "fixed": fixed(arguments, scenario), "budget": arguments.limit}
    try:
        with progress(f"games of {in_one_line(file)}") as report:
            return odds(scenario, policies, **asked, progress=report, workers=os.cpu_count() or 1)
    except (BadScenario, TooManyPositions) as error:
        error.file = error.file or file
        raise
