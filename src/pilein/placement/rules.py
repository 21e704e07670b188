"""Rules for the end of a move, as data. Each has zones around bodies, a message, and a flag to end outside all zones or
inside one.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import NamedTuple, TypeAlias

from pilein.geometry.shapes import Base, Place, Shape, rectangle, shape
from pilein.geometry.tolerance import CONTACT, SNAP
from pilein.placement.zones import EDGE, NOBODY, Point, Zone, Zones, disc_zone, room, zone_round

NOISE = 0.01  # of floats, in ticks
BEYOND = 10**8  # ticks: width of the ground beyond an edge


def no_words(_base: Base, _place: Place, _label: int) -> str:
    """Return an empty message, because the question supplies its own."""
    return ""


class Body(NamedTuple):
    """Body that a rule refers to, with its label, its outline and the distance around it that the rule covers."""

    label: int
    shape: Shape
    by: float = 0.0


Words: TypeAlias = Callable[[Base, Place, int], str]  # why a base is refused a place, by the label of the zone


class Rule:
    """Condition on the end of a move: outside the zones around all bodies or, if `is_inside`, inside one of them.

    `slack` is the tolerance in ticks. Zones are cached, because all movers under the rule share them.
    """

    __slots__ = ("_known", "bodies", "is_inside", "slack", "words")

    def __init__(self, bodies: Iterable[Body], words: Words, *, is_inside: bool = False) -> None:
        """Store the bodies and the message."""
        self.bodies = tuple(bodies)
        self.words = words
        self.is_inside = is_inside
        self.slack = float(CONTACT) if is_inside else SNAP
        self._known: dict[tuple[Base, int, int], Zones] = {}

    def zones(self, base: Base, facing: int, smaller: int = 0) -> Zones:
        """Return the zones for a base at a facing, made smaller by `smaller` ticks."""
        key = base, 0 if base.kind == "round" else facing, smaller
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Zones(self._made(*key))
        return found

    def near(self, base: Base, facing: int, smaller: int, x: float, y: float, far: float) -> list[Zone]:
        """Return the zones that may be within `far` ticks of a centre."""
        return self.zones(base, facing, smaller).beside(x, y, far)

    def holds(self, base: Base, mover: int, place: Place, most: float = SNAP) -> bool:
        """Return whether a mover at a place satisfies the rule. `most` is the overlap allowed, in ticks."""
        return self.broken_by(base, mover, place, most) is None

    def broken_by(self, base: Base, mover: int, place: Place, most: float = SNAP) -> int | None:
        """Return the label of the zone that rules out a place, or None if the rule is satisfied. The mover itself is
        ignored.
        """
        x, y = place.x, place.y
        near = self.near(base, place.facing, 0, x, y, self.slack if self.is_inside else 0.0)
        if self.is_inside:
            return None if any(room(zone, x, y) <= self.slack for zone in near) else NOBODY
        for zone in near:
            if zone.label != mover and room(zone, x, y) < -most:
                return zone.label
        return None

    def _made(self, base: Base, facing: int, smaller: int) -> list[Zone]:
        less = 0 if self.is_inside else smaller
        return [zone_for(base, facing, body.shape, body.by, less, body.label) for body in self.bodies]


class OnTable(Rule):
    """Rule that no model leaves the table."""

    __slots__ = ("size",)

    def __init__(self, size: tuple[int, int], words: Words) -> None:
        """Set up the rule for a table's width and depth in ticks, and its message."""
        width, depth = size
        wide, deep = width + 2 * BEYOND, depth + 2 * BEYOND
        x, y, by = width / 2, depth / 2, SNAP - NOISE
        edges = (
            rectangle(-BEYOND / 2, y, BEYOND, deep, 0),
            rectangle(width + BEYOND / 2, y, BEYOND, deep, 0),
            rectangle(x, -BEYOND / 2, wide, BEYOND, 0),
            rectangle(x, depth + BEYOND / 2, wide, BEYOND, 0),
        )
        super().__init__([Body(EDGE - number, edge, by) for number, edge in enumerate(edges)], words)
        self.size = size

    def near(self, base: Base, facing: int, smaller: int, x: float, y: float, far: float) -> list[Zone]:
        """Return the zones beyond nearby table edges. Empty well inside the table."""
        by, (width, depth) = base.width + base.depth + far, self.size
        if by < x < width - by and by < y < depth - by:
            return []
        return self.zones(base, facing, smaller).all

    def _made(self, base: Base, facing: int, smaller: int) -> list[Zone]:
        return super()._made(base, facing, smaller + 2 if smaller else 0)


class Within(Rule):
    """Rule that the centre ends within a distance of a point or of a path's legs."""

    __slots__ = ("legs",)

    def __init__(self, legs: Sequence[tuple[Point, Point]], by: float, words: Words) -> None:
        """Store the legs, each from one point to another, and the distance in ticks."""
        super().__init__((), words, is_inside=True)
        self.legs = tuple((leg, by) for leg in legs)

    def _made(self, _base: Base, _facing: int, _smaller: int) -> list[Zone]:
        return [_zone_of_leg(leg[0], leg[1], by) for leg, by in self.legs]


def on_paths(paths: Iterable[Sequence[tuple[float, float]]], words: Words = no_words) -> Within:
    """Return the rule that a mover ends on one of several paths, each given by its corners."""
    legs = [((float(ax), float(ay)), (float(bx), float(by))) for path in paths for (ax, ay), (bx, by) in pairwise(path)]
    return Within(legs, 0.0, words)


def _zone_of_leg(a: Point, b: Point, by: float) -> Zone:
    if a == b:
        return disc_zone(a[0], a[1], by)
    half = sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1])) / 2
    return Zone((a, b), by, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, half + by, NOBODY)


@lru_cache(maxsize=65536)
def zone_for(base: Base, facing: int, body: Shape, by: float, smaller: int, label: int) -> Zone:
    """Return the zone around a body for a base at a facing. Cached, since most bodies stay in place while one moves."""
    return zone_round(outline_of(base, facing, smaller), body, by, label)


@lru_cache(maxsize=4096)
def outline_of(base: Base, facing: int, smaller: int = 0) -> Shape:
    """Return the outline of a base around the origin, made smaller by `smaller` ticks."""
    if smaller:
        base = Base(base.kind, base.width - smaller, base.depth - smaller)
    return shape(base, Place(0, 0, facing))
