"""Flight of a unit that moves as one body: its length in each direction, and the best direction (WW-R-28)."""

from collections.abc import Sequence
from functools import cached_property
from math import sqrt
from typing import NamedTuple

from msgspec import Struct

from pilein.geometry.rounded import Vector, clearance
from pilein.geometry.shapes import Place, Shape
from pilein.geometry.straight_sweeps import shifted, ways_between
from pilein.geometry.tolerance import CONTACT
from pilein.rulesets.wwpd.state import Battle
from pilein.tabletop.movement.straight_runs import ROUNDING, Thing, foremost_first, free_run, things_about, to_the_edge
from pilein.tabletop.movement.terms import Bars, clearances

FAR = 1e30
Shifts = dict[int, Vector]  # for each model, from where it stands, in ticks


class Worth(NamedTuple):
    """Value of a flight direction; the higher, the better. Distances are in whole ticks."""

    enemies_left_behind: int
    nearest: int
    distances: int


class Apart(NamedTuple):
    """Pair of a model of the fleeing unit and an enemy, with their outlines and the vector between their centres."""

    model: int
    body: Shape
    foe: Shape
    dx: float
    dy: float

    def gap(self, dx: float, dy: float) -> float:
        """Gap between the model and the enemy after the model has moved by (dx, dy)."""
        rims = self.body.radius + self.foe.radius
        if self.body.is_disc and self.foe.is_disc:
            x, y = self.dx - dx, self.dy - dy
            return sqrt(x * x + y * y) - rims
        return max(0.0, clearance(ways_between(self.body, self.foe), dx, dy) - rims)

    def least(self, dx: float, dy: float) -> float:
        """Lower bound of the gap after the model has moved by (dx, dy)."""
        x, y = self.dx - dx, self.dy - dy
        return sqrt(x * x + y * y) - self.body.reach - self.foe.reach


class Flight(Struct, frozen=True, dict=True):
    """Flight of a unit over a distance in ticks."""

    battle: Battle
    unit: int
    distance: int

    @cached_property
    def bodies(self) -> dict[int, Shape]:
        """Outlines of the unit's models where they now stand."""
        plane = self.battle.plane
        return {model: plane.shape(model) for model in plane.models(self.unit)}

    @cached_property
    def foes(self) -> tuple[Shape, ...]:
        """Outlines of all enemy models on the table."""
        side, setup = self.battle.side(self.unit), self.battle.setup
        return tuple(one for model, one in self.battle.plane.shapes.items() if setup.side_of(model) != side)

    @cached_property
    def bars(self) -> Bars:
        """Obstacles: bases outside the unit, impassable ground and the table edge."""
        return Bars(clearances(self.battle.setup, self.battle.side(self.unit), enemies=0))

    @cached_property
    def stops(self) -> dict[int, tuple[Thing, ...]]:
        """Obstacles that each model may meet within the flight's distance."""
        things = things_about(self.battle.plane, self.bars, without=self.bodies)
        return {model: tuple(one for one in things if self._may_meet(body, one)) for model, body in self.bodies.items()}

    @cached_property
    def apart(self) -> tuple[tuple[Apart, ...], ...]:
        """For each enemy, its pairs with the unit's models, nearest model first."""
        found = []
        for foe in self.foes:
            pairs = [Apart(model, body, foe, foe.x - body.x, foe.y - body.y) for model, body in self.bodies.items()]
            found.append(tuple(sorted(pairs, key=lambda pair: pair.dx * pair.dx + pair.dy * pair.dy)))
        return tuple(found)

    @cached_property
    def before(self) -> tuple[float, ...]:
        """Distance of each enemy from the unit before the flight."""
        stay = dict.fromkeys(self.bodies, (0.0, 0.0))
        return tuple(distance(pairs, stay) for pairs in self.apart)

    def _may_meet(self, body: Shape, thing: Thing) -> bool:
        dx, dy = thing.body.x - body.x, thing.body.y - body.y
        far = body.reach + thing.body.reach + self.distance + thing.clearance
        return dx * dx + dy * dy < far * far


def flown(flight: Flight, ways: Sequence[Vector]) -> dict[int, Place]:
    """Final places of a unit that falls back in the best direction, or in the first of equally good directions.

    The best direction leads away from the greatest number of enemies. If several directions tie, the unit takes the
    direction that ends furthest away (WW-FB-02).
    """
    found = [(worth_of(flight, shifts), shifts) for way in ways for shifts in (shifts_by(flight, way),)]
    most = max(worth.enemies_left_behind for worth, _ in found)
    tied = [one for one in found if one[0].enemies_left_behind == most]
    if len(tied) > 1 and flight.battle.holds("WW-FB-02"):
        farthest = max(worth for worth, _ in tied)
        tied = [one for one in tied if one[0] == farthest]
    return _places(flight, tied[0][1])


def worth_of(flight: Flight, shifts: Shifts) -> Worth:
    """Value of a direction, computed from the models' moves in `shifts`. A unit that is still in contact with an enemy
    has not left that enemy behind.
    """
    after = [round(distance(pairs, shifts)) for pairs in flight.apart]
    grown = sum(now > before + CONTACT for now, before in zip(after, flight.before, strict=True))
    return Worth(grown, min(after, default=0), sum(after))


def distance(pairs: tuple[Apart, ...], shifts: Shifts) -> float:
    """Distance between an enemy and the nearest model of the unit after the moves in `shifts`."""
    best = FAR
    for pair in pairs:
        dx, dy = shifts[pair.model]
        if pair.least(dx, dy) < best:
            best = min(best, pair.gap(dx, dy))
    return best


def shifts_by(flight: Flight, way: Vector) -> Shifts:
    """Return the moves of the models in a direction. Each model goes as far as possible, front models first, and stops
    short of models of its unit that have stopped.
    """
    plane, far = flight.battle.plane, float(flight.distance)
    lengths = {
        model: free_run(body, way, flight.stops[model], min(far, to_the_edge(plane, flight.bars, body, way)))
        for model, body in flight.bodies.items()
    }
    if len(set(lengths.values())) > 1:
        _let_stop(flight, way, lengths)
    return {model: (way[0] * length, way[1] * length) for model, length in lengths.items()}


def _let_stop(flight: Flight, way: Vector, lengths: dict[int, float]) -> None:
    """Shorten the moves of models that would run into models of their own unit. Models that go equally far keep the
    same distance between them.
    """
    moved: list[tuple[float, Thing]] = []
    for model in foremost_first(flight.battle.plane, flight.bodies, way):
        body, length = flight.bodies[model], lengths[model]
        mates = [thing for far, thing in moved if far != length]
        lengths[model] = length = free_run(body, way, mates, length)
        there = shifted(body, round(way[0] * length), round(way[1] * length))
        moved.append((length, Thing(there, ROUNDING, model)))


def _places(flight: Flight, shifts: Shifts) -> dict[int, Place]:
    plane, found = flight.battle.plane, {}
    for model, (dx, dy) in shifts.items():
        start = plane.place(model)
        found[model] = Place(start.x + round(dx), start.y + round(dy), start.facing)
    return found
