"""Tests whether obstacles enclose a model or its goal within range, and lower bounds for detours around obstacles."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import Final

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import Line, Stretch, ends, middle, nearest
from pilein.geometry.rounded import clearance, sweep
from pilein.geometry.shapes import Point, Shape
from pilein.geometry.tolerance import CONTACT

LEEWAY: Final = 2 * CONTACT  # ticks: more than the distance of a settled place from its contact locus
Box = tuple[Point, Point]  # the lower left corner and the upper right one
Link = tuple[int, int, int]  # two bodies, and the marks of the link between them


def is_clear(space: ConfigurationSpace, here: Point, stretches: Sequence[Stretch]) -> bool:
    """Return whether the straight path from a point to at least one of the stretches is clear."""
    return any(space.hit(here, nearest(stretch, *here)) is None for stretch in stretches)


class Enclosure:
    """Free stretches that no path of at most `limit` ticks from a point can reach. Treat as frozen.

    All such paths lie in a box, and the area outside the box counts as an obstacle. Overlapping obstacles form
    chains. A stretch is shut off if a closed chain encloses either the stretch or the point, but not both. The mover
    is taken to be slimmer by LEEWAY.
    """

    __slots__ = ("shut",)

    def __init__(self, space: ConfigurationSpace, here: Point, stretches: Sequence[Stretch], limit: float) -> None:
        """Compute the enclosure of a point outside every obstacle of a space."""
        box = _box(space, here, stretches, limit)
        (left, bottom), (right, top) = box
        space.look_at(left, bottom, space.widest)
        space.look_at(right, top, space.widest)
        wide = space.widest
        inside = space.barriers[bisect_left(space.xs, left - wide) : bisect_left(space.xs, right + wide)]
        bodies = [one.shape for one in inside if bottom - one.reach < one.y < top + one.reach]
        points = sorted({middle(stretch) for stretch in stretches})
        marks = _Marks(here, points)
        by = space.keep - LEEWAY
        bits = _closed(len(bodies), [*_links(bodies, by, marks), *_links_outside(bodies, by, box, marks)])
        self.shut = {point for number, point in enumerate(points) if bits >> number & 1}

    def open_of(self, stretches: Sequence[Stretch]) -> tuple[Stretch, ...]:
        """Return the stretches that may be reachable."""
        return tuple(stretch for stretch in stretches if middle(stretch) not in self.shut)


class _Marks:
    """One bit for each point, set if a chain crosses either the upward ray from that point or the ray from `here`, but
    not both.
    """

    __slots__ = ("all", "here", "points", "xs")

    def __init__(self, here: Point, points: list[Point]) -> None:
        self.here = here
        self.points = points
        self.xs = [x for x, _ in points]
        self.all = (1 << len(points)) - 1

    def of_step(self, start: Point, end: Point) -> int:
        """Return the marks of one straight step in a chain."""
        (ax, ay), (bx, by) = start, end
        if ax == bx:
            return 0
        if bx < ax:
            ax, ay, bx, by = bx, by, ax, ay
        slope = (by - ay) / (bx - ax)
        bits = 0
        for number in range(bisect_left(self.xs, ax), bisect_left(self.xs, bx)):
            x, y = self.points[number]
            if ay + slope * (x - ax) > y:
                bits |= 1 << number
        x, y = self.here
        return bits ^ self.all if ax <= x < bx and ay + slope * (x - ax) > y else bits


def _links(bodies: list[Shape], by: float, marks: _Marks) -> Iterator[Link]:
    """Yield the pairs of bodies that overlap if each is grown by `by` ticks. The bodies are given in order of x.

    A link holds a point between the two centres that lies in both of the grown bodies.
    """
    widest = max([body.reach for body in bodies], default=0.0)
    for first, body in enumerate(bodies):
        x, y, reach = body.x, body.y, body.reach + 2 * by
        for second in range(first + 1, len(bodies)):
            other = bodies[second]
            dx, dy = other.x - x, other.y - y
            far = reach + other.reach
            if dx > reach + widest:
                break
            if -far < dy < far and dx * dx + dy * dy < far * far:
                part = body.reach / (body.reach + other.reach)
                between = x + part * dx, y + part * dy
                if _is_near(body, between, by) and _is_near(other, between, by):
                    yield first, second, marks.of_step((x, y), (other.x, other.y))


def _links_outside(bodies: list[Shape], by: float, box: Box, marks: _Marks) -> Iterator[Link]:
    """Yield links to the outside from bodies that, when grown, reach over the edge of the box.

    The links run outside the box to a single point far below it. Links that leave at the top pass the box on the
    right.
    """
    (left, bottom), (right, top) = box
    far = 2 * (right - left + top - bottom)
    for number, body in enumerate(bodies):
        x, y, wide = body.x, body.y, body.reach + abs(by)
        if left + wide < x < right - wide and bottom + wide < y < top - wide:
            continue
        if y < bottom or _is_near(body, (x, bottom), by):
            yield number, len(bodies), 0
        elif x < left or _is_near(body, (left, y), by):
            yield number, len(bodies), marks.of_step((x, y), (left - far, y))
        elif x > right or _is_near(body, (right, y), by):
            yield number, len(bodies), marks.of_step((x, y), (right + far, y))
        elif y > top or _is_near(body, (x, top), by):
            yield number, len(bodies), marks.of_step((x, top + far), (right + far, top + far))


def _is_near(body: Shape, point: Point, by: float) -> bool:
    """Return whether a point lies well inside a grown body."""
    x, y = point
    limit = body.radius + by - 1.0
    dx, dy = x - body.x, y - body.y
    if body.frame is None:
        return dx * dx + dy * dy < limit * limit if body.is_disc else clearance(body.core, x, y) < limit
    sine, cosine, wide, deep = body.frame
    across, along = abs(dx * cosine - dy * sine) - wide, abs(dx * sine + dy * cosine) - deep
    if across <= 0 or along <= 0:
        return across < limit and along < limit
    return across * across + along * along < limit * limit


def _closed(count: int, links: list[Link]) -> int:
    """Return the marks that occur an odd number of times in some closed chain. A link between connected bodies closes a
    chain.
    """
    roots, marks = list(range(count + 1)), [0] * (count + 1)
    found = 0
    for first, second, mark in links:
        one, to_one = _root(roots, marks, first)
        other, to_other = _root(roots, marks, second)
        joined = mark ^ to_one ^ to_other
        if one == other:
            found |= joined
        else:
            roots[one], marks[one] = other, joined
    return found


def _root(roots: list[int], marks: list[int], number: int) -> tuple[int, int]:
    """Return the root of a component, and the marks along the path to it."""
    here, mark = number, 0
    while roots[here] != here:
        mark ^= marks[here]
        here = roots[here]
    roots[number], marks[number] = here, mark
    return here, mark


def _box(space: ConfigurationSpace, here: Point, stretches: Sequence[Stretch], limit: float) -> Box:
    """Return a box around the stretches and all paths to them. A path of a given length lies in an ellipse with its
    ends as foci.
    """
    left, bottom = right, top = here
    for stretch in stretches:
        (x, y), end = middle(stretch), ends(stretch)[0]
        ex, ey, dx, dy = end[0] - x, end[1] - y, x - here[0], y - here[1]
        half = sqrt(ex * ex + ey * ey)
        length = limit + half
        across, along = sqrt(max(0.0, length * length - dy * dy)) / 2, sqrt(max(0.0, length * length - dx * dx)) / 2
        mid_x, mid_y = here[0] + dx / 2, here[1] + dy / 2
        left, right = min(left, mid_x - across, x - half), max(right, mid_x + across, x + half)
        bottom, top = min(bottom, mid_y - along, y - half), max(top, mid_y + along, y + half)
    low = max(left, space.low[0] - LEEWAY), max(bottom, space.low[1] - LEEWAY)
    return low, (min(right, space.high[0] + LEEWAY), min(top, space.high[1] + LEEWAY))


# --- Lower bounds for detours -------------------------------------------------------------------------------------
# A chain of overlapping grown discs that crosses the straight path, and leads aside as far as some point, forces every
# path round that point on one side or the other.


SURE: Final = 2.0  # ticks by which discs are smaller, to be safe
ANY: Final = 1e30  # ticks: no length is enough
Seen = list[tuple[float, float]]  # for each disc, its distance along a straight path and to the left of it


class DetourBounds:
    """Lower bounds for path lengths in a space, based on the largest centred disc inside each grown obstacle."""

    __slots__ = ("_beside", "_discs", "_is_shut", "_widest", "_xs")

    def __init__(self, space: ConfigurationSpace, start: Point) -> None:
        """Prepare bounds for paths from a point. Inside an obstacle, the straight distance is the only bound."""
        inner = [(barrier.x, barrier.y, inner_radius(barrier.shape)) for barrier in space.barriers]
        self._discs = [(x, y, radius + space.keep - SURE) for x, y, radius in inner if radius]
        self._xs = [x for x, _, _ in self._discs]
        self._widest = max([radius for _, _, radius in self._discs], default=0.0)
        self._beside: dict[int, list[int]] = {}
        self._is_shut = not space.holders(*start)

    def rules_out(self, stretch: Stretch, start: Point, limit: float) -> bool:
        """Return whether every path to every point of a free stretch is certainly longer than `limit`."""
        length = length_of(stretch)
        to_middle = self.least_length(start, middle(stretch), limit + length / 2)
        if to_middle > limit + length / 2:
            return True
        within = limit + length / 4
        return to_middle > within and all(self.least_length(start, end, within) > within for end in ends(stretch))

    def least_length(self, start: Point, goal: Point, enough: float = ANY) -> float:
        """Return a lower bound for the length of paths between two points. The computation stops early once the bound
        exceeds `enough`.
        """
        dx, dy = goal[0] - start[0], goal[1] - start[1]
        length = sqrt(dx * dx + dy * dy)
        if not self._is_shut or length == 0:
            return length
        ux, uy = dx / length, dy / length
        seen = [
            ((x - start[0]) * ux + (y - start[1]) * uy, (y - start[1]) * ux - (x - start[0]) * uy)
            for x, y, _ in self._discs
        ]
        best = length
        for number, (along, beside) in enumerate(seen):
            if 0 < along < length and abs(beside) < self._discs[number][2]:
                left = self._on_one_side(seen, number, length, 1, enough)
                if left > best:
                    best = max(best, min(left, self._on_one_side(seen, number, length, -1, enough)))
                if best > enough:
                    break
        return best

    def _on_one_side(self, seen: Seen, first: int, length: float, side: int, enough: float) -> float:
        """Return a lower bound for the length of paths past a disc on its left (1) or right (-1)."""
        waiting, known, best = [first], {first}, length
        while waiting and best <= enough:
            number = waiting.pop()
            along, beside = seen[number][0], seen[number][1] * side
            top = beside + self._discs[number][2]
            rest = length - along
            best = max(best, sqrt(along * along + top * top) + sqrt(rest * rest + top * top))
            others = [one for one in self._neighbours(number) if one not in known and seen[one][1] * side > 0]
            if beside <= 0:
                here = along, beside
                others = [one for one in others if _crosses(here, (seen[one][0], seen[one][1] * side), length)]
            known.update(others)
            waiting += others
        return best

    def _neighbours(self, number: int) -> list[int]:
        if number not in self._beside:
            x, y, radius = self._discs[number]
            far = radius + self._widest
            first, end = bisect_left(self._xs, x - far), bisect_left(self._xs, x + far)
            self._beside[number] = [
                other
                for other, (ox, oy, wide) in enumerate(self._discs[first:end], first)
                if (ox - x) * (ox - x) + (oy - y) * (oy - y) < (radius + wide) * (radius + wide) and other != number
            ]
        return self._beside[number]


def inner_radius(shape: Shape) -> float:
    """Return the radius of the largest centred disc inside a shape, zero if unknown."""
    if shape.is_disc:
        return shape.radius
    return shape.radius + min(shape.frame[2], shape.frame[3]) if shape.frame is not None else 0.0


def length_of(stretch: Stretch) -> float:
    """Return the length of a stretch, in ticks."""
    if isinstance(stretch, Line):
        dx, dy = stretch.end[0] - stretch.start[0], stretch.end[1] - stretch.start[1]
        return sqrt(dx * dx + dy * dy)
    (ax, ay), (bx, by) = stretch.start, stretch.end
    return stretch.radius * sweep(ax * by - ay * bx, ax * bx + ay * by)


def _crosses(one: Point, other: Point, length: float) -> bool:
    """Return whether a chain's step to a disc on the other side crosses the straight path, between the path's
    two ends.
    """
    crossed = one[0] + (other[0] - one[0]) * -one[1] / (other[1] - one[1])
    return 0 < crossed < length
