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
EXAMPLES = "give a key such as SH-CR-04, units.guards.models, profiles.guard.S, press.frontage or turns"


class CannotBePlayed(BadInput):
    """Raised when one of the given values makes the scenario unplayable."""


def altered(scenario: Scenario, values: Mapping[str, Value]) -> Scenario:
    """Return a scenario with values changed by key: {"SH-CR-04": 2, "SH-R-19": "gap", "units.guards.models": 12, ...}.

    A key is the ID of a number in the rules text, the ID of a ruling (whose value is an option), the ID of a
    sentence (whose value is "struck"), or the path of a key in a scenario file.

    Raises:
        BadInput: there is no such key. The error's `key` is the unknown key.
        CannotBePlayed: one of the values makes the scenario unplayable. The error's `key` is the key of that value.
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
    values, of_it = _place(scenario.to_dict(), key)
    return values.get(of_it) if values else None


def _place(plain: dict[str, Any], key: str) -> tuple[dict[str, Any] | None, str]:
    """Return the section of a scenario file that contains a key, and the key's name in that section.

    The section is None if it does not exist.
    """
    section, _, rest = key.partition(".")
    name, _, of_it = rest.rpartition(".")
    if section in TOP:
        return plain, key
    if section in WHOLE:
        return plain.get(section), rest
    if section == "units":
        return next((unit for unit in plain["unit"] if unit["name"] == name), None), of_it
    return plain.get(section, {}).get(name) if section in NAMED else None, of_it


def value_in(words: str) -> Value:
    """Parse a value as TOML if it is valid TOML, and otherwise as a string. "none" gives None, which removes the key.

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
        return scenario.with_rulings({key: "default" if value is None else str(value)})
    section, _, rest = key.partition(".")
    name, _, of_it = rest.rpartition(".")
    if section == "units":
        _assert_known(key, name, [unit.name for unit in scenario.units])
        return scenario.with_unit(name, **{of_it: value})
    if not (section in NAMED or (section in WHOLE and rest) or (section in TOP and not rest)):
        remedy = EXAMPLES + command(f"; `pilein rules {words.ruleset} --numbers` lists the numbers")
        nearest = hint(key, [*words.numbers, *words.rulings], remedy)
        raise BadInput(f"neither the rules nor the scenario has a key {shortened(key)!r}", key=key, remedy=nearest)
    plain = scenario.to_dict()
    if section in WHOLE and section not in plain:
        where = "on a table" if section == "press" else "in the press"
        raise BadInput(f"a scenario {where} has no such key", key=key, remedy="change another key")
    if section in NAMED:
        weapons = [*words.weapons, *scenario.weapons]
        known = {"profiles": scenario.profiles, "weapons": weapons, "sides": [side.name for side in scenario.sides]}
        _assert_known(key, name, list(known[section]))
        plain.setdefault(section, {}).setdefault(name, {})
    values, of_it = _place(plain, key)
    assert values is not None
    values[of_it] = value
    if value is None:
        del values[of_it]
    return Scenario.from_dict(plain)


def _assert_known(key: str, name: str, known: list[str]) -> None:
    if name not in known:
        what = key.partition(".")[0].removesuffix("s")
        remedy = hint(name, dict.fromkeys(known))
        raise BadInput(f"the scenario has no {what} {shortened(name)!r}", key=key, remedy=remedy)


def is_of_the_text(words: Vocabulary, key: str) -> bool:
    """Whether a key is the ID of a number, ruling or sentence of the rules text."""
    return any(key in known for known in (words.numbers, words.rulings, words.sentences))


def assert_in_the_text(scenario: Scenario, chosen: Mapping[str, str]) -> None:
    """Check that the rules text contains the chosen rulings and sentences, given as in `Scenario.with_rulings`.

    Raises:
        BadInput: an ID or option is not in the text. The error's `key` is the ID.
    """
    words = vocabulary(scenario.ruleset)
    for key in (one for one in chosen if not is_of_the_text(words, one)):
        try:
            scenario.with_rulings({key: chosen[key]})
        except UnknownRule as error:
            raise BadInput(error.message, key=key, remedy=error.remedy) from None
