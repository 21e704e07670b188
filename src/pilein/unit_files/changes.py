"""Changes that armour and mounts make to a model's characteristics.

A characteristic gets a new value, or is raised or lowered.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from pilein.tabletop.notation.values import Fault, why_not
from pilein.tabletop.vocabulary import Key

STEP = re.compile(r"[+-]\d{1,3}", re.ASCII)  # "+1": one more than without the change
NUMBERS = ("int", "number")
Plain = dict[str, Any]


def why_no_change(key: Key, value: object) -> Fault | None:
    """Return the fault in a change to a characteristic, or None."""
    if key.kind in NUMBERS and isinstance(value, str) and STEP.fullmatch(value):
        return None
    found = why_not(key, value)
    if found and key.kind in NUMBERS and isinstance(value, str):
        return Fault(found.message, f'write a number, or "+1" or "-1" for one more or less ({key.name})')
    return found


def changed(profile: Mapping[str, Any], changes: Iterable[Mapping[str, Any]], keys: Iterable[Key]) -> Plain:
    """Apply changes to a profile's values: first new values (the last one counts), then steps up and down.

    A step stops at the minimum or maximum of its characteristic. A missing score counts as one more than the
    maximum, so "-1" makes it 6+.
    """
    every, found = tuple(changes), dict(profile)
    for key in keys:
        given = [one[key.name] for one in every if key.name in one]
        values = [value for value in given if not _is_step(key, value)]
        if values:
            found[key.name] = values[-1]
        step = sum(int(value) for value in given if _is_step(key, value))
        if step:
            found[key.name] = _moved(key, found.get(key.name, key.default), step)
    return {name: value for name, value in found.items() if value is not None}


def _is_step(key: Key, value: object) -> bool:
    return key.kind in NUMBERS and isinstance(value, str)


def _moved(key: Key, value: object, step: int) -> float | None:
    """Return a number after a step, or None for a score that the model still lacks."""
    assert key.least is not None, f"{key.name} has bounds"
    assert key.most is not None, f"{key.name} has bounds"
    is_none = not isinstance(value, int | float)
    if is_none and step > 0:
        return None
    start = key.most + 1 if is_none else value
    assert isinstance(start, int | float)
    bounded = min(max(start + step, key.least), key.most)
    return int(bounded) if bounded == int(bounded) else bounded
