"""Landing: a mover is placed on whole ticks at a point of a contact locus, in contact with its target and clear of
obstacles.
"""

from collections.abc import Callable, Iterator
from math import dist, sqrt
from typing import Final

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import (
    ContactLocus,
    Line,
    Stretch,
    contact_locus,
    distance,
    ends,
    facing_at,
    middle,
    nearest,
    outward,
)
from pilein.geometry.free_intervals import free
from pilein.geometry.gaps import touches
from pilein.geometry.shapes import Base, Place, Point, Shape, shape
from pilein.geometry.ticks import OVERLAP
from pilein.geometry.tolerance import CONTACT, PATH

FIVE = (0, 1, -1, 2, -2)
AROUND = tuple(sorted(((dx, dy) for dx in FIVE for dy in FIVE), key=lambda step: step[0] ** 2 + step[1] ** 2))
NUDGES = (5, 10, 20, 40, 80)  # ticks: steps along a stretch, away from its end
DEEP: Final = PATH + 3  # ticks of overlap, too many for a shift that steps over them
NARROW: Final = 4  # ticks: half the length of a stretch that is a hole of the mover's size


def settled(mover: Base, target: Shape, space: ConfigurationSpace, stretch: Stretch, point: Point) -> Place | None:
    """Return the legal place nearest to a point of a stretch, or None.

    A legal place is on whole ticks, touches `target`, lies on the table and overlaps no obstacle in `space`. The
    candidates are the nearest tick and its neighbours, followed by points further inside the stretch, because rounding
    the facing to hundredths of a degree may make a corner stick out. Then come ticks that are further out by the depth
    of the overlap, up to PATH. In a hole exactly as wide as the mover, the last candidates are ticks straight outward
    as far as contact reaches, where an overlap of SNAP is allowed.
    """
    for x, y in _ticks_near(stretch, point):
        place = Place(x, y, facing_at(stretch, x, y))
        outline = shape(mover, place)
        room = space.room(outline)
        if room >= -OVERLAP and touches(outline, target):
            return place
        if room < -DEEP:
            return None
    return _over(mover, target, space, stretch, point) or _snug(mover, target, space, stretch, point)


def _over(mover: Base, target: Shape, space: ConfigurationSpace, stretch: Stretch, point: Point) -> Place | None:
    """Return a place slightly outward from a face, clear of obstacles that project beyond the face, or None."""
    if not isinstance(stretch, Line):
        return None
    ox, oy = outward(stretch, *point)
    for px, py in (point, *_nudged(stretch, point)):
        deep = -space.room(shape(mover, Place(round(px), round(py), stretch.facing)))
        for step in (deep, deep + 1, deep + 2) if 0 < deep <= DEEP else ():
            place = Place(round(px + ox * step), round(py + oy * step), stretch.facing)
            outline = shape(mover, place)
            if space.room(outline) >= -OVERLAP and touches(outline, target):
                return place
    return None


def _snug(mover: Base, target: Shape, space: ConfigurationSpace, stretch: Stretch, point: Point) -> Place | None:
    """Return a place in a gap that is exactly as wide as the mover but has become too narrow because its sides were
    snapped to ticks.

    Returns None if there is no such place.
    """
    (ax, ay), (bx, by) = ends(stretch)
    if abs(ax - bx) + abs(ay - by) > NARROW:
        return None
    for dx, dy in AROUND:
        x, y = round(point[0]) + dx, round(point[1]) + dy
        place = Place(x, y, facing_at(stretch, x, y))
        outline = shape(mover, place)
        if space.fits(outline) and touches(outline, target):
            return place
    return None


def _ticks_near(stretch: Stretch, point: Point) -> Iterator[tuple[int, int]]:
    x, y = round(point[0]), round(point[1])
    for dx, dy in AROUND:
        yield x + dx, y + dy
    for px, py in _nudged(stretch, point):
        yield round(px), round(py)
    ox, oy = outward(stretch, *point)
    for step in range(2, CONTACT + 1) if dist(middle(stretch), point) < NARROW else ():
        yield round(point[0] + ox * step), round(point[1] + oy * step)


def _nudged(stretch: Stretch, point: Point) -> Iterator[Point]:
    """Yield points a few ticks further inside a stretch than a given point."""
    inner = middle(stretch)
    far = sqrt((inner[0] - point[0]) ** 2 + (inner[1] - point[1]) ** 2)
    for step in NUDGES:
        if step < far:
            part = step / far
            nudged = part * (inner[0] - point[0]), part * (inner[1] - point[1])
            yield nearest(stretch, point[0] + nudged[0], point[1] + nudged[1])


def contact_places(
    mover: Base, start: Place, target: Shape, space: ConfigurationSpace, faces: ContactLocus | None = None
) -> Iterator[Place]:
    """Yield the free places from which a mover touches a target, best first.

    First comes the place in line with the target's centre on the face nearest to `start`, or the nearest free place.
    The place nearest to `start` on each free stretch follows, nearest stretch first, then the places in line on
    other faces, and finally the ends of the free stretches. Stretches known to be enclosed are left out, since no
    path from `start` leads to them. The obstacles of `space` include the target but not the mover. `faces` restricts
    the contact locus to some of its stretches.
    """
    stretches = faces or contact_locus(mover, target)
    seen: list[Place] = []
    for stretch, point in _points(mover, target, space, stretches, start):
        place = settled(mover, target, space, stretch, point)
        if place is not None and place not in seen:
            seen.append(place)
            yield place


def _points(
    mover: Base, target: Shape, space: ConfigurationSpace, stretches: ContactLocus, start: Place
) -> Iterator[tuple[Stretch, Point]]:
    face = _nearest_face(stretches, start)
    line = in_line(face, start.x, start.y)
    yield face, line
    intervals = free(mover, target, space, stretches)
    is_shut = _enclosed(mover, space, start)
    for stretch, point in _on_intervals(intervals, stretches, line, (start.x, start.y)):
        if not is_shut(stretch):
            yield stretch, point


def _nearest_face(stretches: ContactLocus, start: Place) -> Stretch:
    """Return the stretch nearest to a place. If several stretches meet at the nearest point, return the one with the
    nearest middle.
    """
    here = float(start.x), float(start.y)
    least = min(distance(stretch, *here) for stretch in stretches)
    nearest_ones = [stretch for stretch in stretches if distance(stretch, *here) <= least + CONTACT]
    return min(nearest_ones, key=lambda stretch: dist(middle(stretch), here))


def _on_intervals(
    intervals: ContactLocus, stretches: ContactLocus, line: Point, start: Point
) -> Iterator[tuple[Stretch, Point]]:
    for stretch in sorted(intervals, key=lambda stretch: distance(stretch, *line))[:1]:
        yield stretch, nearest(stretch, *line)
    intervals = tuple(sorted(intervals, key=lambda stretch: distance(stretch, *start)))
    for stretch in intervals:
        yield stretch, nearest(stretch, *start)
    for stretch in stretches:
        if isinstance(stretch, Line):
            yield stretch, middle(stretch)
    for stretch in intervals:
        for end in ends(stretch):
            yield stretch, end


def _enclosed(mover: Base, space: ConfigurationSpace, start: Place) -> Callable[[Stretch], bool]:
    """Return a predicate that tells whether a stretch is known to be enclosed. Every free stretch lies in a single
    region.

    Only the middle of a face is tested. If the middle lies inside an obstacle, the face has no place there. The
    regions of a space are computed only after a search has failed to reach its goal immediately. This may happen
    between two calls of the predicate.
    """
    here = (float(start.x), float(start.y))
    if 2 * space.radius > min(mover.width, mover.depth) or space.holders(*here):
        return lambda _: False
    return lambda stretch: space.knows_regions and space.separates(here, middle(stretch))


def in_line(stretch: Stretch, x: float, y: float) -> Point:
    """Return the point of a face in line with the target's centre or, on an arc, the nearest point."""
    return middle(stretch) if isinstance(stretch, Line) else nearest(stretch, x, y)
