"""Validate scenario files and unit files."""

import argparse
import sys
from typing import Any, NamedTuple

from pilein.cli.reporting import BAD_INPUT, document_of, report
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import PileInError
from pilein.kernel.nearest import in_one_line
from pilein.lab.assumptions import contact, hints
from pilein.lab.document import FORMAT, printed
from pilein.lab.loading import is_unit_file
from pilein.lab.scenarios import load
from pilein.lab.units import Units


class Checked(NamedTuple):
    """A file that can be used: as JSON, and in a line with what it assumes in the press and its hints."""

    document: dict[str, Any]
    words: str
    hints: tuple[str, ...] = ()
    contact: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    words = "scenario files and unit files (.toml)"
    parser.add_argument("scenarios", metavar="SCENARIO", nargs="+", help=words)


def run(arguments: argparse.Namespace) -> int:
    """Report which files can be used, what in them was probably meant otherwise, and their faults; the exit code.

    Raises:
        BadScenario: the only file cannot be played; with file, line, key and remedy.

    """
    if len(arguments.scenarios) == 1:
        checked = _checked(arguments.scenarios[0])
        if arguments.json:
            sys.stdout.write(printed(checked.document))
        else:
            _show(checked)
        return 0
    found = [_checked_or_fault(path) for path in arguments.scenarios]
    if arguments.json:
        files = [one.document if isinstance(one, Checked) else document_of(one) for one in found]
        sys.stdout.write(printed({"format": FORMAT, "files": files}))
    else:
        for one in found:
            if isinstance(one, Checked):
                _show(one)
            else:
                report(one, as_json=False)
    return 0 if all(isinstance(one, Checked) for one in found) else BAD_INPUT


def _show(checked: Checked) -> None:
    sys.stdout.write(f"{in_one_line(checked.words)}\n")
    if checked.contact:
        sys.stdout.write(f"in contact: {in_one_line(checked.contact)}\n")
    for hint in checked.hints:
        sys.stdout.write(f"hint: {in_one_line(hint)}\n")
    sys.stdout.flush()  # in order with the faults of other files


def _checked_or_fault(path: str) -> Checked | PileInError:
    try:
        return _checked(path)
    except PileInError as error:
        return error


def _checked(path: str) -> Checked:
    """The file as it can be used; raises BadScenario, which names it."""
    try:
        return _units(path) if is_unit_file(path) else _scenario(path)
    except PileInError as error:
        error.file = error.file or path
        raise


def _scenario(path: str) -> Checked:
    scenario = load(path)
    ruleset_named(scenario.ruleset).opened(scenario)
    models = sum(unit.models for unit in scenario.units)
    where = "in the press" if scenario.table is None else "on a table"
    words = f"{path}: can be played ({scenario.ruleset}, {len(scenario.units)} units, {models} models, {where})"
    document: dict[str, Any] = {"format": FORMAT, "file": path, "ruleset": scenario.ruleset}
    document["units"] = len(scenario.units)
    meant, met = hints(scenario), contact(scenario) if scenario.press else ""
    document |= {"in contact": met} if met else {}
    return Checked({**document, "models": models, "faults": [], "hints": meant}, words, meant, met)


def _units(path: str) -> Checked:
    units = Units.load(path)
    count = f"{len(units.names)} {'unit' if len(units.names) == 1 else 'units'}"
    document = {"format": FORMAT, "file": path, "ruleset": units.ruleset, "units": len(units.names), "faults": []}
    doubts = {name: list(why) for name, why in units.doubtful.items()}
    document |= {"doubtful": doubts} if doubts else {}
    words = tuple(f"{name} is doubtful: {one}" for name, why in doubts.items() for one in why)
    return Checked(document, f"{path}: every unit can fight ({units.ruleset}, {count})", words)
