"""How far models are from each other, the nearest first."""

from operator import is_

from pilein.geometry.gaps import gap
from pilein.geometry.shapes import Base, Place
from pilein.tabletop.plane import Plane, shapes_of

Gaps = tuple[tuple[float, int], ...]  # (gap in ticks, model)


def gaps_from(plane: Plane, model: int, unit: int) -> Gaps:
    """The models of a unit with their gaps from a model, the nearest first; remembered on the unit's standing."""
    standing = plane.standings[unit]
    remembered: dict[tuple[Base, Place], Gaps] = standing.__dict__.setdefault("gaps", {})
    key = plane.setup.base(model), plane.place(model)
    if key not in remembered:
        outline = plane.shape(model)
        shapes = shapes_of(standing, plane.setup)
        remembered[key] = tuple(sorted((gap(outline, other), one) for one, other in shapes.items()))
    return remembered[key]


def gaps_from_units(plane: Plane, model: int, units: tuple[int, ...]) -> Gaps:
    """The models of some units with their gaps from a model, the nearest first; remembered on the first's standing."""
    if len(units) == 1:
        return gaps_from(plane, model, units[0])
    found = tuple([gaps_from(plane, model, unit) for unit in units])
    remembered = plane.standings[units[0]].__dict__.setdefault("joint_gaps", {}) if units else {}
    key = plane.setup.base(model), plane.place(model), units
    known: tuple[tuple[Gaps, ...], Gaps] | None = remembered.get(key)
    if known is None or not all(map(is_, known[0], found)):
        known = remembered[key] = found, tuple(sorted(pair for gaps in found for pair in gaps))
    return known[1]
