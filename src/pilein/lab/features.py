"""Features of a moment in a game, and of a question's options, as rows of numbers with declared names and ranges.

The features derive from a ruleset's vocabulary: the fates of units, and the numeric and boolean statuses. No feature
is the index of an option. Each row describes one option, so a learner gives each option a score.
"""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from math import inf
from typing import Any, Literal, get_type_hints
from zlib import crc32

from msgspec import Struct, to_builtins

from pilein.geometry.ticks import INCH
from pilein.kernel.requests import NOTHING, Answer, Choice, OneOf, Several, Split
from pilein.tabletop.battle import BattleState
from pilein.tabletop.plane import Plane
from pilein.tabletop.ruleset import Ruleset

Kind = Literal["flag", "number", "share"]
Row = tuple[float, ...]
NUMBERS = 4  # numbers of an answer that have a feature of their own
PLACED = 4  # (model, x, y, facing) or (x, y, facing, files)
DEGREE = 100  # hundredths
ITEMS = 6  # shares of a split that have a feature of their own
WORD = 6  # signs that stand for a word, the same under every ruleset
MOST_NUMBER = 1e6


class Feature(Struct, frozen=True):
    """Declared feature, with its name, its minimum and maximum value, and whether it is a flag, a number or a share."""

    name: str
    low: float
    high: float
    kind: Kind


def flag(name: str) -> Feature:
    """Declare a feature whose value is 0 or 1."""
    return Feature(name, 0, 1, "flag")


def share(name: str) -> Feature:
    """Declare a feature whose value is a fraction from 0 to 1."""
    return Feature(name, 0, 1, "share")


OPTION: tuple[Feature, ...] = (
    flag("one of"),
    flag("several"),
    flag("split"),
    flag("placement"),
    flag("yes"),
    flag("no"),
    Feature("concerns", NOTHING, MOST_NUMBER, "number"),
    Feature("chosen", 0, MOST_NUMBER, "number"),
    *(Feature(f"number {place}", -MOST_NUMBER, MOST_NUMBER, "number") for place in range(1, NUMBERS + 1)),
    *(share(f"share {place}") for place in range(1, ITEMS + 1)),
    *(Feature(f"word {place}", -1, 1, "number") for place in range(1, WORD + 1)),
    Feature("x", -MOST_NUMBER, MOST_NUMBER, "number"),
    Feature("y", -MOST_NUMBER, MOST_NUMBER, "number"),
    Feature("facing", 0, 360, "number"),
)
MODEL: tuple[Feature, ...] = (
    Feature("unit", 0, MOST_NUMBER, "number"),
    flag("second side"),
    Feature("x", -MOST_NUMBER, MOST_NUMBER, "number"),
    Feature("y", -MOST_NUMBER, MOST_NUMBER, "number"),
    Feature("facing", 0, 360, "number"),
    Feature("wounds lost", 0, MOST_NUMBER, "number"),
)
GLOBAL: tuple[Feature, ...] = (
    Feature("phase", 0, 1000, "number"),
    flag("second side is active"),
    flag("second side answers"),
    flag("on a table"),
)
FACTS = 64  # numbers of the current step that are shown
FACT: tuple[Feature, ...] = tuple(
    Feature(f"fact {place}", -MOST_NUMBER, MOST_NUMBER, "number") for place in range(1, FACTS + 1)
)
KNOWN = frozenset({"setup", "field", "statuses", "active"})  # parts of a state that have rows of their own


def option_row(choice: Choice, answer: Answer) -> Row:
    """Return the features of an answer, in the order of OPTION. Lengths are in inches, angles in degrees."""
    numbers = tuple(_numbers(answer))
    placed = _place(choice, answer)
    shares = _shares(choice, answer)
    plain = numbers[:NUMBERS] if placed is None and not any(shares) else ()
    return (
        float(isinstance(choice, OneOf)),
        float(isinstance(choice, Several)),
        float(isinstance(choice, Split)),
        float(placed is not None),
        float(answer is True or answer == "yes"),
        float(answer is False or answer == "no"),
        float(getattr(choice, "about", NOTHING)),
        float(len(answer)) if isinstance(answer, tuple) else 1.0,
        *(_within(number) for number in plain),
        *(0.0,) * (NUMBERS - len(plain)),
        *shares,
        *_word(answer),
        *(placed or (0.0, 0.0, 0.0)),
    )


def _word(answer: Answer) -> Row:
    """Return a row of 1 and -1 for an answer in words, such as "hold" or "flee", or a row of 0 for any other answer."""
    return _signs(answer) if isinstance(answer, str) and answer not in ("yes", "no") else (0.0,) * WORD


@cache
def _signs(answer: str) -> Row:
    bits = crc32(answer.encode())
    return tuple(1.0 if bits >> place & 1 else -1.0 for place in range(WORD))


def _within(number: int) -> float:
    return float(max(-MOST_NUMBER, min(MOST_NUMBER, number)))


def _numbers(answer: Answer) -> Iterator[int]:
    """Yield the whole numbers that occur in an answer, in order."""
    if isinstance(answer, tuple):
        for one in answer:
            yield from _numbers(one)
    elif isinstance(answer, int) and not isinstance(answer, bool):
        yield answer


def _place(choice: Choice, answer: Answer) -> tuple[float, float, float] | None:
    """Return the place given in an answer (model, x, y, facing) or (x, y, facing, files), in inches and degrees."""
    if isinstance(choice, OneOf | Several | Split) or not isinstance(answer, tuple) or len(answer) != PLACED:
        return None
    if not all(type(one) is int for one in answer):
        return None
    x, y, facing = answer[1:] if max(answer[1:3]) > INCH and answer[0] < INCH else answer[:3]
    return x / INCH, y / INCH, float(facing % (360 * DEGREE)) / DEGREE


def _shares(choice: Choice, answer: Answer) -> Row:
    shares: Row = ()
    if isinstance(choice, Split) and choice.total:
        shares = tuple(part / choice.total for part in answer[:ITEMS])
    return (*shares, *(0.0,) * (ITEMS - len(shares)))


class UnitFeatures:
    """Features of units under one ruleset.

    `declared` describes the features, and `rows` returns their values in a state.
    """

    def __init__(self, rules: Ruleset, opening: BattleState) -> None:
        self._rules = rules
        self._before = [max(1, rules.left(opening, unit.number)) for unit in opening.setup.units]
        self._statuses = tuple(_numeric(opening))
        self.declared: tuple[Feature, ...] = (
            flag("second side"),
            share("models left"),
            Feature("models", 0, MOST_NUMBER, "number"),
            Feature("wounds lost", 0, MOST_NUMBER, "number"),
            flag("beaten"),
            flag("in contact"),
            *(flag(f"fate: {fate}") for fate in rules.fates),
            *(Feature(f"status: {name}", -inf if kind is int else 0, inf if kind is int else 1, _kind(kind))
              for name, kind in self._statuses),
        )  # fmt: skip

    def rows(self, state: Any) -> list[Row]:  # noqa: ANN401 - the ruleset's own
        """Return a row of features for each unit, in scenario order."""
        return [self._row(state, unit.number) for unit in state.setup.units]

    def _row(self, state: Any, unit: int) -> Row:  # noqa: ANN401 - the ruleset's own
        rules, field = self._rules, state.field
        fate, left = rules.fate(state, unit), rules.left(state, unit)
        status = state.statuses[unit] if self._statuses else None
        return (
            float(state.setup.units[unit].side),
            left / self._before[unit],
            float(left),
            float(sum(field.wounds_lost(model) for model in field.models(unit))),
            float(fate in rules.beaten),
            float(bool(field.touched_units(unit))),
            *(float(fate == one) for one in rules.fates),
            *(float(getattr(status, name)) for name, _ in self._statuses),
        )


def _kind(kind: type) -> Kind:
    return "flag" if kind is bool else "number"


def _numeric(state: Any) -> Iterator[tuple[str, type]]:  # noqa: ANN401 - the ruleset's own
    """Yield the names of the ruleset's integer and boolean statuses."""
    statuses = getattr(state, "statuses", ())
    if not statuses:
        return
    hints = get_type_hints(type(statuses[0]))
    for name in statuses[0].__struct_fields__:
        if hints[name] in (bool, int):
            yield name, hints[name]


def model_rows(state: Any) -> list[Row]:  # noqa: ANN401 - the ruleset's own
    """Return a row of features for each living model, in the order of MODEL. In the press, places are 0."""
    field, setup = state.field, state.setup
    return [
        (
            float(unit.number),
            float(unit.side),
            *(_stand(field, model) if isinstance(field, Plane) else (0.0, 0.0, 0.0)),
            float(field.wounds_lost(model)),
        )
        for unit in setup.units
        for model in field.models(unit.number)
    ]


def _stand(field: Plane, model: int) -> tuple[float, float, float]:
    place = field.place(model)
    return place.x / INCH, place.y / INCH, place.facing / DEGREE


def fact_row(state: Any) -> Row:  # noqa: ANN401 - the ruleset's own
    """Return up to 64 whole numbers that are passed on between steps of play, such as dice already rolled."""
    plain = (to_builtins(getattr(state, name)) for name in state.__struct_fields__ if name not in KNOWN)
    found = [_within(number) for number in islice((one for part in plain for one in _flat(part)), FACTS)]
    return (*found, *(0.0,) * (FACTS - len(found)))


def _flat(value: Any) -> Iterator[int]:  # noqa: ANN401 - any JSON
    """Yield the whole numbers in a value. Booleans count as 1 or 0."""
    if isinstance(value, int):
        yield int(value)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _flat(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from _flat(one)


def global_row(state: BattleState, phase: int, side: int) -> Row:
    """Return the features of a moment, in the order of GLOBAL. `side` is the side that must answer."""
    active = getattr(state, "active", 0)
    return float(phase), float(active), float(side), float(isinstance(state.field, Plane))
