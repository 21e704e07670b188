"""Bases and their outlines, each a convex core with a rim of constant width."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import Final, Literal

import msgspec

from pilein.geometry.ticks import QUARTER, bearing, heading, turned

# --- Points, and their convex hull --------------------------------------------------------------------------------


Point = tuple[float, float]


def distance(start: Point, end: Point) -> float:
    """Return the distance between two points."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    return sqrt(dx * dx + dy * dy)


def way_length(points: Sequence[Point]) -> float:
    """Return the length of a path along its corners."""
    length = 0.0
    for (ax, ay), (bx, by) in pairwise(points):  # one by one: `sum` rounds differently from Python 3.12 on
        length += sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    return length


def hull(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return the convex hull of points, counter-clockwise."""
    ordered = sorted(set(points))
    if len(ordered) in (1, 2):
        return tuple(ordered)
    return _chain(ordered) + _chain(ordered[::-1])


def _chain(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return one half of a convex hull, without its last point."""
    chain: list[Point] = []
    for x, y in points:
        while len(chain) > 1 and _is_left_or_straight(chain[-2], chain[-1], (x, y)):
            chain.pop()
        chain.append((x, y))
    return tuple(chain[:-1])


def _is_left_or_straight(a: Point, b: Point, c: Point) -> bool:
    """Return whether b lies on or to the left of the line from a to c, so that it cannot be a corner of the lower
    chain.
    """
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0


Points = tuple[Point, ...]

Frame = tuple[float, float, float, float]


class Base(msgspec.Struct, frozen=True, cache_hash=True):
    """Outline of a model: `width` across its facing and `depth` along it, in ticks."""

    kind: Literal["round", "rectangle", "oval"]
    width: int
    depth: int


class Place(msgspec.Struct, frozen=True, cache_hash=True):
    """Position on the table: a centre in ticks and a facing in hundredths of a degree."""

    x: int
    y: int
    facing: int = 0


class Shape:
    """Convex outline on the table: every point within `radius` of `core`. Treat as frozen.

    `core` runs counter-clockwise in ticks and is a single point for a disc. (`x`, `y`) is the centre, and `reach`
    the radius of a circle around the centre that contains the shape. `frame` is (sine, cosine, half width, half
    depth) if the core is a rectangle around the centre, or else None.
    """

    __slots__ = ("core", "frame", "is_disc", "radius", "reach", "x", "y")

    def __init__(
        self, core: Points, radius: float, x: float, y: float, reach: float, frame: Frame | None = None
    ) -> None:
        """Store the fields. The functions of this module keep the fields consistent."""
        self.core = core
        self.radius = radius
        self.x = x
        self.y = y
        self.reach = reach
        self.frame = frame
        self.is_disc = len(core) == 1

    def __repr__(self) -> str:
        """Return the essential fields as text, for reports of failed tests."""
        return f"Shape(core={self.core!r}, radius={self.radius!r})"


@lru_cache(maxsize=65536)
def shape(base: Base, place: Place) -> Shape:
    """Return the outline of a base at a place."""
    if base.kind == "rectangle":
        return rectangle(place.x, place.y, base.width, base.depth, place.facing)
    if base.kind == "oval" and base.width != base.depth:
        return oval(place.x, place.y, base.width, base.depth, place.facing)
    return disc(place.x, place.y, base.width / 2)


def disc(x: float, y: float, radius: float) -> Shape:
    """Return the disc around (x, y)."""
    return Shape(((x, y),), radius, x, y, radius)


def rectangle(x: float, y: float, width: float, depth: float, facing: int) -> Shape:
    """Return the rectangle around (x, y), `width` across its facing and `depth` along it."""
    right, ahead = width / 2, depth / 2
    sine, cosine = heading(facing)
    across, down = right * cosine, -right * sine
    over, along = ahead * sine, ahead * cosine
    core = (
        (x - across - over, y - down - along),
        (x + across - over, y + down - along),
        (x + across + over, y + down + along),
        (x - across + over, y - down + along),
    )
    return Shape(core, 0.0, x, y, sqrt(right * right + ahead * ahead), (sine, cosine, right, ahead))


def capsule(start: Point, end: Point, radius: float) -> Shape:
    """Return the area that a disc sweeps on a straight path from `start` to `end`."""
    if start == end:
        return disc(start[0], start[1], radius)
    return convex((start, end), radius)


def convex(core: Points, radius: float = 0.0) -> Shape:
    """Return the shape with a convex, counter-clockwise core. Its centre is the centre of the core's bounding box."""
    across, along = [x for x, _ in core], [y for _, y in core]
    x, y = (min(across) + max(across)) / 2, (min(along) + max(along)) / 2
    far = max([(px - x) * (px - x) + (py - y) * (py - y) for px, py in core])
    return Shape(core, radius, x, y, sqrt(far) + radius)


def corridor(mover: Shape, dx: float, dy: float) -> Shape:
    """Return the area that a shape sweeps when it slides by (dx, dy) without turning."""
    moved = tuple((x + dx, y + dy) for x, y in mover.core)
    return convex(hull(mover.core + moved), mover.radius)


@lru_cache(maxsize=16384)
def grown(shape: Shape, by: float) -> Shape:
    """Return a shape widened by `by` ticks all round: the possible centres of a touching disc of that radius.

    The result is cached, so equal arguments return the same object.
    """
    return Shape(shape.core, shape.radius + by, shape.x, shape.y, shape.reach + by, shape.frame)


def shrunk(shape: Shape, by: float) -> Shape:
    """Return a shape narrowed by `by` ticks as far as its rim allows. A rectangle shrinks but keeps sharp corners."""
    if shape.frame is None or shape.radius >= by:
        return grown(shape, -min(by, shape.radius))
    sine, cosine, right, ahead = shape.frame
    rest = by - shape.radius
    width, depth = 2 * max(0.0, right - rest), 2 * max(0.0, ahead - rest)
    return rectangle(shape.x, shape.y, width, depth, bearing(sine, cosine))


def oval(x: float, y: float, width: float, depth: float, facing: int) -> Shape:
    """Return the ellipse around (x, y), accurate to 100 ticks (0.0008 inch) for bases up to 120 mm."""
    core, rim = ellipse(width, depth)
    offsets = [turned(right, ahead, facing) for right, ahead in core]
    placed = tuple((x + right, y + ahead) for right, ahead in offsets)
    far = max([right * right + ahead * ahead for right, ahead in core])
    return Shape(placed, rim, x, y, sqrt(far) + rim)


# --- Ellipses as rounded polygons: the inner parallel curve in short chords, and a rim ----------------------------


STEPS: Final = 16  # chords in a quarter


@lru_cache(maxsize=64)
def ellipse(width: float, depth: float) -> tuple[tuple[Point, ...], float]:
    """Return the core of an ellipse around the origin, counter-clockwise, and its rim, both in ticks.

    The rim is the smallest radius of curvature plus half of the part that the chords cut off. This addition balances
    the error.
    """
    right, ahead = width / 2, depth / 2
    rim = min(right, ahead) * min(right, ahead) / max(right, ahead)
    quarter = [_inner(right, ahead, rim, QUARTER * step // STEPS) for step in range(STEPS + 1)]
    half = quarter[:-1] + [(-x, y) for x, y in reversed(quarter[1:])]
    ring = half + [(-x, -y) for x, y in half]
    return tuple(ring), rim + _cut_off(quarter) / 2


def _inner(right: float, ahead: float, rim: float, angle: int) -> Point:
    """Return the point of the ellipse at a parameter angle, moved inward along the normal by the rim."""
    sine, cosine = heading(angle)
    across, along = cosine * ahead, sine * right  # the normal, not yet of length one
    length = sqrt(across * across + along * along)
    return right * cosine - rim * across / length, ahead * sine - rim * along / length


def _cut_off(quarter: list[Point]) -> float:
    """Return the maximum gap between the chords and the curve. This gap is a quarter of the sagitta over two chords."""
    bends = [_bend(a, b, c) for a, b, c in zip(quarter, quarter[1:], quarter[2:], strict=False)]
    return max(bends) / 4


def _bend(a: Point, b: Point, c: Point) -> float:
    """Return the distance from b to the line through a and c."""
    dx, dy = c[0] - a[0], c[1] - a[1]
    return abs((b[0] - a[0]) * dy - (b[1] - a[1]) * dx) / sqrt(dx * dx + dy * dy)


# --- Front, flanks and rear: arcs around a rectangle --------------------------------------------------------------


Arc = Literal["front", "left", "right", "rear"]

ON_LINE: Final = 1.0  # tick: points are snapped to whole ticks, so each line is as wide to either side


def arc(place: Place, width: float, depth: float, point: Point) -> tuple[Arc, ...]:
    """Return the arcs in which a point lies, in the order front, left, right, rear.

    The lines between arcs run outwards at 45 degrees from the corners of the rectangle around `place`. A point
    within a tick of a line lies in both arcs. A point inside the rectangle belongs to its nearest side or sides.
    """
    sine, cosine = heading(place.facing)
    dx, dy = point[0] - place.x, point[1] - place.y
    right = dx * cosine - dy * sine
    ahead = dx * sine + dy * cosine
    beyond: tuple[tuple[Arc, float], ...] = (
        ("front", ahead - depth / 2),
        ("left", -right - width / 2),
        ("right", right - width / 2),
        ("rear", -ahead - depth / 2),
    )
    most = max(by for _, by in beyond)
    return tuple(name for name, by in beyond if by >= most - ON_LINE)
