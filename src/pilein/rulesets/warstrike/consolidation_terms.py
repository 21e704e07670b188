"""Where a model of a unit may go as the unit consolidates: room, ways and reach (WS-CM, WS-DO)."""

from functools import cached_property

from msgspec import Struct

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.gaps import overlaps, touches, within
from pilein.geometry.routes import Route, shortest
from pilein.geometry.shapes import Place, Shape, shape
from pilein.geometry.ticks import CONTACT, INCH
from pilein.rulesets.warstrike.crossing import Crowd, Move, crossings, crowd_on, floor_at, is_defended, reach_left
from pilein.rulesets.warstrike.engaged import walls
from pilein.rulesets.warstrike.state import Battle

Shapes = dict[int, Shape]


class MoveTerms(Struct, frozen=True, dict=True):
    """Who consolidates under which sentence, and what binds the move.

    `reach` is in ticks; `is_bound`: the unit must stay coherent; `crossing` is the reading of WS-R-40, `from_start`
    that of WS-R-41.
    """

    side: int
    clause: str
    battle: Battle
    unit: int
    reach: int
    is_bound: bool
    crossing: str = "default"
    from_start: bool = False

    def why_not_there(self, move: Move, crowd: Crowd) -> str | None:
        """None if a model may go there while the others stand like this; remembered."""
        if move not in crowd.reasons:
            crowd.reasons[move] = self._why_not_there(move, crowd)
        return crowd.reasons[move]

    def _why_not_there(self, move: Move, crowd: Crowd) -> str | None:
        """WS-CM-07. Moving Around The Enemy does not bind it: no distance need be kept from enemies.

        WS-CM-08. It, and no other move, may come into base contact.
        """
        body = self.body(move)
        if not self._has_room(move[0], body, crowd):
            return "there is no room for it"
        shapes = crowd.shapes
        near = [foe for foe in self.foes if within(body, shapes[foe], INCH)]
        if any(touches(body, shapes[foe]) for foe in near) and not self.battle.holds("WS-CM-08"):
            return "it would touch an enemy"
        if near and not self.battle.holds("WS-CM-07"):
            return "it would come too near to an enemy"
        return None if self._way(move, crowd) is not None else f'it is further than {self.reach / INCH:g}"'

    def body(self, move: Move) -> Shape:
        """The outline of a model at the end of a move."""
        model, x, y, facing = move
        return shape(self.battle.setup.base(model), Place(x, y, facing))

    def routes_of(self, moves: tuple[Move, ...]) -> dict[int, Route]:
        """The ways of legal moves, by model."""
        crowd, found = self.crowd, {}
        for move in moves:
            route = self._way(move, crowd)
            assert route is not None, "the move is legal"
            found[move[0]] = route
            crowd = self.with_moved(crowd, move)
        return found

    @cached_property
    def crowd(self) -> Crowd:
        """Everybody as they stand before the first of the unit moves."""
        return crowd_on(self.battle.plane, self.unit, self.reach, self.crossing, self.from_start)

    def with_moved(self, crowd: Crowd, move: Move) -> Crowd:
        """Everybody when one more model of the unit has moved."""
        return crowd.with_moved(move, self.body(move))

    def _way(self, move: Move, crowd: Crowd) -> Route | None:
        """The way of a model to a place, over walls if it may cross them, otherwise round them; None if too long."""
        if move not in crowd.ways:
            crowd.ways[move] = self._way_among(move, crowd)
        return crowd.ways[move]

    def _way_among(self, move: Move, crowd: Crowd) -> Route | None:
        model, x, y, _ = move
        here = self.battle.plane.place(model)
        if (here.x, here.y) == (x, y):
            return Route(0.0, ((x, y),))
        barriers = tuple(part for wall in walls(self.battle) for part in wall.convex_parts())
        for closed in ((), barriers) if barriers else ((),):
            space = self.space_of(model, crowd, closed)
            route = shortest(space, (here.x, here.y), (x, y), self.reach + CONTACT)
            if route is not None and route.length <= self._allowed(model, route, crowd.shapes) + CONTACT:
                return route
        return None

    def _allowed(self, model: int, route: Route, shapes: Shapes) -> int:
        """WS-CM-02. Area terrain and hills never slow it: how far a model may go along a way, in ticks.

        Below zero if it may not go there at all.
        """
        crossed = crossings(self.battle, route.points)
        enemies = tuple(shapes[foe] for foe in self.foes) if crossed else ()
        start = self.battle.plane.shape(model) if self.from_start else None
        if any(is_defended(self.battle, one, enemies, start) for one in crossed):
            return -2 * CONTACT
        is_slowed = self._is_rough(model, route) and not self.battle.holds("WS-CM-02")
        heights = [floor_at(self.battle, *point) for point in (route.points[0], route.points[-1])]
        climb = abs(heights[0] - heights[1])
        reach = self.reach // 2 if is_slowed else self.reach
        left = reach_left(self.battle, reach, climb, self.crossing, has_crossed=bool(crossed))
        return left if left >= 0 else -2 * CONTACT

    def _is_rough(self, model: int, route: Route) -> bool:
        rough = (one for one in self.battle.setup.grounds if one.kind == "difficult" or one.height)
        base = self.battle.setup.base(model)
        return any(one.outline.swept(min(base.width, base.depth) / 2, route.points) for one in rough)

    def _has_room(self, model: int, body: Shape, crowd: Crowd) -> bool:
        """Whether a base may stand among the others; those far from where it was are looked at one by one."""
        here = self.battle.plane.shape(model)
        if max(abs(body.x - here.x), abs(body.y - here.y)) > self.reach + CONTACT:
            others = (one for other, one in crowd.shapes.items() if other != model)
            if any(overlaps(body, one) for one in others):
                return False
        if not self.space_of(model, crowd).fits(body):
            return False
        return not any(wall.overlaps_shape(body) for wall in walls(self.battle))

    @cached_property
    def foes(self) -> tuple[int, ...]:
        """All enemy models, of whatever unit."""
        side_of = self.battle.setup.side_of
        return tuple(model for model in self.battle.plane.shapes if side_of(model) != self.side)

    def space_of(self, model: int, crowd: Crowd, closed: tuple[Shape, ...] = ()) -> ConfigurationSpace:
        """The ground that a model may move over while the others stand like this; remembered."""
        key = model, closed
        if key not in crowd.spaces:
            base = self.battle.setup.base(model)
            others, walls = self.others_near(model, crowd), self.battle.setup.parts_of("impassable")
            crowd.spaces[key] = ConfigurationSpace(
                others, *self._size, (*walls, *closed), min(base.width, base.depth) / 2
            )
        return crowd.spaces[key]

    def others_near(self, model: int, crowd: Crowd) -> list[Shape]:
        """The outlines of all others that a model might meet."""
        here = self.battle.plane.shape(model)
        x, y, far = here.x, here.y, self.reach + here.reach + INCH
        return [
            one
            for other, one in crowd.shapes.items()
            if -far - one.reach <= one.x - x <= far + one.reach
            and -far - one.reach <= one.y - y <= far + one.reach
            and other != model
        ]

    @property
    def _size(self) -> tuple[int | None, int | None]:
        return self.battle.setup.size or (None, None)
