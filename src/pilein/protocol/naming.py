"""Units and models named in a question or an answer, so that the page can find them on its board."""

import re
from functools import lru_cache
from typing import NamedTuple

from pilein.tabletop.setup import Setup

MODEL = "model"


class Named(NamedTuple):
    """Numbers of the units and models that a question or an answer names, in the order in which it names them."""

    units: tuple[int, ...] = ()
    models: tuple[int, ...] = ()


def named_in(setup: Setup, words: str) -> Named:
    """Find units by name, and models by number as written in logs ("model 24", "spellsword 20")."""
    pattern, units = _names(setup)
    found_units: dict[int, None] = {}
    found_models: dict[int, None] = {}
    for match in pattern.finditer(words):
        unit = units.get(match["name"])
        number = -1 if match["number"] is None else int(match["number"])
        whole = units.get(match[0])
        if whole is not None:
            found_units[whole] = None
        elif 0 <= number < len(setup.unit_of) and (match["name"] == MODEL or _is_called(setup, number, match["name"])):
            found_models[number] = None
        elif unit is not None:
            found_units[unit] = None
    return Named(tuple(found_units), tuple(found_models))


def _is_called(setup: Setup, model: int, name: str) -> bool:
    return name == setup.kind(model).name


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    either = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<!\w)(?P<name>{either})(?: (?P<number>\d+))?(?!\w)")


def _names(setup: Setup) -> tuple[re.Pattern[str], dict[str, int]]:
    units = {unit.name: unit.number for unit in setup.units}
    return _pattern((*units, MODEL, *(kind.name for kind in setup.kinds))), units
