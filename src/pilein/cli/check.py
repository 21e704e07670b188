"""Validate scenario files, unit files and custom rulesets."""

import argparse
import sys
from pathlib import Path
from typing import Any, NamedTuple

from pilein.cli.reporting import BAD_INPUT, document_of, report
from pilein.engine.budget import Budget
from pilein.engine.rulesets import is_from_outside, names, ruleset_named
from pilein.kernel.errors import PileInError
from pilein.kernel.nearest import in_one_line
from pilein.lab.assumptions import contact, hints
from pilein.lab.document import FORMAT, printed
from pilein.lab.loading import is_unit_file
from pilein.lab.scenarios import load
from pilein.lab.trials import Trial, checked_ruleset, rulesets_at
from pilein.lab.units import Units

GAMES, SECONDS = 20, 2.0  # phases played of a scenario of an external ruleset, and the time limit
MANY, LONG = 200, 20.0  # the same for each sample when a ruleset itself is checked


class Checked(NamedTuple):
    """Result of checking a usable file, with a JSON document, a one-line summary, the contact in the press,
    and hints.
    """

    document: dict[str, Any]
    words: str
    hints: tuple[str, ...] = ()
    contact: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of `pilein check`."""
    words = "scenario or unit files (.toml), folders of rulesets, or the name of a ruleset"
    parser.add_argument("scenarios", metavar="SCENARIO", nargs="+", help=words)


def run(arguments: argparse.Namespace) -> int:
    """Check the files and report usable files, likely mistakes, and faults in the other files. Returns the exit code.

    Raises:
        BadScenario: only one file is given, and it cannot be played. The error gives file, line, key and remedy.
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
    sys.stdout.flush()  # in order with faults of other files


def _checked_or_fault(path: str) -> Checked | PileInError:
    try:
        return _checked(path)
    except PileInError as error:
        return error


def _checked(path: str) -> Checked:
    """Check a file. Raises BadScenario or another error that names the file."""
    try:
        if Path(path).is_dir() or (not Path(path).exists() and path in names()):
            return _ruleset(path)
        return _units(path) if is_unit_file(path) else _scenario(path)
    except PileInError as error:
        error.file = error.file or path
        raise


def _scenario(path: str) -> Checked:
    scenario = load(path)
    ruleset = ruleset_named(scenario.ruleset)
    ruleset.opened(scenario)
    if is_from_outside(ruleset):
        Trial(ruleset).play(scenario, GAMES, Budget(SECONDS, None).started())
    models = sum(unit.models for unit in scenario.units)
    where = "in the press" if scenario.table is None else "on a table"
    words = f"{path}: can be played ({scenario.ruleset}, {len(scenario.units)} units, {models} models, {where})"
    document: dict[str, Any] = {"format": FORMAT, "file": path, "ruleset": scenario.ruleset}
    document["units"] = len(scenario.units)
    meant, met = hints(scenario), contact(scenario) if scenario.press else ""
    document |= {"in contact": met} if met else {}
    return Checked({**document, "models": models, "faults": [], "hints": meant}, words, meant, met)


def _ruleset(path: str) -> Checked:
    """Check the rulesets in a folder, or the single ruleset named by `path`, and play sample games with them.

    Raises BadRuleset with file and line if a ruleset is at fault.
    """
    found = [checked_ruleset(one, MANY, LONG) for one in rulesets_at(path)]
    lines = [one.words for one in found]
    notes = [f"{one.ruleset}: {note}" for one in found for note in one.notes]
    document = {"format": FORMAT, "file": path, "rulesets": found, "faults": [], "hints": notes}
    return Checked(document, "; ".join(lines), tuple(notes))


def _units(path: str) -> Checked:
    units = Units.load(path)
    count = f"{len(units.names)} {'unit' if len(units.names) == 1 else 'units'}"
    document = {"format": FORMAT, "file": path, "ruleset": units.ruleset, "units": len(units.names), "faults": []}
    doubts = {name: list(why) for name, why in units.doubtful.items()}
    document |= {"doubtful": doubts} if doubts else {}
    words = tuple(f"{name} is doubtful: {one}" for name, why in doubts.items() for one in why)
    return Checked(document, f"{path}: every unit can fight ({units.ruleset}, {count})", words)
