"""Bases and their outlines: a convex core with a rim of constant width round it."""

from functools import lru_cache
from math import sqrt
from typing import Literal

import msgspec

from pilein.geometry.angles import bearing, heading, turned
from pilein.geometry.hulls import Point, hull
from pilein.geometry.ovals import ellipse

Points = tuple[Point, ...]

Frame = tuple[float, float, float, float]


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

    `core` runs counter-clockwise in ticks, one point for a disc; (`x`, `y`) is the centre and `reach` the
    radius of a circle round it that holds the whole; `frame` is (sine, cosine, half width, half depth) where
    the core is a rectangle round the centre, else None.
    """

    __slots__ = ("core", "frame", "is_disc", "radius", "reach", "x", "y")

    def __init__(
        self, core: Points, radius: float, x: float, y: float, reach: float, frame: Frame | None = None
    ) -> None:
        """Take the parts as they are; the functions of this file make them agree."""
        self.core = core
        self.radius = radius
        self.x = x
        self.y = y
        self.reach = reach
        self.frame = frame
        self.is_disc = len(core) == 1

    def __repr__(self) -> str:
        """Show what a reader of a failed test wants to see."""
        return f"Shape(core={self.core!r}, radius={self.radius!r})"


@lru_cache(maxsize=65536)
def shape(base: Base, place: Place) -> Shape:
    """Return the outline of a base that stands in a place."""
    if base.kind == "rectangle":
        return rectangle(place.x, place.y, base.width, base.depth, place.facing)
    if base.kind == "oval" and base.width != base.depth:
        return oval(place.x, place.y, base.width, base.depth, place.facing)
    return disc(place.x, place.y, base.width / 2)


def disc(x: float, y: float, radius: float) -> Shape:
    """Return a disc round (x, y)."""
    return Shape(((x, y),), radius, x, y, radius)


def rectangle(x: float, y: float, width: float, depth: float, facing: int) -> Shape:
    """Return the rectangle round (x, y), `width` across its facing and `depth` along it."""
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
    """Return the band that a disc sweeps on its straight way from `start` to `end`."""
    if start == end:
        return disc(start[0], start[1], radius)
    return convex((start, end), radius)


def convex(core: Points, radius: float = 0.0) -> Shape:
    """Return a shape from a convex core, counter-clockwise; its centre is that of the core's bounding box."""
    across, along = [x for x, _ in core], [y for _, y in core]
    x, y = (min(across) + max(across)) / 2, (min(along) + max(along)) / 2
    far = max([(px - x) * (px - x) + (py - y) * (py - y) for px, py in core])
    return Shape(core, radius, x, y, sqrt(far) + radius)


def corridor(mover: Shape, dx: float, dy: float) -> Shape:
    """Return the band that a shape sweeps when it slides by (dx, dy) without turning."""
    moved = tuple((x + dx, y + dy) for x, y in mover.core)
    return convex(hull(mover.core + moved), mover.radius)


@lru_cache(maxsize=16384)
def grown(shape: Shape, by: float) -> Shape:
    """Return the shape with a rim of width `by` added all round (where the centre of a disc may touch it).

    The same one every time, with what is known of it.
    """
    return Shape(shape.core, shape.radius + by, shape.x, shape.y, shape.reach + by, shape.frame)


def shrunk(shape: Shape, by: float) -> Shape:
    """Return the shape with a rim of width `by` taken off, if there is one; a rectangle keeps sharp corners."""
    if shape.frame is None or shape.radius >= by:
        return grown(shape, -min(by, shape.radius))
    sine, cosine, right, ahead = shape.frame
    rest = by - shape.radius
    width, depth = 2 * max(0.0, right - rest), 2 * max(0.0, ahead - rest)
    return rectangle(shape.x, shape.y, width, depth, bearing(sine, cosine))


def oval(x: float, y: float, width: float, depth: float, facing: int) -> Shape:
    """Return an ellipse round (x, y), true to 100 ticks (0.0008 inch) up to bases of 120 mm."""
    core, rim = ellipse(width, depth)
    offsets = [turned(right, ahead, facing) for right, ahead in core]
    placed = tuple((x + right, y + ahead) for right, ahead in offsets)
    far = max([right * right + ahead * ahead for right, ahead in core])
    return Shape(placed, rim, x, y, sqrt(far) + rim)
