"""A unit on its way through the steps of its remaining move."""

from collections.abc import Iterator
from typing import NamedTuple

from pilein.geometry.blocks import Block
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import Answer
from pilein.kernel.table import Table
from pilein.rulesets.wab.movement.clearance import Surroundings, bodies_of, surroundings
from pilein.rulesets.wab.movement.paces import FAST_MARCH, Means
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.plane import Loose, Standing

Point = tuple[int, int]
Offered = Iterator[tuple[str, Answer]]
MARGIN = 2 * INCH


class Refused(Exception):  # noqa: N818 - what has happened, not what went wrong
    """A step may not be made, and why."""


class Mover(NamedTuple):
    """A unit that is about to move at a pace: what it may spend, and what stands about it."""

    battle: Battle
    table: Table
    unit: int
    pace: str
    means: Means
    about: Surroundings

    @classmethod
    def of(cls, battle: Battle, table: Table, unit: int, pace: str, means: Means) -> "Mover":
        """The unit where it stands."""
        return cls(battle, table, unit, pace, means, _what_stands_near(battle, unit, means.movement(FAST_MARCH)))

    def start(self) -> "Progress":
        """The unit before its first step."""
        standing = self.battle.plane.standings[self.unit]
        return Progress(standing, self.means.movement(self.pace), (middle_of(self.bodies(standing)),))

    def bodies(self, standing: Standing) -> tuple[Shape, ...]:
        """The outlines of the unit, standing so."""
        return bodies_of(self.battle, standing)


class Progress(NamedTuple):
    """How far a unit has come: how it stands, the movement it has left in ticks, and the way of its middle.

    `abouts` counts how often it has turned about, `changed` and `reformed` say what it has done with its ranks.
    """

    standing: Standing
    left: float
    route: tuple[Point, ...]
    abouts: int = 0
    changed: bool = False
    reformed: bool = False

    @property
    def block(self) -> Block:
        """The unit in its ranks."""
        if isinstance(self.standing, Loose):
            raise Refused("models that stand each for themselves move by shifts")
        return self.standing

    def arrived(self, standing: Standing, bodies: tuple[Shape, ...], cost: float) -> "Progress":
        """The same a step further."""
        route = (*self.route, middle_of(bodies))
        return self._replace(standing=standing, left=self.left - cost, route=route)


def middle_of(bodies: tuple[Shape, ...]) -> Point:
    """The mean of the middles of outlines, on the nearest tick."""
    x, y = 0.0, 0.0
    for body in bodies:
        x += body.x
        y += body.y
    return round(x / len(bodies)), round(y / len(bodies))


def _what_stands_near(battle: Battle, unit: int, far: int) -> Surroundings:
    """What stands so near that a unit may come to it; remembered on the field."""
    known: dict[tuple[int, int], Surroundings] = battle.plane.__dict__.setdefault("what_stands_near", {})
    found = known.get((unit, far))
    if found is None:
        found = known[unit, far] = _reachable(battle, unit, far)
    return found


def _reachable(battle: Battle, unit: int, far: int) -> Surroundings:
    about = surroundings(battle, unit)
    bodies = bodies_of(battle, battle.plane.standings[unit])
    x, y = middle_of(bodies)
    size = max(_from(body, x, y) + body.reach for body in bodies)

    def near(things: tuple[Shape, ...]) -> tuple[Shape, ...]:
        return tuple(one for one in things if _from(one, x, y) <= far + 2 * size + one.reach + MARGIN)

    return about._replace(solid=near(about.solid), enemies=near(about.enemies))


def _from(body: Shape, x: float, y: float) -> float:
    """How far a middle is away, at most: along the sides of a square."""
    return max(abs(body.x - x), abs(body.y - y))
