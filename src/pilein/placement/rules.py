"""Rules for the end of a move, as data. Each rule has zones around bodies, a message, and a flag that says whether the
move must end inside one of the zones or outside all of them.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import Final, TypeAlias

from pilein.geometry.gaps import gap
from pilein.geometry.shapes import Base, Place, Shape, rectangle, shape
from pilein.geometry.ticks import OVERLAP
from pilein.geometry.tolerance import CONTACT, SNAP
from pilein.placement.zones import EDGE, FAR, NOBODY, Point, Zone, Zones, disc_zone, room, zone_round

BEYOND: Final = 10**8  # ticks: width of the ground beyond an edge


def _x_of(body: "Body") -> float:
    return body.shape.x


def no_words(_base: Base, _place: Place, _label: int) -> str:
    """Return an empty message, because the question supplies its own."""
    return ""


class Body:
    """Body that a rule refers to, with its label, its outline and the distance around it that the rule covers. Treat as
    frozen.
    """

    __slots__ = ("by", "label", "shape")

    def __init__(self, label: int, shape: Shape, by: float = 0.0) -> None:
        self.label = label
        self.shape = shape
        self.by = by


Words: TypeAlias = Callable[[Base, Place, int], str]  # why a base is refused a place, by the label of the zone


class Rule:
    """Condition on the end of a move: outside the zones around all bodies or, if `is_inside`, inside one of them.

    `slack` is the tolerance in ticks. A zone is made when a mover comes near it and then cached, because all movers
    under the rule share it.
    """

    __slots__ = ("_by_x", "_near", "_widest", "_xs", "bodies", "is_inside", "slack", "words")

    def __init__(self, bodies: Iterable[Body], words: Words, *, is_inside: bool = False) -> None:
        self.bodies = tuple(bodies)
        self.words = words
        self.is_inside = is_inside
        self.slack = float(CONTACT) if is_inside else SNAP
        self._near: dict[tuple[Base, int, int], tuple[float, list[Zone | None]]] = {}
        self._by_x: list[Body] = []  # this and what follows is derived when a mover comes near
        self._xs: list[float] = []
        self._widest = 0.0

    def near(self, base: Base, facing: int, smaller: int, x: float, y: float, far: float) -> list[Zone]:
        """Return the zones that may be within `far` ticks of a centre."""
        key = base, 0 if base.kind == "round" else facing, 0 if self.is_inside else smaller
        known = self._near.get(key)
        if known is None:
            known = self._near[key] = outline_of(*key).reach, [None] * len(self.bodies)
            self._sort()
        reach_of_base, made = known
        far += reach_of_base
        xs, wide = self._xs, self._widest + far
        found: list[Zone] = []
        for place in range(bisect_left(xs, x - wide), bisect_left(xs, x + wide)):
            body = self._by_x[place]
            dx, dy, reach = body.shape.x - x, body.shape.y - y, body.shape.reach + body.by + far
            if dx * dx + dy * dy < reach * reach:
                zone = made[place]
                if zone is None:
                    zone = made[place] = zone_for(base, key[1], body.shape, body.by, key[2], body.label)
                found.append(zone)
        return found

    def _sort(self) -> None:
        if not self._by_x:
            self._by_x = sorted(self.bodies, key=_x_of)
            self._xs = [body.shape.x for body in self._by_x]
            self._widest = max([body.shape.reach + body.by for body in self._by_x], default=0.0)

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

    def excess(self, base: Base, place: Place) -> float:
        """Return the distance in ticks by which a mover at a place misses the nearest zone of a rule with
        `is_inside`.

        The distance is negative inside the zone.
        """
        outline = shape(base, place)
        return min((gap(outline, body.shape) - body.by for body in self.bodies), default=FAR)


class OnTable(Rule):
    """Rule that no part of a model's base may leave the table."""

    __slots__ = ("size",)

    def __init__(self, size: tuple[int, int], words: Words) -> None:
        """Set up the rule for a table's width and depth in ticks, and its message."""
        width, depth = size
        wide, deep = width + 2 * BEYOND, depth + 2 * BEYOND
        x, y, by = width / 2, depth / 2, SNAP - OVERLAP
        edges = (
            rectangle(-BEYOND / 2, y, BEYOND, deep, 0),
            rectangle(width + BEYOND / 2, y, BEYOND, deep, 0),
            rectangle(x, -BEYOND / 2, wide, BEYOND, 0),
            rectangle(x, depth + BEYOND / 2, wide, BEYOND, 0),
        )
        super().__init__([Body(EDGE - number, edge, by) for number, edge in enumerate(edges)], words)
        self.size = size

    def near(self, base: Base, facing: int, smaller: int, x: float, y: float, far: float) -> list[Zone]:
        """Return the zones beyond nearby table edges. The result is empty if the centre is well inside the table."""
        by, (width, depth) = base.width + base.depth + far, self.size
        if by < x < width - by and by < y < depth - by:
            return []
        return super().near(base, facing, smaller + 2 if smaller else 0, x, y, far)


class Unturned(Rule):
    """Rule that a place must satisfy both at the mover's new facing and at its old facing, so that turning gains
    nothing.
    """

    __slots__ = ("facing", "rule")

    def __init__(self, rule: Rule, facing: int) -> None:
        super().__init__(rule.bodies, rule.words, is_inside=rule.is_inside)
        self.rule = rule
        self.facing = facing

    def broken_by(self, base: Base, mover: int, place: Place, most: float = SNAP) -> int | None:
        """Return the label of the zone that rules out a place at the mover's new or old facing, or None."""
        broken = self.rule.broken_by(base, mover, place, most)
        if broken is not None or place.facing == self.facing:
            return broken
        return super().broken_by(base, mover, Place(place.x, place.y, self.facing), most)

    def near(self, base: Base, _facing: int, smaller: int, x: float, y: float, far: float) -> list[Zone]:
        """Return the zones at the mover's old facing that may be within `far` ticks of a centre."""
        return super().near(base, self.facing, smaller, x, y, far)

    def excess(self, base: Base, place: Place) -> float:
        """Return the distance by which a mover misses the rule, at the new facing or the old facing, whichever is
        greater.
        """
        return max(self.rule.excess(base, place), super().excess(base, Place(place.x, place.y, self.facing)))


class Inside(Rule):
    """Rule that the mover's centre must end in one of several zones, at any facing."""

    __slots__ = ("within",)

    def __init__(self, within: Sequence[Zone], words: Words) -> None:
        super().__init__((), words, is_inside=True)
        self.within = Zones(list(within))

    def near(self, _base: Base, _facing: int, _smaller: int, x: float, y: float, far: float) -> list[Zone]:
        """Return those of the zones that may be within `far` ticks of a centre."""
        return self.within.beside(x, y, far)

    def excess(self, _base: Base, place: Place) -> float:
        """Return the distance in ticks from a centre to the nearest of the zones.

        The distance is negative inside a zone.
        """
        return min((room(zone, place.x, place.y) for zone in self.within.all), default=FAR)


class Within(Inside):
    """Rule that the mover's centre must end within a given distance of a point or of a path's legs."""

    __slots__ = ()

    def __init__(self, legs: Sequence[tuple[Point, Point]], by: float, words: Words) -> None:
        """Store the legs, each from one point to another, and the distance in ticks."""
        super().__init__([zone_of_leg(a, b, by) for a, b in legs], words)


def on_paths(paths: Iterable[Sequence[tuple[float, float]]], words: Words = no_words) -> Within:
    """Return the rule that a mover must end on one of several paths, each given by its corners."""
    legs = [((float(ax), float(ay)), (float(bx), float(by))) for path in paths for (ax, ay), (bx, by) in pairwise(path)]
    return Within(legs, 0.0, words)


def zone_of_leg(a: Point, b: Point, by: float) -> Zone:
    """Return the zone of all points within a given distance of the line between two points."""
    if a == b:
        return disc_zone(a[0], a[1], by)
    half = sqrt((b[0] - a[0]) * (b[0] - a[0]) + (b[1] - a[1]) * (b[1] - a[1])) / 2
    return Zone((a, b), by, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2, half + by, NOBODY)


@lru_cache(maxsize=65536)
def zone_for(base: Base, facing: int, body: Shape, by: float, smaller: int, label: int) -> Zone:
    """Return the zone around a body for a base at a facing.

    The result is cached, since most bodies stay in place while one model moves.
    """
    return zone_round(outline_of(base, facing, smaller), body, by, label)


@lru_cache(maxsize=4096)
def outline_of(base: Base, facing: int, smaller: int = 0) -> Shape:
    """Return the outline of a base around the origin, made smaller by `smaller` ticks."""
    if smaller:
        base = Base(base.kind, base.width - smaller, base.depth - smaller)
    return shape(base, Place(0, 0, facing))
