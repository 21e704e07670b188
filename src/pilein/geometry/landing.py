"""Landing: ring points settled on whole ticks, in contact and clear of everything."""

from collections.abc import Callable, Iterator
from math import sqrt

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
from pilein.geometry.ticks import CONTACT, OVERLAP

FIVE = (0, 1, -1, 2, -2)
AROUND = tuple(sorted(((dx, dy) for dx in FIVE for dy in FIVE), key=lambda step: step[0] ** 2 + step[1] ** 2))
NUDGES = (5, 10, 20, 40, 80)  # ticks: steps along a stretch, away from its end
NARROW = 4  # ticks: half the width of a stretch that is only a hole of the mover's size
DEEP = 20  # ticks of overlap that no shift to a neighbouring tick can mend


def settled(mover: Base, target: Shape, space: ConfigurationSpace, stretch: Stretch, point: Point) -> Place | None:
    """Return the legal place nearest to a point of a stretch, None where there is none.

    Legal means: on whole ticks, touching `target`, wholly on the table and overlapping nothing in
    `space`. The nearest tick and its neighbours are tried, then some a little further inside the
    stretch (a facing in whole hundredths lets a corner stick out), then, in a hole of the mover's
    own size, the ticks straight outward as far as contact reaches: at an odd angle only a few do.
    """
    for x, y in _ticks_near(stretch, point):
        place = Place(x, y, facing_at(stretch, x, y))
        outline = shape(mover, place)
        room = space.room(outline)
        if room >= -OVERLAP and touches(outline, target):
            return place
        if room < -DEEP:
            return None
    return None


def _ticks_near(stretch: Stretch, point: Point) -> Iterator[tuple[int, int]]:
    x, y = round(point[0]), round(point[1])
    for dx, dy in AROUND:
        yield x + dx, y + dy
    inner = middle(stretch)
    far = sqrt((inner[0] - point[0]) ** 2 + (inner[1] - point[1]) ** 2)
    for step in NUDGES:
        if step < far:
            part = step / far
            nudged = part * (inner[0] - point[0]), part * (inner[1] - point[1])
            px, py = nearest(stretch, point[0] + nudged[0], point[1] + nudged[1])
            yield round(px), round(py)
    ox, oy = outward(stretch, *point)
    for step in range(2, CONTACT + 1) if far < NARROW else ():
        yield round(point[0] + ox * step), round(point[1] + oy * step)


def contact_places(
    mover: Base, start: Place, target: Shape, space: ConfigurationSpace, faces: ContactLocus | None = None
) -> Iterator[Place]:
    """Yield the places from which a mover touches a target, best first; none where none is free.

    First the place in line with the target's centre on the face nearest to `start`, or the free
    place nearest to it; then on every free stretch, nearest first, the place nearest to `start`;
    then the places in line on other faces; then the ends of the free stretches. Stretches known
    to be walled in, so that no way leads there from `start`, are left out. `space` holds the target among
    its obstacles, the mover not. `faces` narrows the ring to some of its stretches.
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
    face = min(stretches, key=lambda stretch: distance(stretch, start.x, start.y))
    line = in_line(face, start.x, start.y)
    yield face, line
    intervals = free(mover, target, space, stretches)
    is_shut = _enclosed(mover, space, start)
    for stretch, point in _on_intervals(intervals, stretches, line, (start.x, start.y)):
        if not is_shut(stretch):
            yield stretch, point


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
    """Return what says whether a stretch is known to be walled in: a free one lies in one pocket as a whole.

    Of a face only its middle is asked for; where that lies inside an obstacle nobody can stand. The pockets of a space
    are known as soon as a search in it has not arrived at once, perhaps between two places.
    """
    here = (float(start.x), float(start.y))
    if 2 * space.radius > min(mover.width, mover.depth) or space.holders(*here):
        return lambda _: False
    return lambda stretch: space.knows_regions and space.separates(here, middle(stretch))


def in_line(stretch: Stretch, x: float, y: float) -> Point:
    """Return the point of a face in line with the target's centre; of an arc, the nearest point."""
    return middle(stretch) if isinstance(stretch, Line) else nearest(stretch, x, y)
