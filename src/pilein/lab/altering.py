"""Change values of a scenario, identified by key.

A key names a number in the rules text, a ruling, a sentence, or a value in the scenario file.
"""

import tomllib
from collections.abc import Mapping
from typing import Any

from pilein.engine.rulesets import vocabulary
from pilein.kernel.errors import BadInput, BadScenario, UnknownRule
from pilein.kernel.nearest import hint, shortened
from pilein.kernel.remedies import command
from pilein.lab.scenarios import Scenario
from pilein.tabletop.vocabulary import Vocabulary

Value = object  # the value of a key: a number, a string, a list ...; None removes the key
NAMED = ("profiles", "weapons", "sides")  # sections of a file whose tables have names
WHOLE = ("table", "press")  # sections without names
TOP = ("turns", "round", "active")
EXAMPLES = "write it like SH-CR-04, units.guards.models, profiles.guard.S, press.frontage or turns"


class CannotBePlayed(BadInput):
    """Raised when one of the given values makes the scenario unplayable."""


def altered(scenario: Scenario, values: Mapping[str, Value]) -> Scenario:
    """Return a scenario with values changed by key: {"SH-CR-04": 2, "SH-R-19": "gap", "units.guards.models": 12, ...}.

    A key is the ID of a number in the rules text, the ID of a ruling (whose value is an option), the ID of a
    sentence (whose value is "struck"), or the path of a key in a scenario file.

    Raises:
        BadInput: there is no such key. The error's `key` names it.
        CannotBePlayed: one of the values makes the scenario unplayable. The error's `key` names the value's key.
    """
    for key, value in values.items():
        try:
            scenario = _with_change(scenario, key, value)
        except BadScenario as error:
            message = f"{shortened(str(value))!r} cannot be used: {error.message}"
            raise CannotBePlayed(message, key=key, remedy=error.remedy) from None
        except UnknownRule as error:
            raise BadInput(error.message, key=key, remedy=error.remedy) from None
    return scenario


def value_now(scenario: Scenario, key: str) -> Value:
    """Return the present value of a key in the scenario file.

    Returns None for IDs of the rules text and for keys that the file omits.
    """
    section, _, rest = key.partition(".")
    plain = scenario.to_dict()
    if section in TOP or section in WHOLE:
        return plain.get(section) if section in TOP else plain.get(section, {}).get(rest)
    name, _, of_it = rest.rpartition(".")
    if section == "units":
        return next((unit.get(of_it) for unit in plain["unit"] if unit["name"] == name), None)
    return plain.get(section, {}).get(name, {}).get(of_it) if section in NAMED else None


def value_in(words: str) -> Value:
    """Parse a value as TOML if it is valid, or else as a string. "none" gives None, which removes the key.

    Examples:
        >>> value_in("4"), value_in("true"), value_in("gap"), value_in('["axe"]'), value_in("none")
        (4, True, 'gap', ['axe'], None)
    """
    if words == "none":
        return None
    try:
        return tomllib.loads(f"value = {words}")["value"]
    except tomllib.TOMLDecodeError:
        return words


def _with_change(scenario: Scenario, key: str, value: Value) -> Scenario:
    words = vocabulary(scenario.ruleset)
    if is_of_the_text(words, key):
        return scenario.with_rulings({key: _option(value)})
    section, _, rest = key.partition(".")
    if section == "units":
        return _with_key_of_unit(scenario, key, rest, value)
    if section in NAMED:
        return _with_key_of(scenario, words, key, value)
    if (section in WHOLE and rest) or (section in TOP and not rest):
        return _with_key_at_the_top(scenario, section, rest, value)
    raise _unknown(key, words)


def is_of_the_text(words: Vocabulary, key: str) -> bool:
    """Whether a key is the ID of a number, ruling or sentence of the rules text."""
    return any(key in known for known in (words.numbers, words.rulings, words.sentences))


def assert_in_the_text(scenario: Scenario, chosen: Mapping[str, str]) -> None:
    """Check that the rules text contains the chosen rulings and sentences, given as for `Scenario.with_rulings`.

    Raises:
        BadInput: the text does not contain an ID or option. The error's `key` names it.
    """
    words = vocabulary(scenario.ruleset)
    for key in (one for one in chosen if not is_of_the_text(words, one)):
        try:
            scenario.with_rulings({key: chosen[key]})
        except UnknownRule as error:
            raise BadInput(error.message, key=key, remedy=error.remedy) from None


def _option(value: Value) -> str:
    return "default" if value is None else str(value)


def _with_key_of_unit(scenario: Scenario, key: str, rest: str, value: Value) -> Scenario:
    name, _, of_unit = rest.rpartition(".")
    names = [unit.name for unit in scenario.units]
    if name not in names:
        raise BadInput(f"there is no unit {shortened(name)!r}", key=key, remedy=hint(name, names))
    return scenario.with_unit(name, **{of_unit: value})


def _with_key_of(scenario: Scenario, words: Vocabulary, key: str, value: Value) -> Scenario:
    section, _, rest = key.partition(".")
    name, _, of_it = rest.rpartition(".")
    known = {
        "profiles": [*scenario.profiles],
        "weapons": [*words.weapons, *scenario.weapons],
        "sides": [side.name for side in scenario.sides],
    }[section]
    if name not in known:
        what = section.removesuffix("s")
        raise BadInput(f"there is no {what} {shortened(name)!r}", key=key, remedy=hint(name, dict.fromkeys(known)))
    plain = scenario.to_dict()
    named = plain.setdefault(section, {})
    named[name] = _without_missing_values({**named.get(name, {}), of_it: value})
    return Scenario.from_dict(plain)


def _with_key_at_the_top(scenario: Scenario, section: str, rest: str, value: Value) -> Scenario:
    if not rest:
        return scenario.with_keys(**{section: value})
    now = scenario.to_dict().get(section)
    if now is None:
        where = "on a table" if section == "press" else "in the press"
        raise BadInput(
            f"the scenario is {where} and has no such key", key=f"{section}.{rest}", remedy="leave the key out"
        )
    return scenario.with_keys(**{section: _without_missing_values({**now, rest: value})})


def _without_missing_values(values: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in values.items() if value is not None}


def _unknown(key: str, words: Vocabulary) -> BadInput:
    known = [*words.numbers, *words.rulings]
    remedy = hint(key, known, EXAMPLES + command(f"; `pilein rules {words.ruleset} --numbers` lists numbers"))
    return BadInput(f"there is no key {shortened(key)!r}", key=key, remedy=remedy)
