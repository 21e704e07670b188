"""Changed numbers in the rules text. A number is changed in the section [numbers] of a file or for a single run."""

from collections.abc import Mapping

from pilein.kernel.errors import BadScenario, UnknownRule
from pilein.kernel.nearest import shortened
from pilein.kernel.numbers import Number, number_named
from pilein.kernel.remedies import command
from pilein.tabletop.notation.sections import Section
from pilein.tabletop.shared_words import SECTION_WORDS, TOP_WORDS
from pilein.tabletop.vocabulary import Vocabulary

Numbers = dict[str, int]


def numbers(top: Section, vocabulary: Vocabulary) -> Numbers:
    """Read the numbers that a file changes, leaving out values equal to the text's."""
    section = top.inner("numbers", "[numbers]", 'write [numbers] and below it "ID" = 2')
    chosen: Numbers = {}
    for key, value in section.values.items():
        if isinstance(value, dict):
            raise section.fault(
                "the value must be a number, not a table", key, remedy='write the ID in quotes: "ID.name" = 2'
            )
        try:
            number = number_named(vocabulary.numbers, key)
        except UnknownRule as error:
            words = f"there is no number {shortened(key)!r}"
            raise section.fault(words, key, remedy=_remedy(vocabulary, key, error)) from None
        wrong = number.why_not(value)
        if wrong:
            raise section.fault(wrong, key, remedy=_bounds(number))
        chosen[key] = section.whole(key, number.least, number.most)
    return differing(vocabulary, chosen)


def with_numbers(vocabulary: Vocabulary, before: Mapping[str, int], chosen: Mapping[str, int | None]) -> Numbers:
    """Return a scenario's changed numbers updated by `chosen`. None restores the number in the rules text.

    Raises:
        UnknownRule: the ID of a number is unknown. The error suggests the most similar ID.
        BadScenario: a number is out of bounds.
    """
    values = dict(before)
    for key, value in chosen.items():
        try:
            number = number_named(vocabulary.numbers, key)
        except UnknownRule as error:
            raise UnknownRule(shortened(key), what="number", remedy=_remedy(vocabulary, key, error)) from None
        wrong = "" if value is None else number.why_not(value)
        if wrong:
            raise BadScenario(wrong, key=key, remedy=_bounds(number))
        values[key] = number.default if value is None else value
    return differing(vocabulary, values)


def differing(vocabulary: Vocabulary, values: Mapping[str, int]) -> Numbers:
    """Return the numbers changed from their defaults, in the order of the text."""
    known = vocabulary.numbers
    return {key: values[key] for key in known if key in values and values[key] != known[key].default}


def _bounds(number: Number) -> str:
    return f"give a number from {number.bounds} ({number.words})"


def _remedy(vocabulary: Vocabulary, key: str, error: UnknownRule) -> str:
    """Return the remedy for a key that is not the ID of a number."""
    if key in vocabulary.rulings:
        return "choose an option for this ruling under [rulings]" + command(", or with --rule")
    if any(number.sentence == key for number in vocabulary.numbers.values()):
        return error.remedy
    if "." in key and key.partition(".")[0] in (*SECTION_WORDS, *TOP_WORDS):
        return command(f"use `pilein lab compare --set {shortened(key)}=...`, or ") + "change this key in the file"
    listing = command(f"`pilein rules {vocabulary.ruleset} --numbers` lists the numbers")
    if key in vocabulary.sentences:
        return "choose another sentence, since no number in this one can be set; " + listing
    return f"did you mean {error.nearest!r}? " + listing if error.nearest else listing
