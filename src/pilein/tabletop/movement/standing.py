"""Facing of a model at the end of a path: its base is turned to fit and to be in coherency."""

from collections.abc import Iterator, Sequence

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.shapes import Base, Place, distance, shape
from pilein.geometry.ticks import CONTACT, bearing
from pilein.tabletop.movement.local_searches import looked_by
from pilein.tabletop.movement.sides import room_to_end
from pilein.tabletop.movement.terms import Terms
from pilein.tabletop.movement.ways import is_coherent
from pilein.tabletop.plane import Plane

HAIR = CONTACT // 2 + 2  # ticks
HAIRS = tuple((x, y) for x in (0, HAIR, -HAIR) for y in (0, HAIR, -HAIR) if x or y)
FAR = 1e30

Points = tuple[tuple[int, int], ...]


def stand_at(plane: Plane, terms: Terms, model: int, gone: Points, *, turns: Sequence[int] = ()) -> Place | None:
    """Return the place of a model at the end of a path, or None if the model does not fit or would be out of coherency.

    Facings are tried in this order: the old facing, along the path, the facing of the nearest model, and `turns`, in
    hundredths of a degree. Only the first facing that fits is considered, because turning brings no model into
    coherency.
    """
    base, room = plane.setup.base(model), room_to_end(plane, terms, model)
    for facing in _facings(plane, model, gone, turns):
        place = _fitted(room, base, Place(*gone[-1], facing))
        if place is not None:
            return place if is_coherent(plane, terms, shape(base, place)) else None
    return None


def _facings(plane: Plane, model: int, gone: Points, turns: Sequence[int]) -> Iterator[int]:
    (ax, ay), (x, y) = gone[-2], gone[-1]
    start = plane.place(model).facing
    yield start
    along = bearing(x - ax, y - ay) if (ax, ay) != (x, y) else start
    if along != start:
        yield along
    shapes = plane.shapes
    nearest = min(shapes, key=lambda one: distance((shapes[one].x, shapes[one].y), (x, y)) if one != model else FAR)
    looked_by(plane, model).at(x, y, distance((shapes[nearest].x, shapes[nearest].y), (x, y)))
    yield from dict.fromkeys((plane.place(nearest).facing, *turns))


def _fitted(room: ConfigurationSpace, base: Base, place: Place) -> Place | None:
    """Return a place where a base fits, at the given place or very slightly beside it. Paths may pass nearer to
    obstacles than bases may stand.
    """
    if room.fits(shape(base, place)):
        return place
    if room.room(shape(base, place)) < -CONTACT:
        return None
    beside = (Place(place.x + dx, place.y + dy, place.facing) for dx, dy in HAIRS)
    return next((one for one in beside if room.fits(shape(base, one))), None)
