"""A unit moved straight towards its target, or away from it, until so much is between them."""

from collections.abc import Callable
from math import sqrt

from msgspec.structs import replace

from pilein.geometry.gaps import gap
from pilein.geometry.shapes import Place, Shape
from pilein.geometry.ticks import CONTACT, inches
from pilein.tabletop.checking import stands
from pilein.tabletop.scenario import Scenario, Unit

ROUNDS = 60  # of halving
TOUCHING = CONTACT // 2  # ticks between those who touch: no less, so that they do not overlap


def distance(scenario: Scenario, unit: int, target: int) -> float:
    """What is between the nearest models of two units on a table, edge to edge, in ticks."""
    outlines = _outlines(scenario)
    return min(gap(one, other) for one in outlines[unit] for other in outlines[target])


def brought(scenario: Scenario, unit: int, target: int, wanted: int) -> Scenario | None:
    """The scenario, the unit moved so that so many ticks are between it and its target; None if that cannot be.

    It moves along the line through the middles of the two nearest models, facing as it did.
    """
    along, up, far = _line(scenario, unit, target)
    most = far + wanted + max(scenario.table.width, scenario.table.depth) if scenario.table else far

    def moved(way: float) -> Scenario:
        return _shifted(scenario, unit, round(way * along), round(way * up))

    aimed = max(wanted, TOUCHING)
    way = _halved(lambda way: distance(moved(way), unit, target) > aimed, -most, far)
    found = moved(way)
    return found if abs(distance(found, unit, target) - wanted) <= CONTACT else None


def words(ticks: float) -> str:
    """A distance in inches, for people."""
    return f'{inches(ticks):g}"'


def _halved(is_far: Callable[[float], bool], low: float, high: float) -> float:
    """The way after which it is far no more: it is after `low`, and not after `high`."""
    for _ in range(ROUNDS):
        if high - low < 1:
            break
        middle = (low + high) / 2
        low, high = (middle, high) if is_far(middle) else (low, middle)
    return high


def _line(scenario: Scenario, unit: int, target: int) -> tuple[float, float, float]:
    """From the nearest model of the unit to that of its target: the direction, and how far it is."""
    outlines = _outlines(scenario)
    pairs = ((one, other) for one in outlines[unit] for other in outlines[target])
    one, other = min(pairs, key=lambda pair: gap(*pair))
    right, up = other.x - one.x, other.y - one.y
    far = sqrt(right * right + up * up)
    return right / far, up / far, far


def _outlines(scenario: Scenario) -> list[list[Shape]]:
    found: list[list[Shape]] = [[] for _ in scenario.units]
    for one in stands(scenario):
        found[one.unit].append(one.outline)
    return found


def _shifted(scenario: Scenario, number: int, right: int, up: int) -> Scenario:
    unit = _moved(scenario.units[number], right, up)
    return replace(scenario, units=(*scenario.units[:number], unit, *scenario.units[number + 1 :]))


def _moved(unit: Unit, right: int, up: int) -> Unit:
    if unit.place is not None:
        return replace(unit, place=replace(unit.place, x=unit.place.x + right, y=unit.place.y + up))
    places = (Place(one.x + right, one.y + up, one.facing) for one in unit.positions or ())
    return replace(unit, positions=tuple(places))
