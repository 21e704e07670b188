"""Rulings in a scenario file: options chosen by name, presets expanded, sentences struck out, numbers changed."""

import re
from collections.abc import Mapping

from msgspec.structs import replace

from pilein.kernel.errors import BadScenario, UnknownRule
from pilein.kernel.nearest import hint, shortened, unknown
from pilein.kernel.remedies import command
from pilein.kernel.rulings import DEFAULT, Reading, Ruling, find
from pilein.tabletop.notation.numbers import with_numbers
from pilein.tabletop.notation.profiles import default_base
from pilein.tabletop.notation.sections import Section
from pilein.tabletop.notation.values import LARGEST, described
from pilein.tabletop.scenario import Scenario
from pilein.tabletop.vocabulary import Vocabulary

STRUCK = "struck"  # in place of an option, for a key that is a sentence
IS_NUMBER = re.compile(r"-?\d{1,6}", re.ASCII)
WITH_NUMBER = re.compile(r"(?P<option>[^:]*)(:(?P<number>\d{1,6}))?", re.ASCII)


def rulings(top: Section, vocabulary: Vocabulary) -> dict[str, Reading]:
    """Read the rulings that a file chooses, with presets expanded."""
    section = _section(top)
    chosen: dict[str, Reading] = {}
    for key, value in section.values.items():
        if value == STRUCK:
            continue
        try:
            ruling = find(vocabulary.rulings, key)
        except UnknownRule as error:
            remedy = _hint(error) or command(f"`pilein rules {vocabulary.ruleset}` lists the rulings")
            raise section.fault(f"there is no ruling {shortened(key)!r}", key, remedy=remedy) from None
        chosen[ruling.id] = _reading(section, key, value, ruling)
    return with_presets(vocabulary, chosen)


def struck(top: Section, vocabulary: Vocabulary) -> tuple[str, ...]:
    """Return the sentences that a file strikes out of the rules text: `"SH-CR-06" = "struck"` under [rulings]."""
    section = _section(top)
    keys = [key for key, value in section.values.items() if value == STRUCK]
    for key in keys:
        if key not in vocabulary.sentences:
            remedy = hint(
                key, vocabulary.sentences, command(f"`pilein rules {vocabulary.ruleset}` lists the sentences")
            )
            raise section.fault(f"there is no sentence {shortened(key)!r}", key, remedy=remedy)
    return tuple(sorted(keys))


def _section(top: Section) -> Section:
    return top.inner("rulings", "[rulings]", 'write [rulings] and below it "ID" = "option"')


def with_presets(vocabulary: Vocabulary, chosen: Mapping[str, Reading]) -> dict[str, Reading]:
    """Add the rulings of a chosen preset, if any. Explicit choices take precedence."""
    if not any(chosen.get(ruling, Reading()).option == option for ruling, option in vocabulary.presets.items()):
        return dict(chosen)
    return preset(vocabulary) | dict(chosen)


def with_rulings(scenario: Scenario, vocabulary: Vocabulary, chosen: Mapping[str, str]) -> Scenario:
    """Return a copy of a scenario with changed rulings: `{"SH-R-19": "gap"}`, or `"limit:12"` for an option with a
    number.

    `{"SH-CR-06": "struck"}` strikes a sentence out of the rules text, `{"SH-CR-04": "2"}` changes its number, and
    `"default"` reverts either change.

    If a preset is chosen, it fills in the rulings that neither the scenario nor `chosen` sets. If a preset is
    removed, its readings are removed as well.

    Raises:
        UnknownRule: a ruling, option or sentence is unknown. The error suggests the nearest one.
        BadScenario: a number is missing, unexpected or out of bounds.
    """
    readings, struck_out, numbers = dict(scenario.rulings), set(scenario.struck), dict(scenario.numbers)
    for key, words in chosen.items():
        if words == STRUCK:
            struck_out.add(_sentence(vocabulary, key))
            continue
        if key in struck_out and words == DEFAULT:
            struck_out.remove(key)
            continue
        if key in vocabulary.numbers or IS_NUMBER.fullmatch(words):
            numbers = with_numbers(vocabulary, numbers, {key: _value(key, words)})
            continue
        ruling = find(vocabulary.rulings, key)
        if ruling.id in vocabulary.presets:
            spelled_out = preset(vocabulary)
            readings = {name: one for name, one in readings.items() if spelled_out.get(name) != one}
        readings[ruling.id] = _spoken(ruling, words)
    readings = with_presets(vocabulary, readings)
    base = default_base(vocabulary, readings)
    profiles = {
        name: profile if profile.is_base_given else replace(profile, base=base)
        for name, profile in scenario.profiles.items()
    }
    return replace(scenario, rulings=readings, profiles=profiles, struck=tuple(sorted(struck_out)), numbers=numbers)


def _value(key: str, words: str) -> int | None:
    """Parse the new value of a number. None restores the number in the rules text."""
    if words == DEFAULT:
        return None
    if not IS_NUMBER.fullmatch(words):
        raise BadScenario(
            f"{shortened(words)!r} is not a whole number", key=key, remedy="give a whole number, or default"
        )
    return int(words)


def _sentence(vocabulary: Vocabulary, key: str) -> str:
    if key not in vocabulary.sentences:
        raise unknown(
            key, vocabulary.sentences, "sentence", command(f"`pilein rules {vocabulary.ruleset}` lists the sentences")
        )
    return key


def preset(vocabulary: Vocabulary) -> dict[str, Reading]:
    """Options that a ruleset's preset chooses, by ruling. The result is empty if the ruleset has no preset."""
    readings: dict[str, Reading] = {}
    for ruling in vocabulary.rulings.values() if vocabulary.presets else ():
        option = next((one for one in ruling.options if one.fantasy), None)
        if option and ruling.id not in vocabulary.presets:
            readings[ruling.id] = Reading(option.name, ruling.number if option.number else None)
    return readings


def _spoken(ruling: Ruling, words: str) -> Reading:
    found = WITH_NUMBER.fullmatch(words.strip())
    if found is None:
        raise BadScenario(
            f"{words!r} is not an option", key=ruling.id, remedy="write the name of an option, or OPTION:NUMBER"
        )
    option = ruling.option(found["option"])
    number = None if found["number"] is None else int(found["number"])
    fault = why_no_number(ruling, option, number)
    if fault:
        example = f"{option}:12" if _takes_number(ruling, option) else option
        raise BadScenario(fault, key=ruling.id, remedy=f'write "{example}"')
    return _completed(ruling, option, number)


def _reading(section: Section, key: str, value: object, ruling: Ruling) -> Reading:
    if isinstance(value, str):
        return _chosen(section, key, value, ruling, None)
    if not isinstance(value, dict):
        message = f"the value must be an option, not {described(value)}"
        raise section.fault(message, key, remedy=f'write "{ruling.id}" = "{_some_option(ruling)}"')
    inner = section.section(value, "a ruling", key)
    inner.only(("option", "n"))
    number = inner.whole("n", 0, LARGEST) if inner.has("n") else None
    return _chosen(section, key, inner.text("option", DEFAULT), ruling, number)


def _chosen(section: Section, key: str, words: str, ruling: Ruling, number: int | None) -> Reading:
    try:
        option = ruling.option(words)
    except UnknownRule as error:
        message = f"{ruling.id} has no option {shortened(words)!r}"
        raise section.fault(message, key, remedy=_hint(error) or error.remedy) from None
    fault = why_no_number(ruling, option, number)
    if fault:
        raise section.fault(fault, key, remedy=_number_remedy(ruling, option))
    return _completed(ruling, option, number)


def why_no_number(ruling: Ruling, option: str, number: int | None) -> str | None:
    """Explain why an option's number is unexpected or missing, or return None if it is valid."""
    takes = _takes_number(ruling, option)
    if number is not None and not takes:
        return f"the option {option!r} of {ruling.id} takes no number"
    if number is None and takes and ruling.number is None:
        return f"the option {option!r} of {ruling.id} needs a number"
    return None


def _takes_number(ruling: Ruling, option: str) -> bool:
    if option == DEFAULT:
        return ruling.number is not None
    return any(one.number for one in ruling.options if one.name == option)


def _number_remedy(ruling: Ruling, option: str) -> str:
    if _takes_number(ruling, option):
        return f'write {{ option = "{option}", n = 12 }}'
    return f'write "{ruling.id}" = "{option}"'


def _completed(ruling: Ruling, option: str, number: int | None) -> Reading:
    if number is None and _takes_number(ruling, option):
        return Reading(option, ruling.number)
    return Reading(option, number)


def _some_option(ruling: Ruling) -> str:
    return ruling.options[0].name if ruling.options else DEFAULT


def _hint(error: UnknownRule) -> str:
    near = error.nearest.split("=")[-1]
    return f"did you mean {near!r}?" if near else ""
