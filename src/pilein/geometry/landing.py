"""Where a mover may end: ring points settled on whole ticks, in contact and clear of everything."""

from collections.abc import Iterator

from pilein.geometry.gaps import touches
from pilein.geometry.rings import (
    Point,
    Ring,
    Stretch,
    distance,
    ends,
    facing_at,
    middle,
    nearest,
    outward,
    ring,
)
from pilein.geometry.shapes import Base, Place, Shape, shape
from pilein.geometry.space import Space
from pilein.geometry.ticks import CONTACT

AROUND = ((0, 0), (1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1))


def settled(mover: Base, target: Shape, space: Space, stretch: Stretch, point: Point) -> Place | None:
    """Return the legal place nearest to a point of a stretch, None where there is none.

    Legal means: on whole ticks, touching `target`, wholly on the table and overlapping nothing in
    `space`. The nearest tick and its neighbours are tried, then the ticks straight outward as far
    as contact reaches: a hole exactly one base wide at an odd angle holds only a few of them.
    """
    for x, y in _ticks_near(stretch, point):
        place = Place(x, y, facing_at(stretch, x, y))
        outline = shape(mover, place)
        if touches(outline, target) and space.fits(outline):
            return place
    return None


def _ticks_near(stretch: Stretch, point: Point) -> Iterator[tuple[int, int]]:
    x, y = round(point[0]), round(point[1])
    for dx, dy in AROUND:
        yield x + dx, y + dy
    ox, oy = outward(stretch, *point)
    for step in range(2, CONTACT + 1):
        yield round(point[0] + ox * step), round(point[1] + oy * step)


def contact_places(
    mover: Base, start: Place, target: Shape, space: Space, faces: Ring | None = None
) -> Iterator[Place]:
    """Yield places from which the mover touches `target`: in line on the nearest face, then the
    nearest places.

    `space` holds the target among its obstacles, the mover not. `faces` narrows the ring to some of
    its stretches.
    """
    stretches = sorted(faces or ring(mover, target), key=lambda stretch: distance(stretch, start.x, start.y))
    seen: list[Place] = []
    for stretch, point in _points(stretches, start):
        place = settled(mover, target, space, stretch, point)
        if place is not None and place not in seen:
            seen.append(place)
            yield place


def _points(stretches: list[Stretch], start: Place) -> Iterator[tuple[Stretch, Point]]:
    if stretches:
        yield stretches[0], _in_line(stretches[0], start)
    for stretch in stretches:
        yield stretch, nearest(stretch, start.x, start.y)
        yield stretch, middle(stretch)
    for stretch in stretches:
        for end in ends(stretch):
            yield stretch, end


def _in_line(stretch: Stretch, start: Place) -> Point:
    is_face = hasattr(stretch, "facing")
    return middle(stretch) if is_face else nearest(stretch, start.x, start.y)
