"""Bases and their outlines: a convex core with a rim of constant width round it."""

from functools import lru_cache
from math import sqrt
from typing import Literal

import msgspec

from pilein.geometry.angles import heading, turned

Points = tuple[tuple[float, float], ...]
Frame = tuple[float, float, float, float]
OVAL_STEPS = 16  # points in a quarter of an oval's core


class Base(msgspec.Struct, frozen=True, cache_hash=True):
    """The outline of a model: `width` across its facing and `depth` along it, in ticks."""

    kind: Literal["round", "rectangle", "oval"]
    width: int
    depth: int


class Place(msgspec.Struct, frozen=True, cache_hash=True):
    """Where a thing stands: its centre in ticks and its facing in hundredths of a degree."""

    x: int
    y: int
    facing: int = 0


class Shape:
    """A convex outline on the table: every point within `radius` of `core`. Treat as frozen.

    `core` runs counter-clockwise in ticks, one point for a disc; (`x`, `y`) is the centre and `reach` the radius of a
    circle round it that holds the whole; `frame` is (sine, cosine, half width, half depth) where the core is a
    rectangle, else None.
    """

    __slots__ = ("core", "frame", "radius", "reach", "x", "y")

    def __init__(self, core: Points, radius: float, centre: tuple[float, float], reach: float, frame: Frame | None = None) -> None:
        """Take the parts as they are; the functions below make them agree."""
        self.core = core
        self.radius = radius
        self.x, self.y = centre
        self.reach = reach
        self.frame = frame

    def __repr__(self) -> str:
        """Show what a reader of a failed test wants to see."""
        return f"Shape(core={self.core!r}, radius={self.radius!r})"


@lru_cache(maxsize=65536)
def shape(base: Base, place: Place) -> Shape:
    """Return the outline of a base that stands in a place."""
    if base.kind == "rectangle":
        return rectangle(place.x, place.y, base.width, base.depth, place.facing)
    if base.kind == "oval" and base.width != base.depth:
        return _oval(base, place)
    return disc(place.x, place.y, base.width / 2)


def disc(x: float, y: float, radius: float) -> Shape:
    """Return a disc round (x, y)."""
    return Shape(((x, y),), radius, (x, y), radius)


def rectangle(x: float, y: float, width: float, depth: float, facing: int) -> Shape:
    """Return the rectangle round (x, y), `width` across its facing and `depth` along it."""
    right, ahead = width / 2, depth / 2
    sine, cosine = heading(facing)
    across = (right * cosine, -right * sine)
    along = (ahead * sine, ahead * cosine)
    core = (
        (x - across[0] - along[0], y - across[1] - along[1]),
        (x + across[0] - along[0], y + across[1] - along[1]),
        (x + across[0] + along[0], y + across[1] + along[1]),
        (x - across[0] + along[0], y - across[1] + along[1]),
    )
    return Shape(core, 0.0, (x, y), sqrt(right * right + ahead * ahead), (sine, cosine, right, ahead))


def grown(shape: Shape, by: float) -> Shape:
    """Return the shape with a rim of width `by` added all round (the places of a disc's centre that touches it)."""
    return Shape(shape.core, shape.radius + by, (shape.x, shape.y), shape.reach + by, shape.frame)


def _oval(base: Base, place: Place) -> Shape:
    """Return an ellipse as the polygon of its inner parallel curve and its smallest radius of curvature."""
    right, ahead = base.width / 2, base.depth / 2
    radius = min(right, ahead) ** 2 / max(right, ahead)
    quarter = [_inner(right, ahead, radius, 9000 * step // OVAL_STEPS) for step in range(OVAL_STEPS)]
    ring: list[tuple[float, float]] = []
    for x, y in ((1, 1), (-1, 1), (-1, -1), (1, -1)):
        points = [(x * px, y * py) for px, py in quarter]
        ring.extend(points if x == y else _reversed_quarter(right, ahead, radius, x, y))
    offsets = [turned(px, py, place.facing) for px, py in ring]
    core = tuple((place.x + px, place.y + py) for px, py in offsets)
    return Shape(core, radius, (place.x, place.y), max(right, ahead))


def _reversed_quarter(right: float, ahead: float, radius: float, x: int, y: int) -> list[tuple[float, float]]:
    steps = [_inner(right, ahead, radius, 9000 * step // OVAL_STEPS) for step in range(OVAL_STEPS, 0, -1)]
    return [(x * px, y * py) for px, py in steps]


def _inner(right: float, ahead: float, radius: float, angle: int) -> tuple[float, float]:
    """Return the point of the ellipse at a parameter, drawn inward along the normal by `radius`."""
    sine, cosine = heading(angle)
    across, along = cosine * ahead, sine * right  # the normal, not yet of length one
    length = sqrt(across * across + along * along)
    return right * cosine - radius * across / length, ahead * sine - radius * along / length
