"""Numbers in a rules text, such as bonuses, chart rows, ranges and caps, with their values and permitted values."""

from collections.abc import Mapping

from msgspec import Struct

from pilein.kernel.errors import BadRuleset, UnknownRule
from pilein.kernel.nearest import shortened, unknown
from pilein.kernel.remedies import command
from pilein.kernel.rulings import Reading, entries_in


class Number(Struct, frozen=True):
    """Number in a sentence of the text, with its value in the text and its permitted minimum and maximum.

    `id` is the ID of the sentence, followed by `.name` if the sentence has several numbers, as in SH-CR-03.cap.
    Lengths are in inches.
    """

    id: str
    words: str
    default: int
    least: int
    most: int

    @property
    def sentence(self) -> str:
        """ID of the sentence that contains the number."""
        return self.id.partition(".")[0]

    @property
    def bounds(self) -> str:
        """Range of permitted values, such as "0 to 6"."""
        return f"{self.least} to {self.most}"

    def why_not(self, value: object) -> str:
        """Return the reason why the number cannot take a value, or "" if it can."""
        if not isinstance(value, int) or isinstance(value, bool):
            return f"{shortened(str(value))!r} is not a whole number"
        return "" if self.least <= value <= self.most else f"{shortened(str(value))} is out of bounds"


def read_numbers(package: str) -> dict[str, Number]:
    """Read the numbers of the ruleset in a package, by ID, in the order of `numbers.toml`.

    Raises:
        BadRuleset: the file is missing, does not list numbers, or has a number outside its own bounds.
    """
    found = {number.id: number for number in entries_in(package, "numbers.toml", "number", Number)}
    for number in found.values():
        fault = number.why_not(number.default)
        if fault:
            raise BadRuleset(
                f"{number.id}: {fault}",
                file=package,
                remedy=f"give a default from {number.bounds}, or change `least` or `most`",
            )
    return found


def set_to(numbers: Mapping[str, Number], chosen: Mapping[str, int]) -> dict[str, Reading]:
    """Return the value of every number: the chosen value, or else the value in the text.

    Whenever a rule reads a number, this is recorded in the same way as the use of a ruling.

    Raises:
        UnknownRule: there is no such number.
    """
    for key in chosen:
        number_named(numbers, key)
    return {key: Reading(number=chosen.get(key, number.default)) for key, number in numbers.items()}


def number_named(numbers: Mapping[str, Number], key: str) -> Number:
    """Return the number with this ID.

    Raises:
        UnknownRule: there is no such number. The error suggests numbers of the same sentence, or else the nearest ID.
    """
    if key in numbers:
        return numbers[key]
    own = [one for one, number in numbers.items() if number.sentence == key]
    if own:
        remedy = f"the sentence contains these numbers: {', '.join(own)}"
        raise UnknownRule(shortened(key), what="number", remedy=remedy)
    raise unknown(key, numbers, "number", command("`pilein rules RULESET --numbers` lists the numbers"))
