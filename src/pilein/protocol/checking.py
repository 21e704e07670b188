"""Scenarios sent by a page, which are checked and returned as data and as TOML."""

import tomllib
from typing import Any

import msgspec

from pilein.engine.rulesets import ruleset_named
from pilein.kernel.errors import BadInput, BadScenario, PileInError
from pilein.lab.assumptions import hints_on_page
from pilein.lab.examples import example_named, folder_of_examples
from pilein.lab.scenarios import Scenario
from pilein.protocol.drawing import scenario_board
from pilein.protocol.refusing import DEEPEST, advice, scenario_of
from pilein.protocol.replies import Fault, ScenarioChecked
from pilein.tabletop.notation.written import as_toml

UNITS = "\nunits = "  # names a unit file


def checked(request: int, toml: str) -> ScenarioChecked:
    """Parse a scenario and return it as data, with its board if it can be played or its faults if it cannot."""
    try:
        scenario = scenario_of(toml)
        board = scenario_board(ruleset_named(scenario.ruleset), scenario)
    except BadScenario as error:
        faults = tuple(_fault(one) for one in error.faults)
        return ScenarioChecked(id=request, toml=toml, scenario=_values(toml), board=None, faults=faults)
    except PileInError as error:
        return ScenarioChecked(id=request, toml=toml, scenario=_values(toml), board=None, faults=(_fault(error),))
    hinted = tuple(hints_on_page(scenario).values())
    return ScenarioChecked(id=request, toml=toml, scenario=_values(toml), board=board, hints=hinted)


def written(request: int, values: dict[str, Any]) -> ScenarioChecked:
    """Write as TOML a scenario that is given as data, and check it.

    Raises:
        BadInput: TOML cannot express a value, or the data are nested too deeply.
    """
    _assert_plain(values, DEEPEST)
    try:
        toml = as_toml(values)
    except (TypeError, ValueError, AttributeError) as error:
        raise BadInput(f"the scenario cannot be written as TOML: {error}", key="scenario", remedy=REMEDY) from None
    return checked(request, toml)


REMEDY = "send only tables, lists, strings, numbers, true and false"
SHALLOW = "nest tables and lists less deeply"


def example(request: int, name: str) -> ScenarioChecked:
    """Return the example with the given name, checked. Raises UnknownRule if there is no such example."""
    return checked(request, example_text(name))


def example_text(name: str) -> str:
    """Text of an example, in which units from unit files are written out."""
    text = example_named(name).text
    return Scenario.load(folder_of_examples() / name).to_toml() if UNITS in text else text


def _values(toml: str) -> dict[str, Any] | None:
    """Values in TOML text, or None if the text is not valid TOML."""
    try:
        found: dict[str, Any] = msgspec.to_builtins(tomllib.loads(toml))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError, msgspec.MsgspecError):
        return None
    return found


def _fault(error: PileInError) -> Fault:
    return Fault(reason=error.message, line=error.line or None, key=error.key, remedy=advice(error))


def _assert_plain(value: Any, depth: int) -> None:  # noqa: ANN401 - any JSON
    """Check that a value can be written as TOML and is nested less than `depth` levels deep. Raises BadInput if not."""
    if value is None or not depth:
        words, remedy = (
            ("the scenario contains null, which cannot be written in TOML", REMEDY)
            if depth
            else ("the scenario is nested too deeply", SHALLOW)
        )
        raise BadInput(words, key="scenario", remedy=remedy)
    if isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            _assert_plain(one, depth - 1)
