"""Check arguments passed from Python before play begins. Error messages name the argument and its valid values."""

from collections.abc import Mapping, Sequence
from operator import index
from pathlib import Path
from typing import Any, SupportsIndex

from pilein.kernel.errors import BadInput, BadScenario
from pilein.kernel.nearest import shortened

NUMBER = 'give a mapping like {"SH-CR-04": 2}'
RULING = 'give a mapping like {"SH-R-19": "gap"}'


def whole(value: object, name: str, least: int | None = None) -> int:
    """Convert a Python or numpy integer to an int.

    Raises:
        BadInput: the value is not a whole number, or is less than `least`.
    """
    if not isinstance(value, SupportsIndex):
        remedy = "give a whole number instead" if least is None else f"give a whole number of at least {least}"
        raise BadInput(f"{spelled(value)} is not a whole number", key=name, remedy=remedy)
    number = index(value)
    if least is not None and number < least:
        raise BadInput(f"{number} is less than {least}", key=name, remedy=f"give {least} or more")
    return number


def rulings_of(value: object) -> Mapping[str, str]:
    """Return the option chosen for each ruling, by the ruling's ID. None gives an empty mapping.

    Raises:
        BadInput: the value is not a mapping from strings to strings.
    """
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise BadInput(f"{spelled(value)} is not a mapping of rulings to options", key="rulings", remedy=RULING)
    for ruling, option in value.items():
        if not isinstance(ruling, str) or not isinstance(option, str):
            words = f"{spelled(ruling)}: {spelled(option)} does not assign the name of an option to the ID of a ruling"
            raise BadInput(words, key="rulings", remedy=RULING)
    return value


def numbers_of(value: object) -> Mapping[str, int | None]:
    """Return the new values of numbers in the rules text, by ID. None restores the number that the text gives."""
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise BadInput(f"{spelled(value)} is not a mapping of IDs to numbers", key="numbers", remedy=NUMBER)
    return {key: None if one is None else whole(one, key) for key, one in value.items()}


def path_of(value: object, what: str = "a scenario") -> str | Path:
    """Check that an argument is a string or a Path, and return it.

    Raises:
        BadInput: the value is not a path. The message uses `what` to describe the expected file.
    """
    if isinstance(value, str | Path):
        return value
    made = ", or build a scenario from the dictionary with `Scenario.from_dict`" if isinstance(value, Mapping) else ""
    words = f"this argument must be {what} or the path of its file, not a value of type {type(value).__name__}"
    raise BadInput(words, remedy=f"give {what} or a path" + made)


def text_of(value: object, key: str, remedy: str) -> str:
    """Check that an argument is a string, and return it. Raises BadInput if it is not a string."""
    if not isinstance(value, str):
        raise BadInput(f"{spelled(value)} is not a string", key=key, remedy=remedy)
    return value


def file_values(value: object) -> Mapping[str, Any]:
    """Check that an argument maps strings to values, as a scenario file does.

    Raises BadScenario if the argument is not a dictionary with string keys.
    """
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise BadScenario(
            "this argument must be a dictionary with the keys of a scenario file",
            remedy="give the keys with their values in a dictionary",
        )
    return value


def is_list(value: object) -> bool:
    """Whether the value is a list, a tuple or another sequence, but not a string."""
    return isinstance(value, Sequence) and not isinstance(value, str)


def spelled(value: object) -> str:
    """Return the `repr` of a value for an error message, truncated if it is long."""
    return shortened(repr(value))
