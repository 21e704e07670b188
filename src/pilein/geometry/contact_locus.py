"""Contact locus (no-fit polygon): all places where a mover, square to the touched face, touches an outline.

SH-R-07 decides how a mover stands against a face.
"""

from functools import lru_cache
from math import sqrt

from pilein.geometry.rounded import Vector, quarters
from pilein.geometry.shapes import Base, Place, Point, Shape, shape
from pilein.geometry.ticks import bearing, heading


class Line:
    """Straight stretch of positions of a mover's centre, from `start` to `end` in ticks, with a constant facing. Treat
    as frozen.
    """

    __slots__ = ("_hash", "end", "facing", "start")

    def __init__(self, start: Point, end: Point, facing: int) -> None:
        self.start = start
        self.end = end
        self.facing = facing
        self._hash = 0  # not hashed yet

    def __eq__(self, other: object) -> bool:
        """Return whether another object is the same stretch."""
        if not isinstance(other, Line):
            return False
        return self.start == other.start and self.end == other.end and self.facing == other.facing

    def __hash__(self) -> int:
        """Return the hash of the fields, which is cached."""
        if self._hash == 0:
            self._hash = hash((self.start, self.end, self.facing))
        return self._hash

    def __repr__(self) -> str:
        """Return the fields as text, for reports of failed tests."""
        return f"Line(start={self.start!r}, end={self.end!r}, facing={self.facing!r})"


class Arc:
    """Positions of a mover's centre around `centre` at `radius` ticks, facing the centre. Treat as frozen.

    The arc runs counter-clockwise from unit vector `start` to unit vector `end`, at most half a turn. `first` and
    `turn` (its beginning and angle in `quarters`) and `tips` (its ends) are derived once.
    """

    __slots__ = ("_hash", "centre", "end", "first", "radius", "start", "tips", "turn")

    def __init__(self, centre: Point, radius: float, start: Vector, end: Vector) -> None:
        self.centre = centre
        self.radius = radius
        self.start = start
        self.end = end
        x, y = centre
        self.first = quarters(start[0], start[1])
        self.turn = (quarters(end[0], end[1]) - self.first) % 4.0
        self.tips = (x + radius * start[0], y + radius * start[1]), (x + radius * end[0], y + radius * end[1])
        self._hash = 0  # not hashed yet

    def __eq__(self, other: object) -> bool:
        """Return whether another object is the same arc."""
        if not isinstance(other, Arc):
            return False
        return (
            self.centre == other.centre
            and self.radius == other.radius
            and self.start == other.start
            and self.end == other.end
        )

    def __hash__(self) -> int:
        """Return the hash of the fields, which is cached."""
        if self._hash == 0:
            self._hash = hash((self.centre, self.radius, self.start, self.end))
        return self._hash

    def __repr__(self) -> str:
        """Return the fields as text, for reports of failed tests."""
        return f"Arc(centre={self.centre!r}, radius={self.radius!r}, start={self.start!r}, end={self.end!r})"


Stretch = Line | Arc
ContactLocus = tuple[Stretch, ...]


@lru_cache(maxsize=4096)
def contact_locus(mover: Base, target: Shape) -> ContactLocus:
    """Return the places where `mover` touches `target`, counter-clockwise, ignoring all other shapes.

    A rectangle stands flush with a straight-sided target, and may overhang a face until only corners touch. A
    rectangle at a round edge, and any other base, touches the target with the middle of its front. The stretches
    need not be connected.
    """
    half = front(mover)
    if len(target.core) == 1:
        return tuple(_round_corner(target.core[0], target.radius + half, (1.0, 0.0), (-1.0, 0.0)))
    is_flush = mover.kind == "rectangle" and target.radius == 0
    return _along_edges(target, half, mover.width / 2) if is_flush else _round_about(target, half)


@lru_cache(maxsize=256)
def front(mover: Base) -> float:
    """Return the distance from a mover's centre to its front, in ticks."""
    outline = shape(mover, Place(0, 0))
    return max([y for _, y in outline.core]) + outline.radius


def _along_edges(target: Shape, away: float, beside: float) -> ContactLocus:
    lines: list[Stretch] = []
    ax, ay = target.core[-1]
    for bx, by in target.core:
        ex, ey = _unit(bx - ax, by - ay)
        ox, oy = ey * away, -ex * away
        start = (ax + ox - ex * beside, ay + oy - ey * beside)
        end = (bx + ox + ex * beside, by + oy + ey * beside)
        lines.append(Line(start, end, bearing(-ey, ex)))
        ax, ay = bx, by
    return tuple(lines)


def _round_about(target: Shape, half: float) -> ContactLocus:
    away = target.radius + half
    stretches: list[Stretch] = []
    corners = target.core
    for number, (bx, by) in enumerate(corners):
        ax, ay = corners[number - 1]
        cx, cy = corners[(number + 1) % len(corners)]
        ex, ey = _unit(bx - ax, by - ay)
        fx, fy = _unit(cx - bx, cy - by)
        start = (ax + ey * away, ay - ex * away)
        stretches.append(Line(start, (bx + ey * away, by - ex * away), bearing(-ey, ex)))
        stretches.append(Arc((bx, by), away, (ey, -ex), (fy, -fx)))
    return tuple(stretches)


def _round_corner(centre: Point, away: float, start: Vector, end: Vector) -> list[Stretch]:
    return [Arc(centre, away, start, end), Arc(centre, away, end, start)]


def facing_at(stretch: Stretch, x: float, y: float) -> int:
    """Return the facing, in hundredths of a degree, of a mover at a point of a stretch."""
    if isinstance(stretch, Line):
        return stretch.facing
    return bearing(stretch.centre[0] - x, stretch.centre[1] - y)


def outward(stretch: Stretch, x: float, y: float) -> Vector:
    """Return the unit vector pointing away from the target at a point of a stretch."""
    if isinstance(stretch, Line):
        if stretch.start == stretch.end:
            dx, dy = heading(stretch.facing)
            return -dx, -dy
        ex, ey = _unit(stretch.end[0] - stretch.start[0], stretch.end[1] - stretch.start[1])
        return ey, -ex
    return _unit(x - stretch.centre[0], y - stretch.centre[1])


def ends(stretch: Stretch) -> tuple[Point, Point]:
    """Return the start and end of a stretch."""
    if isinstance(stretch, Line):
        return stretch.start, stretch.end
    return stretch.tips


def middle(stretch: Stretch) -> Point:
    """Return the midpoint of a stretch. On a face of a base, the midpoint is in line with the base's centre."""
    if isinstance(stretch, Line):
        (ax, ay), (bx, by) = stretch.start, stretch.end
        return (ax + bx) / 2, (ay + by) / 2
    (ux, uy), (vx, vy) = stretch.start, stretch.end
    if ux * vx + uy * vy < -1 + 1e-9:
        return _on(stretch, (-uy, ux))
    return _on(stretch, _unit(ux + vx, uy + vy))


def nearest(stretch: Stretch, x: float, y: float) -> Point:
    """Return the point of a stretch nearest to a given point."""
    if isinstance(stretch, Line):
        (ax, ay), (bx, by) = stretch.start, stretch.end
        ex, ey = bx - ax, by - ay
        square = ex * ex + ey * ey
        part = ((x - ax) * ex + (y - ay) * ey) / square if square else 0.0
        part = 0.0 if part < 0.0 else 1.0 if part > 1.0 else part  # noqa: FURB136 - min and max would take twice the time
        return ax + part * ex, ay + part * ey
    dx, dy = x - stretch.centre[0], y - stretch.centre[1]
    if (dx or dy) and turns_to(stretch, dx, dy):
        return _on(stretch, _unit(dx, dy))
    first, last = stretch.tips
    ax, ay, bx, by = first[0] - x, first[1] - y, last[0] - x, last[1] - y
    return first if ax * ax + ay * ay <= bx * bx + by * by else last


def distance(stretch: Stretch, x: float, y: float) -> float:
    """Return the straight-line distance from a point to a stretch, in ticks."""
    px, py = nearest(stretch, x, y)
    dx, dy = px - x, py - y
    return sqrt(dx * dx + dy * dy)


def turns_to(arc: Arc, x: float, y: float) -> bool:
    """Return whether an arc covers the direction (x, y), ends included."""
    return (quarters(x, y) - arc.first) % 4.0 <= arc.turn


def _on(arc: Arc, way: Vector) -> Point:
    return arc.centre[0] + arc.radius * way[0], arc.centre[1] + arc.radius * way[1]


def _unit(x: float, y: float) -> Vector:
    length = sqrt(x * x + y * y)
    return x / length, y / length
