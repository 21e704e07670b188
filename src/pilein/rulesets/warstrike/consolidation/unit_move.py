"""Where the models of a unit may stand after consolidating (WS-CM, WS-DO, WS-R-38)."""

from collections.abc import Iterator
from functools import cached_property
from math import sqrt

from msgspec import Struct

from pilein.geometry.angles import TURN
from pilein.geometry.chains import coherent
from pilein.geometry.gaps import overlaps, touches, within
from pilein.geometry.routes import Route, shortest
from pilein.geometry.shapes import Place, Shape, shape
from pilein.geometry.space import Space
from pilein.geometry.ticks import CONTACT, INCH
from pilein.kernel.requests import Answer
from pilein.rulesets.warstrike.consolidation import bars
from pilein.rulesets.warstrike.consolidation.crossing import crossings, floor_at, is_defended
from pilein.rulesets.warstrike.consolidation.crowd import Crowd, Move, crowd_on
from pilein.rulesets.warstrike.consolidation.plans import plans
from pilein.rulesets.warstrike.engaged import walls
from pilein.rulesets.warstrike.nearness import CLOSE
from pilein.rulesets.warstrike.state import NOBODY, Battle

CHAIN = 2 * INCH  # WS-R-38
NUMBERS = 4
Shapes = dict[int, Shape]


class UnitMove(Struct, frozen=True, dict=True):
    """How does a unit consolidate? The answer lists (model, x, y, facing) in the order of moving, but not who stays.

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

    @property
    def words(self) -> str:
        """The question."""
        return f'{self.battle.name(self.unit)}: how does it consolidate, up to {self.reach / INCH:g}"?'

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Close in on the enemy, stay, go as one body towards him, away from him, or round about."""
        for label, moves in plans(self):
            if self.why_not(moves) is None:
                yield label, moves

    def why_not(self, answer: Answer) -> str | None:
        """None if every model may move so, one after another, and the unit may stand as it then does."""
        if not isinstance(answer, tuple) or not all(map(_is_move, answer)):
            return "the answer lists (model, x, y, facing) in ticks and hundredths of a degree"
        models = [move[0] for move in answer]
        if len(set(models)) < len(models) or not set(models) <= set(self.battle.models(self.unit)):
            return "each of its models moves once at most"
        crowd = self.crowd
        for move in answer:
            reason = self.why_not_there(move, crowd)
            if reason:
                return f"model {move[0]}: {reason}"
            crowd = self.with_moved(crowd, move)
        return self.why_not_as_a_whole(crowd.shapes) if answer else None

    def why_not_there(self, move: Move, crowd: Crowd) -> str | None:
        """None if a model may go there while the others stand like this; remembered."""
        if move not in crowd.reasons:
            crowd.reasons[move] = self._why_not_there(move, crowd)
        return crowd.reasons[move]

    def _why_not_there(self, move: Move, crowd: Crowd) -> str | None:
        body, shapes = self.body(move), crowd.shapes
        if not self._has_room(move[0], body, crowd):
            return "there is no room for it"
        if not bars.may_touch() and self._enemies(shapes, body):
            return "it would touch an enemy"
        keep = bars.distance_to_keep()
        if keep and any(within(body, shapes[foe], keep) for foe in self._foes(shapes)):
            return "it would come too near to an enemy"
        return None if self._way(move, crowd) is not None else f'it is further than {self.reach / INCH:g}"'

    def why_not_as_a_whole(self, shapes: Shapes) -> str | None:
        """None if the unit may stand like this."""
        if self.is_bound and not is_coherent(self.battle, self.unit, shapes):
            return "the unit would be out of coherency"
        before = self.battle.plane.shapes
        if not bars.may_leave() and not self._near_units(shapes):
            return "it would leave the combat"
        if not bars.may_draw_in() and not self._near_units(shapes) <= {*self.battle.combat.units}:
            return "it would draw in an enemy"
        if not bars.may_go_anywhere() and self._distance(shapes) > self._distance(before) + CONTACT:
            return "it would not go towards the enemy"
        return None

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
        """How far a model may go along a way, in ticks; less than nought if it may not."""
        crossed = crossings(self.battle, route.points)
        enemies = tuple(shapes[foe] for foe in self._foes(shapes)) if crossed else ()
        start = self.battle.plane.shape(model)
        if any(is_defended(one, enemies, start, self.from_start) for one in crossed):
            return -2 * CONTACT
        heights = [floor_at(self.battle, *point) for point in (route.points[0], route.points[-1])]
        reach = bars.unslowed(self.reach, self._is_rough(model, route))
        left = bars.reach_left(reach, bool(crossed), abs(heights[0] - heights[1]), self.crossing)
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

    def _foes(self, shapes: Shapes) -> Iterator[int]:
        return (model for model in shapes if self.battle.setup.side_of(model) != self.side)

    def _enemies(self, shapes: Shapes, body: Shape) -> bool:
        return any(touches(body, shapes[foe]) for foe in self._foes(shapes))

    def _near_units(self, shapes: Shapes) -> set[int]:
        own = self.battle.models(self.unit)
        foes = self._foes(shapes)
        return {
            self.battle.setup.unit_of[foe]
            for foe in foes
            if any(within(shapes[model], shapes[foe], CLOSE) for model in own)
        }

    def _distance(self, shapes: Shapes) -> float:
        """How far the nearest enemy is, from centre to centre, in ticks."""
        own = self.battle.models(self.unit)
        squares = [
            (shapes[model].x - shapes[foe].x) ** 2 + (shapes[model].y - shapes[foe].y) ** 2
            for foe in self._foes(shapes)
            for model in own
        ]
        return sqrt(min(squares, default=0.0))

    def space_of(self, model: int, crowd: Crowd, closed: tuple[Shape, ...] = ()) -> Space:
        """The ground that a model may move over while the others stand like this; remembered."""
        key = model, closed
        if key not in crowd.spaces:
            base = self.battle.setup.base(model)
            others, walls = self.others_near(model, crowd), self.battle.setup.parts_of("impassable")
            crowd.spaces[key] = Space(others, *self._size, (*walls, *closed), min(base.width, base.depth) / 2)
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


def is_coherent(battle: Battle, unit: int, shapes: Shapes) -> bool:
    """WS-R-38. Whether the models of a unit hang together in gaps of 2 inches, all within Aw of their leader."""
    bodies = [shapes[model] for model in battle.models(unit)]
    leader = battle.status(unit).leader
    if leader != NOBODY:
        aware = battle.unit_traits(unit).Aw * INCH
        if not all(within(shapes[leader], body, aware) for body in bodies):
            return False
    return coherent(bodies, CHAIN)


def _is_move(one: object) -> bool:
    if not isinstance(one, tuple) or len(one) != NUMBERS or any(type(part) is not int for part in one):
        return False
    return bool(0 <= one[3] < TURN)
