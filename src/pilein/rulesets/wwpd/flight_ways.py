"""How far a unit gets that falls back as one, in each direction, and which direction is best (WW-R-28)."""

from collections.abc import Sequence
from functools import cached_property
from math import sqrt
from typing import NamedTuple

from msgspec import Struct

from pilein.geometry.gaps import overlaps
from pilein.geometry.rounded import Vector, clearance
from pilein.geometry.runs import is_in_the_way, run_to_edge, too_near, ways_between
from pilein.geometry.shapes import Place, Shape, shape
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.ways import BARRED

CLEAR = 2.0  # ticks kept free of what stops a model, more than snapping can shift it
SHORTER = 4.0  # ticks by which a path is cut if its end has no room
TRIES = 8
FAR = 1e30


class Worth(NamedTuple):
    """The value of a direction, more being better; distances in whole ticks."""

    enemies_left_behind: int
    nearest: int
    distances: int


class Apart(NamedTuple):
    """A model of the unit and an enemy: their outlines, and the vector from centre to centre."""

    model: int
    body: Shape
    foe: Shape
    dx: float
    dy: float

    def gap(self, dx: float, dy: float) -> float:
        """How far apart they are when the model has moved so."""
        rims = self.body.radius + self.foe.radius
        if self.body.is_disc and self.foe.is_disc:
            x, y = self.dx - dx, self.dy - dy
            return sqrt(x * x + y * y) - rims
        return max(0.0, clearance(ways_between(self.body, self.foe), dx, dy) - rims)

    def least(self, dx: float, dy: float) -> float:
        """A distance that they are not nearer than."""
        x, y = self.dx - dx, self.dy - dy
        return sqrt(x * x + y * y) - self.body.reach - self.foe.reach


class Flight(Struct, frozen=True, dict=True):
    """A unit that falls back this many ticks."""

    battle: Battle
    unit: int
    distance: int

    @cached_property
    def bodies(self) -> dict[int, Shape]:
        """Its models as they stand."""
        plane = self.battle.plane
        return {model: plane.shape(model) for model in plane.models(self.unit)}

    @cached_property
    def foes(self) -> tuple[Shape, ...]:
        """All enemy models on the table."""
        side, setup = self.battle.side(self.unit), self.battle.setup
        return tuple(one for model, one in self.battle.plane.shapes.items() if setup.side_of(model) != side)

    @cached_property
    def stops(self) -> dict[int, tuple[Shape, ...]]:
        """For each model what it may run into: bases not of its unit, and impassable ground."""
        others = [one for model, one in self.battle.plane.shapes.items() if self.battle.unit_of(model) != self.unit]
        others += self.battle.setup.parts_of(BARRED)
        return {model: tuple(one for one in others if self._may_meet(body, one)) for model, body in self.bodies.items()}

    @cached_property
    def apart(self) -> tuple[tuple[Apart, ...], ...]:
        """For each enemy how its base and each of the unit's models lie, the nearest model first."""
        found = []
        for foe in self.foes:
            pairs = [Apart(model, body, foe, foe.x - body.x, foe.y - body.y) for model, body in self.bodies.items()]
            found.append(tuple(sorted(pairs, key=lambda pair: pair.dx * pair.dx + pair.dy * pair.dy)))
        return tuple(found)

    @cached_property
    def before(self) -> tuple[float, ...]:
        """How far each enemy is from the unit now."""
        stay = dict.fromkeys(self.bodies, (0.0, 0.0))
        return tuple(distance(pairs, stay) for pairs in self.apart)

    def _may_meet(self, body: Shape, other: Shape) -> bool:
        dx, dy, far = other.x - body.x, other.y - body.y, body.reach + other.reach + self.distance + CLEAR
        return dx * dx + dy * dy < far * far


def flown(flight: Flight, ways: Sequence[Vector]) -> dict[int, Place]:
    """The final places of a unit that falls back in the best direction, the first of equals.

    WW-FB-02. Among directions away from equally many enemies it takes the one that ends as far away as possible.
    """
    found = [(worth_of(flight, lengths), lengths, way) for way in ways for lengths in (_lengths(flight, way),)]
    most = max(worth.enemies_left_behind for worth, _, _ in found)
    tied = [one for one in found if one[0].enemies_left_behind == most]
    if len(tied) > 1 and flight.battle.holds("WW-FB-02"):
        farthest = max(worth for worth, _, _ in tied)
        tied = [one for one in tied if one[0] == farthest]
    _, lengths, way = tied[0]
    return _settled(flight, way, lengths)


def worth_of(flight: Flight, shifts: dict[int, Vector]) -> Worth:
    """How good the ends of a direction are; `shifts` say how each model moves."""
    after = [round(distance(pairs, shifts)) for pairs in flight.apart]
    grown = sum(now > before + 1 for now, before in zip(after, flight.before, strict=True))
    return Worth(grown, min(after, default=0), sum(after))


def distance(pairs: tuple[Apart, ...], shifts: dict[int, Vector]) -> float:
    """How far an enemy is from the nearest model of the unit when these have moved so."""
    best = FAR
    for pair in pairs:
        dx, dy = shifts[pair.model]
        if pair.least(dx, dy) < best:
            best = min(best, pair.gap(dx, dy))
    return best


def _lengths(flight: Flight, way: Vector) -> dict[int, Vector]:
    """The shift of each model, as far as it gets."""
    size = flight.battle.setup.size
    found = {}
    for model, body in flight.bodies.items():
        far = min(float(flight.distance), max(0.0, run_to_edge(body, way, size) - CLEAR))
        for other in flight.stops[model]:
            span = too_near(body, way, other, CLEAR)
            if span is not None and is_in_the_way(span, far):
                far = max(0.0, span[0])
        found[model] = (way[0] * far, way[1] * far)
    return found


def _settled(flight: Flight, way: Vector, shifts: dict[int, Vector]) -> dict[int, Place]:
    """The end places on whole ticks: models in front first, each stopping short of unit mates in its path."""
    ahead = sorted(shifts, key=lambda model: -_along(flight.bodies[model], way))
    placed: dict[int, Place] = {}
    for model in ahead:
        dx, dy = shifts[model]
        mates = [mate for mate, place in placed.items() if not _is_shifted(flight, mate, place, (dx, dy))]
        in_the_way = [shape(flight.battle.setup.base(mate), placed[mate]) for mate in mates]
        far = dx * way[0] + dy * way[1]
        placed[model] = _last_place(flight, model, way, far, [*in_the_way, *flight.stops[model]])
    return {model: placed[model] for model in flight.bodies}


def _is_shifted(flight: Flight, model: int, place: Place, shift: tuple[float, float]) -> bool:
    """Whether a model has gone exactly this far: a model that goes as far beside it keeps its distance."""
    start = flight.battle.plane.place(model)
    return (place.x - start.x, place.y - start.y) == (round(shift[0]), round(shift[1]))


def _last_place(flight: Flight, model: int, way: Vector, far: float, stood: list[Shape]) -> Place:
    """The furthest place on a model's path, at most `far` ticks away, where it overlaps no model."""
    start, body = flight.battle.plane.place(model), flight.bodies[model]
    base = flight.battle.setup.base(model)
    for other in sorted(stood, key=lambda one: -_along(one, way)):
        span = too_near(body, way, other, CLEAR)
        if span is not None and span[0] < far < span[1]:
            far = max(0.0, span[0])
    for _ in range(TRIES):
        place = Place(start.x + round(way[0] * far), start.y + round(way[1] * far), start.facing)
        end = shape(base, place)
        if not any(overlaps(end, other) for other in stood):
            return place
        far = max(0.0, far - SHORTER)
    return start


def _along(body: Shape, way: Vector) -> float:
    return body.x * way[0] + body.y * way[1]
