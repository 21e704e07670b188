"""Terms of a model's consolidation, with its room, paths and reach (WS-CM)."""

from functools import cached_property

from msgspec import Struct

from pilein.geometry.gaps import touches, within
from pilein.geometry.routes import Route
from pilein.geometry.shapes import Place, Shape
from pilein.geometry.ticks import CONTACT, INCH
from pilein.rulesets.warstrike.crossing import (
    Crossing,
    bars_round,
    climb_on,
    crossings,
    floors_of,
    holders_of,
    is_defended,
    reach_left,
)
from pilein.rulesets.warstrike.detours import Held, way_round
from pilein.rulesets.warstrike.engaged import walls
from pilein.rulesets.warstrike.floors import FloorWays
from pilein.rulesets.warstrike.state import Battle
from pilein.tabletop.memo import Kept, kept
from pilein.tabletop.movement.ground import ground_for
from pilein.tabletop.movement.memory import FieldMemo, moved_to
from pilein.tabletop.movement.terms import Bars
from pilein.tabletop.movement.ways import body_at, route_to
from pilein.tabletop.plane import Plane

Move = tuple[int, int, int, int]  # model, x, y, facing
Judged = Route | str  # the path of a move, or why it is illegal

DEFENDED = "an enemy defends the obstacle that it would cross"

JUDGED = FieldMemo[tuple[object, ...], Kept[Judged]]("consolidations judged")
MOVED = FieldMemo[Move, Plane]("consolidations made")


class MoveTerms(Struct, frozen=True, dict=True):
    """Terms of a consolidation, with the unit, the rule sentence, and the limits of the move.

    `reach` is in ticks. `is_bound` means that the unit must stay coherent. `crossing` is the option chosen for
    WS-R-40, and `from_start` the option for WS-R-41.
    """

    side: int
    clause: str
    battle: Battle
    unit: int
    reach: int
    is_bound: bool
    crossing: str = "default"
    from_start: bool = False

    def way_or_reason(self, move: Move, plane: Plane) -> Judged:
        """Path of a model to a place on the given field, or the reason why the model may not go there. The result is
        cached.
        """
        key = (move, self.side, self.reach, self.crossing, self.from_start)
        return kept(JUDGED.on(plane), key, lambda: self._judged(move, plane))

    def why_not_there(self, move: Move, plane: Plane) -> str | None:
        """Explain why a model may not go to a place on the given field, or return None."""
        judged = self.way_or_reason(move, plane)
        return judged if isinstance(judged, str) else None

    def _judged(self, move: Move, plane: Plane) -> Judged:
        """Path of a move, or the reason why it is illegal.

        Moving Around The Enemy does not restrict a consolidation, so models need not keep any distance from enemies
        (WS-CM-07). Only a consolidation may bring models into base contact (WS-CM-08).
        """
        body = body_at(plane, move[0], Place(*move[1:]))
        if not self._has_room(move[0], body, plane):
            return "there is no room for it"
        near = [foe for foe in self.foes if within(body, plane.shape(foe), INCH)]
        if any(touches(body, plane.shape(foe)) for foe in near) and not self.battle.holds("WS-CM-08"):
            return "it would touch an enemy"
        if near and not self.battle.holds("WS-CM-07"):
            return "it would come too near to an enemy"
        return self._way(move, plane)

    def _has_room(self, model: int, body: Shape, plane: Plane) -> bool:
        is_free = ground_for(plane, self.bars, model).fits(body)
        return is_free and not any(wall.overlaps_shape(body) for wall in walls(self.battle))

    def _way(self, move: Move, plane: Plane) -> Judged:
        """Path of a model to a place, over walls and floors if its reach allows and around them otherwise."""
        model, place = move[0], Place(*move[1:])
        reason = f'it is further than {self.reach / INCH:g}"'
        for bars in self.all_bars:
            route = route_to(plane, bars, model, place, self.reach + CONTACT)
            if route is not None:
                stopped = self._why_not_along(model, route, plane)
                if not stopped:
                    return route
                reason = stopped if bars is self.bars else reason
                detour = self._detour(move, route, plane, bars) if stopped == DEFENDED else None
                if detour is not None:
                    return detour
        return self._way_from_floor_to_floor(model, place, plane) or reason

    def _way_from_floor_to_floor(self, model: int, place: Place, plane: Plane) -> Route | None:
        """Cheapest path of a model over the floors of structures, or None."""
        if self.crossing == "free" or not floors_of(self.battle.setup):
            return None
        can_climb = self.crossing != "impassable"
        for bars in self.all_bars:
            ways = FloorWays(self.battle, plane, bars, model, limit=self.reach + CONTACT, climbs=can_climb)
            route = ways.cheapest_to(place)
            if route is not None and not self._why_not_along(model, route, plane):
                return route
        return None

    def _detour(self, move: Move, route: Route | None, plane: Plane, bars: Bars) -> Route | None:
        """Path of a model over undefended parts of walls, or None if there is none."""
        held: Held = {}
        while route is not None:
            defended = self._defended(move[0], self._crossed(move[0], route), plane)
            if not defended:
                return None if self._why_not_along(move[0], route, plane) else route
            before = dict(held)
            for one in defended:
                enemies = holders_of(one, tuple(plane.shape(foe) for foe in self.foes))
                new = tuple(dict.fromkeys((*before.get(one.wall, ()), *enemies)))
                is_new = one.wall not in before or len(new) > len(before[one.wall]) > 0
                held[one.wall] = new if is_new and not self.from_start else ()
            if held == before:
                return None
            route = way_round(self.battle, plane, bars, move[0], Place(*move[1:]), held, self.reach + CONTACT)
        return None

    def _crossed(self, model: int, route: Route) -> tuple[Crossing, ...]:
        return crossings(self.battle, route.points, self._radius(model))

    def _defended(self, model: int, crossed: tuple[Crossing, ...], plane: Plane) -> list[Crossing]:
        """Crossings of walls that enemies defend."""
        enemies = tuple(plane.shape(foe) for foe in self.foes) if crossed else ()
        start = plane.shape(model) if self.from_start else None
        return [one for one in crossed if is_defended(self.battle, one, enemies, start)]

    def _why_not_along(self, model: int, route: Route, plane: Plane) -> str:
        """Explain why a model may not follow a path, or return "". Area terrain and hills never slow a model
        (WS-CM-02).
        """
        crossed = self._crossed(model, route)
        if self._defended(model, crossed, plane):
            return DEFENDED
        is_slowed = self._is_rough(model, route) and not self.battle.holds("WS-CM-02")
        reach = self.reach // 2 if is_slowed else self.reach
        climb = climb_on(self.battle, route.points)
        left = reach_left(self.battle, reach, climb, self.crossing, has_crossed=bool(crossed))
        if route.length <= left + CONTACT and left >= 0:
            return ""
        return f'it is further than {max(0, left) / INCH:g}", which is what walls and levels leave of the move'

    def _is_rough(self, model: int, route: Route) -> bool:
        rough = (one for one in self.battle.setup.grounds if one.kind == "difficult" or one.height)
        return any(one.outline.swept(self._radius(model), route.points) for one in rough)

    def _radius(self, model: int) -> float:
        """Half of the shorter side of a model's base."""
        base = self.battle.setup.base(model)
        return min(base.width, base.depth) / 2

    def routes_of(self, moves: tuple[Move, ...]) -> dict[int, Route]:
        """Paths of legal moves, keyed by model."""
        plane, found = self.battle.plane, {}
        for move in moves:
            route = self.way_or_reason(move, plane)
            assert isinstance(route, Route), "the move is legal"
            found[move[0]] = route
            plane = with_moved(plane, move)
        return found

    def plane_after(self, moves: tuple[Move, ...]) -> Plane:
        """Field after the moves, whether or not they are legal."""
        plane = self.battle.plane
        for move in moves:
            plane = with_moved(plane, move)
        return plane

    @cached_property
    def foes(self) -> tuple[int, ...]:
        """All enemy models, regardless of their unit."""
        side_of = self.battle.setup.side_of
        return tuple(model for model in self.battle.plane.shapes if side_of(model) != self.side)

    @cached_property
    def all_bars(self) -> tuple[Bars, ...]:
        """Obstacles for paths over walls and floors and, if there are walls, for paths around them."""
        return bars_round(self.battle.setup)

    @property
    def bars(self) -> Bars:
        """Obstacles for paths over walls."""
        return self.all_bars[0]


def with_moved(plane: Plane, move: Move) -> Plane:
    """Field after one more model has moved. The result is cached."""
    known = MOVED.on(plane)
    if move not in known:
        known[move] = moved_to(plane, move[0], Place(*move[1:]))
    return known[move]
