"""Validation of single values in a scenario file against the kinds and bounds of their keys."""

import tomllib
from collections.abc import Callable
from datetime import date, time
from math import isfinite
from typing import NamedTuple

from pilein.kernel.nearest import is_showable, listed, nearest, same, shortened
from pilein.kernel.remedies import Remedy, line
from pilein.tabletop.vocabulary import Key, Value

LARGEST = 1_000_000  # largest number allowed in a file
LONGEST_NAME = 80  # characters
MANY_DIGITS = 10**18  # larger whole numbers are not printed


class Fault(NamedTuple):
    """Error message and remedy for an invalid value."""

    message: str
    remedy: str = ""


WANTED = {
    "int": "a whole number",
    "number": "a number",
    "bool": "true or false",
    "text": "text in quotes",
    "texts": "a list of texts in quotes",
    "unit": "the name of a unit in quotes",
    "one of": "a word in quotes",
}
EXAMPLES = {
    "int": "4",
    "number": "6",
    "bool": "true",
    "text": '"..."',
    "texts": '["..."]',
    "unit": '"..."',
    "one of": '"..."',
}


def why_not(key: Key, value: object) -> Fault | None:
    """Return the fault that makes a value invalid for a key, or None if the value is valid."""
    return _CHECKS[key.kind](key, value)


def plain(key: Key, value: object) -> Value:
    """Convert a valid value to its stored form."""
    if isinstance(value, list):
        return tuple(str(item) for item in value)
    if key.kind == "one of":
        return same(str(value), key.options) or str(value)
    assert isinstance(value, bool | int | float | str)
    return value


def described(value: object) -> str:
    """Describe a value of the file in words: its type and, if short, the value itself."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f"the text {shortened(value)!r}"
    if isinstance(value, int | float):
        return _number(value) if isinstance(value, int) and abs(value) > MANY_DIGITS else f"the number {value}"
    if isinstance(value, list):
        return "a list" if value else "an empty list"
    if isinstance(value, dict):
        return "a table"
    return "a date or time" if isinstance(value, date | time) else f"a value of the type {type(value).__name__}"


def example(key: Key) -> Remedy:
    """Show how to write a key, with a possible value."""
    value = f'"{key.options[0]}"' if key.options else EXAMPLES[key.kind]
    if key.least is not None and key.kind in ("int", "number"):
        value = f"{max(key.least, min(4, key.most or 4)):g}"
    return line(key.name, value, _read(value)) + (f" ({key.words})" if key.words else "")


def _read(value: str) -> object:
    """Parse an example value as it appears in a file. Return None if the example contains a "..." placeholder."""
    return None if "..." in value else tomllib.loads(f"value = {value}")["value"]


def why_no_name(value: str) -> Fault | None:
    """Return the fault that makes a string invalid as a name, or None if the name is valid."""
    if not value.strip():
        return Fault("the name is empty", "give a name of at least one letter")
    if not is_showable(value):
        return Fault(
            f"the name {shortened(value)!r} contains a character that cannot be displayed", "remove that character"
        )
    if value != value.strip():
        return Fault(f"the name {value!r} begins or ends with a space", "remove the space")
    if len(value) > LONGEST_NAME:
        return Fault(
            f"the name is {len(value)} characters long, more than {LONGEST_NAME}",
            f"use at most {LONGEST_NAME} characters",
        )
    return None


def _number(value: float) -> str:
    if isinstance(value, int) and abs(value) > MANY_DIGITS:
        return "a number with more than eighteen digits"
    return str(value)


def _wrong_kind(key: Key, value: object) -> Fault:
    remedy = example(key)
    if isinstance(value, str) and key.kind in ("int", "number") and value.rstrip("+").isdecimal():
        number = int(value.rstrip("+")[:6])
        remedy = Remedy(f"write {key.name} = {number}", number)
    elif isinstance(value, str) and key.kind == "texts":
        remedy = Remedy(f"write {key.name} = [{shortened(value)!r}]", [value])
    elif isinstance(value, float) and key.kind == "int" and abs(value) <= MANY_DIGITS:
        least, most = (end if end is not None else value for end in (key.least, key.most))
        number = round(min(max(value, least), most))
        remedy = Remedy(f"write {key.name} = {number}", number)
    found = "a list of other values" if key.kind == "texts" and isinstance(value, list) else described(value)
    return Fault(f"the value must be {WANTED[key.kind]}, not {found}", remedy)


def _whole(key: Key, value: object) -> Fault | None:
    if isinstance(value, bool) or not isinstance(value, int):
        return _wrong_kind(key, value)
    return _out_of_bounds(key, value)


def _any_number(key: Key, value: object) -> Fault | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return _wrong_kind(key, value)
    if isinstance(value, float) and not isfinite(value):
        return Fault(f"{value} is not a finite number", "write a finite number, such as 4")
    return _out_of_bounds(key, value)


def _out_of_bounds(key: Key, value: float) -> Fault | None:
    least = -LARGEST if key.least is None else key.least
    most = LARGEST if key.most is None else key.most
    if least <= value <= most:
        return None
    if key.least is not None and key.most is None:
        bounds = Remedy(f"write at least {_bare(least)}", int(least))
    else:
        bounds = Remedy(f"write a number from {_bare(least)} to {_bare(most)}", int(least))
    return Fault(f"{_number(value)} is too {'small' if value < least else 'large'}", bounds)


def _bare(value: float) -> str:
    return str(int(value)) if value == int(value) else str(value)


def _truth(key: Key, value: object) -> Fault | None:
    return None if isinstance(value, bool) else _wrong_kind(key, value)


def _text(key: Key, value: object) -> Fault | None:
    return why_no_name(value) if isinstance(value, str) else _wrong_kind(key, value)


def _texts(key: Key, value: object) -> Fault | None:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        return _wrong_kind(key, value)
    return next((fault for fault in map(why_no_name, value) if fault), None)


def _option(key: Key, value: object) -> Fault | None:
    if not isinstance(value, str):
        return _wrong_kind(key, value)
    if same(value, key.options) is not None:
        return None
    every, near = listed(key.options), nearest(value, key.options)
    remedy = Remedy(f"did you mean {near!r}? if not, use one of {every}", near) if near else f"use one of {every}"
    return Fault(f"there is no {key.name} {shortened(value)!r}", remedy)


_CHECKS: dict[str, Callable[[Key, object], Fault | None]] = {
    "int": _whole,
    "number": _any_number,
    "bool": _truth,
    "text": _text,
    "texts": _texts,
    "unit": _text,
    "one of": _option,
}
