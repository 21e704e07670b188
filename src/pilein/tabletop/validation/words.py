"""Validation of a scenario's names and values against the vocabulary of its ruleset."""

from collections.abc import Iterable, Mapping

from pilein.kernel.errors import MISSING, BadScenario, UnknownRule
from pilein.kernel.nearest import hint, shortened
from pilein.kernel.remedies import command
from pilein.kernel.rulings import Reading, Ruling
from pilein.tabletop.notation.lines import Path
from pilein.tabletop.notation.rulings import why_no_number
from pilein.tabletop.notation.sections import Source
from pilein.tabletop.notation.values import LARGEST, Fault, example, why_no_name, why_not
from pilein.tabletop.vocabulary import Key, Value, Values, Vocabulary, names

NOWHERE = Source()
LIKE_A_FILE = "write the value as in a scenario file"


def fault(path: Path, message: str, remedy: str = LIKE_A_FILE) -> BadScenario:
    """Return the error for a path in a scenario."""
    return NOWHERE.fault(path, message, remedy)


def check_name(name: str, *path: str | int) -> None:
    """Check a name. Raises BadScenario if no scenario file could contain it."""
    found = why_no_name(name)
    if found:
        raise fault(path, found.message, found.remedy)


def check_values(values: Values, keys: Iterable[Key], *path: str | int) -> None:
    """Check that `values` has a valid value for every key and no other entries.

    Raises:
        BadScenario: a value is missing, unknown, of the wrong kind or out of bounds.
    """
    known = {key.name: key for key in keys}
    for name in values:
        if name not in known:
            raise fault(path, f"there is no key {shortened(name)!r}", hint(name, known))
    for name, key in known.items():
        if name not in values:
            raise NOWHERE.fault(path, f"the key {name!r} is missing", example(key), kind=MISSING, value=name)
        found = _why_not(key, values[name])
        if found:
            raise fault((*path, name), found.message, found.remedy)


def _why_not(key: Key, value: Value | None) -> Fault | None:
    if value == key.default and type(value) is type(key.default):
        return None
    if value is None:
        return Fault(f"the value of {key.name!r} is missing", example(key))
    if key.kind == "one of" and value not in key.options:
        return Fault(f"there is no {key.name} {shortened(str(value))!r}", hint(str(value), key.options))
    return why_not(key, list(value) if isinstance(value, tuple) else value)


def check_rules(rules: object, vocabulary: Vocabulary, *path: str | int) -> None:
    """Check special rules. Raises BadScenario if a rule is unknown or repeated."""
    assert isinstance(rules, tuple)
    for number, name in enumerate(rules):
        if name not in vocabulary.rules:
            remedy = hint(name, vocabulary.rules)
            raise fault((*path, number), f"there is no special rule {shortened(name)!r}", remedy)
    if len(set(rules)) < len(rules):
        raise fault(path, "a special rule is named twice", "name each special rule once")


def check_weapons(weapons: Mapping[str, Values], vocabulary: Vocabulary) -> None:
    """Check weapons against the ruleset's keys. Raises BadScenario at the first error."""
    for name, values in weapons.items():
        check_name(name, "weapons", name)
        keys = vocabulary.weapon_keys
        if "rules" in names(keys) and isinstance(values.get("rules"), tuple):
            check_rules(values["rules"], vocabulary, "weapons", name, "rules")
        check_values(values, keys, "weapons", name)


def check_rulings(rulings: Mapping[str, Reading], vocabulary: Vocabulary) -> None:
    """Check rulings and their options.

    Raises:
        BadScenario: a ruling or option is unknown, or a number does not belong to its option.
    """
    for key, reading in rulings.items():
        if key not in vocabulary.rulings:
            remedy = command(f"`pilein rules {vocabulary.ruleset}` lists the rulings")
            raise fault(("rulings", key), f"there is no ruling {shortened(key)!r}", remedy)
        _check_reading(vocabulary.rulings[key], reading)


def _check_reading(ruling: Ruling, reading: Reading) -> None:
    place = ("rulings", ruling.id)
    try:
        known = ruling.option(reading.option)
    except UnknownRule as error:
        remedy = hint(error.nearest.split("=")[-1], [error.nearest.split("=")[-1]])
        raise fault(place, f"there is no option {shortened(reading.option)!r}", remedy) from None
    if known != reading.option:
        raise fault(place, f"there is no option {shortened(reading.option)!r}", f"write {known!r}")
    wrong = why_no_number(ruling, known, reading.number)
    if wrong:
        raise fault(
            place, wrong, "remove the number" if reading.number is not None else "give a number for this option"
        )
    if reading.number is not None and not 0 <= reading.number <= LARGEST:
        raise fault(
            place,
            f"the number {shortened(str(reading.number))} is out of bounds",
            f"write a number from 0 to {LARGEST}",
        )


def check_struck(struck: tuple[str, ...], vocabulary: Vocabulary) -> None:
    """Check that struck sentences are known, sorted and not repeated. Raises BadScenario if not."""
    for key in struck:
        if key not in vocabulary.sentences:
            remedy = command(f"`pilein rules {vocabulary.ruleset}` lists the sentences")
            raise fault(("rulings", key), f"there is no sentence {shortened(key)!r}", remedy)
    if list(struck) != sorted(set(struck)):
        raise fault(
            ("struck",),
            "the excluded sentences are repeated or out of order",
            "name each sentence once, in alphabetical order",
        )


def check_numbers(numbers: Mapping[str, int], vocabulary: Vocabulary) -> None:
    """Check that changed numbers in the rules text are known, whole and within bounds. Raises BadScenario if not."""
    for key, value in numbers.items():
        if key not in vocabulary.numbers:
            remedy = command(f"`pilein rules {vocabulary.ruleset} --numbers` lists the numbers")
            raise fault(("numbers", key), f"there is no number {shortened(key)!r}", remedy)
        wrong = vocabulary.numbers[key].why_not(value)
        if wrong:
            raise fault(("numbers", key), wrong, f"write a number from {vocabulary.numbers[key].bounds}")
