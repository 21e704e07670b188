"""Check that a field is valid under all rules: no model overlaps another, leaves the table or returns to life."""

from collections.abc import Callable
from typing import TypeVar

from pilein.geometry.blocks import EMPTY, Block, with_slots
from pilein.geometry.gaps import overlaps
from pilein.geometry.shapes import Shape
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.plane import Plane
from pilein.tabletop.press import Press
from pilein.tabletop.setup import Setup

Field = TypeVar("Field", Plane, Press)
WoundsOf = Callable[[Setup, int], int]


def faults_of_change(
    before: Plane | Press, after: Plane | Press, wounds_of: WoundsOf, off_table: tuple[int, ...] = ()
) -> list[str]:
    """Report faults of a field and of its changes since the previous field. Units in `off_table` may return."""
    if after is before:
        return []
    faults = faults_of_ranks(after) + faults_of_wounds(after, wounds_of)
    for unit in after.setup.units:
        if unit.number in off_table:
            continue
        back = set(after.models(unit.number)) - set(before.models(unit.number))
        if back and isinstance(after, Plane):
            faults.append(f"{unit.name}: models {sorted(back)} have come back")
        if after.living(unit.number) > before.living(unit.number):
            faults.append(f"{unit.name} has grown from {before.living(unit.number)} to {after.living(unit.number)}")
    if isinstance(after, Plane):
        faults += faults_of_places(after)
        assert isinstance(before, Plane)
        faults += faults_of_holes(before, after)
    return faults


def faults_of_places(plane: Plane) -> list[str]:
    """Report models that overlap, are off the table, or stand on forbidden ground."""
    assert plane.setup.size is not None
    faults = [f"models {one} and {other} overlap" for one, other in overlapping(plane.shapes)]
    faults += [f"model {model} is off the table" for model, one in plane.shapes.items() if _is_off(one, plane.setup)]
    for ground in plane.setup.grounds:
        if ground.kind == "impassable":
            inside = [model for model, one in plane.shapes.items() if ground.outline.overlaps_shape(one)]
            faults += [f"model {model} stands in impassable ground" for model in inside]
    return faults


def overlapping(shapes: dict[int, Shape]) -> list[tuple[int, int]]:
    """Return every pair of overlapping models, found by a sweep from left to right."""
    ordered = sorted(((one.x - one.reach, model) for model, one in shapes.items()))
    near: list[int] = []
    found = []
    for left, model in ordered:
        near = [other for other in near if shapes[other].x + shapes[other].reach > left]
        found += [(other, model) for other in near if overlaps(shapes[other], shapes[model])]
        near.append(model)
    return found


def faults_of_ranks(field: Plane | Press) -> list[str]:
    """Report units that contain models of other units, the same model twice, or an empty grid."""
    faults = []
    for unit in field.setup.units:
        models = field.models(unit.number)
        if len(set(models)) < len(models):
            faults.append(f"{unit.name} holds a model twice: {models}")
        if any(model not in unit.models for model in models):
            faults.append(f"{unit.name} holds models of others: {models}")
        if isinstance(field, Press) and any(count <= 0 for _, _, count in field.bodies[unit.number].counts):
            faults.append(f"{unit.name} counts nobody: {field.bodies[unit.number]}")
    return faults


def faults_of_wounds(field: Plane | Press, wounds_of: WoundsOf) -> list[str]:
    """Report living models with no wounds left, and fallen models with wounds left."""
    living = [model for unit in field.setup.units for model in field.models(unit.number)]
    dead = [model for model in living if not 0 <= field.wounds_lost(model) < wounds_of(field.setup, model)]
    faults = [f"model {model} lives, having lost {field.wounds_lost(model)} wounds" for model in dead]
    if isinstance(field, Plane):
        faults += [f"model {model} is gone, and its wounds are kept" for model, _ in field.lost if model not in living]
        if tuple(sorted(dict(field.lost).items())) != field.lost:
            faults.append(f"wounds lost are out of order: {field.lost}")
    return faults


def faults_of_holes(before: Plane, after: Plane) -> list[str]:
    """Report each block that has more gaps than before although none of its models fell."""
    faults = []
    for unit, old, new in zip(after.setup.units, before.standings, after.standings, strict=True):
        if not isinstance(old, Block) or not isinstance(new, Block) or sorted(_models(old)) != sorted(_models(new)):
            continue
        if holes(new) > holes(old):
            faults.append(f"{unit.name}: {holes(new)} places missing, {holes(old)} before, and nobody fell")
    return faults


def holes(block: Block) -> int:
    """Return the number of gaps between the first and the last rank with models. Gaps in the last rank do not count.

    The block may have turned about, so the ranks are counted from both ends and the smaller number is returned.
    """
    return min(_holes(block), _holes(with_slots(block, block.slots[::-1])))


def _holes(block: Block) -> int:
    rows = [block.slots[start : start + block.files] for start in range(0, len(block.slots), block.files)]
    filled = [place for place, row in enumerate(rows) if any(model != EMPTY for model in row)]
    return sum(row.count(EMPTY) for row in rows[filled[0] : filled[-1]]) if filled else 0


def _models(block: Block) -> list[int]:
    return [model for model in block.slots if model != EMPTY]


def _is_off(one: Shape, setup: Setup) -> bool:
    assert setup.size is not None
    xs, ys, rim = [x for x, _ in one.core], [y for _, y in one.core], one.radius - CONTACT
    return min(*xs, *ys) < rim or max(xs) + rim > setup.size[0] or max(ys) + rim > setup.size[1]
