"""Validate a scenario file or a unit file."""

import argparse
import sys

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.nearest import in_one_line
from pilein.lab.assumptions import hints
from pilein.lab.document import FORMAT, printed
from pilein.lab.loading import is_unit_file
from pilein.lab.scenarios import load
from pilein.lab.units import Units


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario file or a unit file (.toml)")


def run(arguments: argparse.Namespace) -> int:
    """Report that a scenario can be played, and what in it was probably meant otherwise; the exit code.

    Raises:
        BadScenario: it cannot be played; with file, line, key and remedy.

    """
    path = arguments.scenario
    if is_unit_file(path):
        return _check_units(path, as_json=arguments.json)
    scenario = load(path)
    ruleset_named(scenario.ruleset).opened(scenario)
    models = sum(unit.models for unit in scenario.units)
    if arguments.json:
        document = {"format": FORMAT, "file": path, "ruleset": scenario.ruleset, "units": len(scenario.units)}
        sys.stdout.write(printed({**document, "models": models, "faults": [], "hints": hints(scenario)}))
        return 0
    where = "in the press" if scenario.table is None else "on a table"
    words = f"{scenario.ruleset}, {len(scenario.units)} units, {models} models, {where}"
    sys.stdout.write(f"{in_one_line(path)}: can be played ({words})\n")
    for hint in hints(scenario):
        sys.stdout.write(f"hint: {in_one_line(hint)}\n")
    return 0


def _check_units(path: str, *, as_json: bool) -> int:
    """Report that the units of a unit file can fight; the exit code."""
    units = Units.load(path)
    if as_json:
        document = {"format": FORMAT, "file": path, "ruleset": units.ruleset, "units": len(units.names)}
        sys.stdout.write(printed({**document, "faults": []}))
        return 0
    words = f"{units.ruleset}, {len(units.names)} {'unit' if len(units.names) == 1 else 'units'}"
    sys.stdout.write(f"{in_one_line(path)}: every unit can fight ({words})\n")
    return 0
