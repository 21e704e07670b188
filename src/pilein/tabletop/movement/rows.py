"""Rows of adjacent places around goals, to bring as many models as possible into contact."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import Stretch, ends
from pilein.geometry.free_intervals import free
from pilein.geometry.gaps import overlaps
from pilein.geometry.landing import settled
from pilein.geometry.shapes import Base, Place, Point, Shape, shape
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.movement.sides import ring_round, room_to_end
from pilein.tabletop.movement.terms import Terms
from pilein.tabletop.plane import Plane

SPARE = 4  # places in a row beyond the number of movers


class Spot(NamedTuple):
    """Place for one kind of base, in contact with a goal."""

    base: Base
    place: Place
    goal: int

    @property
    def body(self) -> Shape:
        """Outline of a model at this place."""
        return shape(self.base, self.place)


def rows_round(
    fields: Mapping[int, Plane],
    terms: Terms,
    near: Mapping[int, Sequence[int]],
    own: Mapping[int, Sequence[Spot]],
) -> Iterator[list[Spot]]:
    """Yield sets of non-overlapping places for each kind of base among the movers.

    `fields` holds each mover's own field, `near` lists the goals of each mover, and `own` lists the places that each
    mover prefers, best first. One row starts at the best place of the nearest mover, and further rows start at both
    ends of the free stretch. The last row starts from the best places of all movers.
    """
    bases: dict[Base, list[int]] = {}
    for mover, places in own.items():
        if places:
            bases.setdefault(fields[mover].setup.base(mover), []).append(mover)
    for base, movers in bases.items():
        by_way = sorted(movers, key=lambda mover: (_way(fields[mover], mover, own[mover][0]), mover))
        row = _Row(fields, terms, by_way, near)
        for place in dict.fromkeys((own[by_way[0]][0], *row.outermost())):
            yield row.filled([place])
        apart: list[Spot] = []
        for mover in by_way:
            apart += [spot for spot in own[mover] if spot.base == base and not _overlaps(spot, apart)][:1]
        yield row.filled(apart)


class _Row:
    """Row of adjacent places for one kind of base around several goals."""

    def __init__(
        self, fields: Mapping[int, Plane], terms: Terms, movers: Sequence[int], near: Mapping[int, Sequence[int]]
    ) -> None:
        first, plane = movers[0], fields[movers[0]]
        self.base = plane.setup.base(first)
        self.starts = [fields[mover].place(mover) for mover in movers]
        self.reach = float(terms.reach + CONTACT)
        self.room = room_to_end(plane, terms, first)
        goals = dict.fromkeys(goal for mover in movers for goal in near[mover])
        self.goals = {goal: (plane.shape(goal), ring_round(plane, terms, self.base, goal)) for goal in goals}

    def filled(self, begun: Sequence[Spot]) -> list[Spot]:
        """Extend the given row while there is room and more places are needed. Each place is as near as possible to the
        previous one.
        """
        found = list(begun)
        while len(found) < len(self.starts) + SPARE:
            last = found[-1].place if found else self.starts[0]
            added = self._next(found, (last.x, last.y))
            if added is None:
                break
            found.append(added)
        return found

    def outermost(self) -> list[Spot]:
        """Return the furthest places on either side, as seen from the first mover."""
        start = self.starts[0]
        bodies = [body for body, _ in self.goals.values()]
        dx = sum(body.x for body in bodies) / len(bodies) - start.x
        dy = sum(body.y for body in bodies) / len(bodies) - start.y
        points = self._ends(self.room)
        found = []
        for side in (1, -1):
            ordered = sorted(points, key=lambda one: side * (dx * one[1][1] - dy * one[1][0]))
            found += [spot for point in ordered if (spot := self._settled(self.room, *point)) is not None][:1]
        return found

    def _next(self, placed: Sequence[Spot], last: Point) -> Spot | None:
        room = self._with(self.room, placed)
        points = sorted(self._ends(room), key=lambda one: square(last, one[1]))
        return next((spot for point in points if (spot := self._settled(room, *point)) is not None), None)

    def _with(self, space: ConfigurationSpace, placed: Sequence[Spot]) -> ConfigurationSpace:
        width, depth = space.table or (None, None)
        return ConfigurationSpace(
            (*space.shapes, *(spot.body for spot in placed)), width, depth, (), space.radius, space.looked
        )

    def _ends(self, room: ConfigurationSpace) -> list[tuple[Stretch, Point, int]]:
        """Ends of the free stretches around the goals. Only ends within reach of a mover are included."""
        return [
            (stretch, end, goal)
            for goal, (body, locus) in self.goals.items()
            for stretch in (free(self.base, body, room, locus) if locus else ())
            for end in ends(stretch)
            if any(square(end, (start.x, start.y)) <= self.reach * self.reach for start in self.starts)
        ]

    def _settled(self, room: ConfigurationSpace, stretch: Stretch, point: Point, goal: int) -> Spot | None:
        place = settled(self.base, self.goals[goal][0], room, stretch, point)
        return None if place is None else Spot(self.base, place, goal)


def square(point: Point | tuple[int, int], other: Point | tuple[int, int]) -> float:
    """Square of the distance between two points."""
    return (point[0] - other[0]) ** 2 + (point[1] - other[1]) ** 2


def _way(plane: Plane, mover: int, spot: Spot) -> float:
    start = plane.place(mover)
    return square((start.x, start.y), (spot.place.x, spot.place.y))


def _overlaps(spot: Spot, others: Sequence[Spot]) -> bool:
    return any(overlaps(spot.body, other.body) for other in others)
