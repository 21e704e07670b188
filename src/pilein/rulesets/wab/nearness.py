"""Distances in inches between units (WAB-R-26). In the press every unit is near every other unit."""

from collections.abc import Iterable, Sequence
from math import sqrt

from pilein.geometry.blocks import Block, cell_shape
from pilein.geometry.gaps import gap, within
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.state import NOBODY, Battle
from pilein.tabletop.distances import Circle, circle_of_unit
from pilein.tabletop.plane import Plane


def units_within(battle: Battle, table: Table, unit: int, others: Iterable[int], inches: int) -> tuple[int, ...]:
    """Units among `others` within the given number of inches of a unit, in scenario order."""
    return tuple(other for other in others if are_within(battle, table, unit, other, inches))


def are_within(battle: Battle, table: Table, one: int, other: int, inches: int) -> bool:
    """Whether two units stand within the given number of inches of each other. The result is False if either has no
    models on the field.
    """
    plane = battle.field
    if not plane.lives(one) or not plane.lives(other):
        return False
    if not isinstance(plane, Plane) or one == other:
        return True
    if _between(circle_of_unit(plane, one), circle_of_unit(plane, other)) > inches * INCH + CONTACT:
        return False
    return models_within(battle, table, plane.models(one), plane.models(other), inches)


def models_within(battle: Battle, table: Table, ours: tuple[int, ...], theirs: tuple[int, ...], inches: int) -> bool:
    """Whether any model of one group is within the given number of inches of any model of the other group.

    Distances are measured between bases or, under WAB-R-26 `centre`, between the centres of models.
    """
    if not battle.is_on_table:
        return bool(ours and theirs)
    shapes = battle.plane.shapes
    return _are_near(table, [shapes[one] for one in ours], [shapes[other] for other in theirs], inches)


def bodies_within(battle: Battle, table: Table, unit: int, lost: int, inches: int) -> bool:
    """Whether a unit stands within the given number of inches of another unit, which may have been destroyed.

    A destroyed block is measured from its front rank. Destroyed loose models are near no unit, since their places
    are not kept.
    """
    if not battle.is_on_table:
        return battle.lives(unit)
    if battle.living(lost):
        return unit == lost or are_within(battle, table, unit, lost, inches)
    standing = battle.plane.standings[lost]
    if not isinstance(standing, Block) or not battle.living(unit):
        return False
    theirs = [cell_shape(standing, slot) for slot in range(standing.files)]
    return _are_near(table, [battle.plane.shape(model) for model in battle.plane.models(unit)], theirs, inches)


def _are_near(table: Table, ours: Sequence[Shape], theirs: Sequence[Shape], inches: int) -> bool:
    reach = inches * INCH
    near = [(one, other) for one in ours for other in theirs if within(one, other, reach)]
    if not near or any(_from_centre(*pair) <= reach + CONTACT for pair in near):
        return bool(near)
    return table.rule("WAB-R-26") != "centre"


def nearest_enemy(battle: Battle, unit: int) -> int:
    """Enemy unit nearest to a unit, or NOBODY. Among equally near units, the first in the scenario wins."""
    enemies = battle.standing_units(1 - battle.side(unit))
    if not enemies:
        return NOBODY
    if not battle.is_on_table or len(enemies) == 1:
        return enemies[0]
    return _nearest(battle, unit, enemies)


def _nearest(battle: Battle, unit: int, enemies: Sequence[int]) -> int:
    """Nearest of the given enemies on a table. Enemies with distant bounding circles are not measured."""
    plane = battle.plane
    ours = circle_of_unit(plane, unit)
    nearest: tuple[float, int] | None = None
    for least, enemy in sorted((_between(ours, circle_of_unit(plane, enemy)), enemy) for enemy in enemies):
        if nearest is not None and least > nearest[0] + CONTACT:
            break
        found = (distance(battle, unit, enemy), enemy)
        nearest = found if nearest is None else min(nearest, found)
    return NOBODY if nearest is None else nearest[1]


def distance(battle: Battle, one: int, other: int) -> float:
    """Shortest distance between the bases of two units on a table, in ticks."""
    plane = battle.plane
    ours = [plane.shape(model) for model in plane.models(one)]
    theirs = [plane.shape(model) for model in plane.models(other)]
    least = gap(ours[0], theirs[0])
    for a in ours:
        for b in theirs:
            dx, dy, far = b.x - a.x, b.y - a.y, least + a.reach + b.reach
            if dx * dx + dy * dy < far * far:
                least = min(least, gap(a, b))
    return least


def _from_centre(one: Shape, other: Shape) -> float:
    dx, dy = other.x - one.x, other.y - one.y
    return sqrt(dx * dx + dy * dy)


def _between(one: Circle, other: Circle) -> float:
    dx, dy = other[0] - one[0], other[1] - one[1]
    return sqrt(dx * dx + dy * dy) - one[2] - other[2]


# --- Contacts, and units in the same combat ----------------------------------------------------------------------


def foes(battle: Battle, unit: int) -> tuple[int, ...]:
    """Enemy units in contact with a unit, in order of number."""
    return battle.field.touched_units(unit)


def is_engaged(battle: Battle, unit: int) -> bool:
    """Whether a unit is in contact with an enemy."""
    return bool(foes(battle, unit))


def combat_of(battle: Battle, unit: int) -> tuple[int, ...]:
    """Combat of a unit: the unit itself and all units linked to it by contact, friend and foe."""
    found, waiting = {unit}, [unit]
    while waiting:
        fresh = [foe for foe in foes(battle, waiting.pop()) if foe not in found]
        found.update(fresh)
        waiting += fresh
    return tuple(sorted(found))


def opponents(battle: Battle, unit: int) -> tuple[int, ...]:
    """Enemy units in the combat of a unit, whether or not the unit touches them."""
    return tuple(other for other in combat_of(battle, unit) if battle.side(other) != battle.side(unit))


def middle(battle: Battle, unit: int) -> tuple[float, float]:
    """Middle of a unit: the mean of its models' positions."""
    shapes = [battle.plane.shape(model) for model in battle.plane.models(unit)]
    return sum(one.x for one in shapes) / len(shapes), sum(one.y for one in shapes) / len(shapes)
