"""Moves of single models in a consolidation: rules for the places where moves may end, and paths over walls and floors
or around them.
"""

from pilein.geometry.routes import Route
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.placement.moves import Measure, Move
from pilein.placement.rules import Rule
from pilein.rulesets.warstrike import consolidation_terms
from pilein.rulesets.warstrike.consolidation_terms import MoveTerms
from pilein.rulesets.warstrike.crossing import (
    Crossing,
    climb_on,
    crossings,
    floors_of,
    holders_of,
    is_defended,
    reach_left,
)
from pilein.rulesets.warstrike.detours import Held, way_round
from pilein.rulesets.warstrike.floors import FloorWays
from pilein.tabletop.memo import Kept, kept
from pilein.tabletop.movement.ground import ground_for
from pilein.tabletop.movement.memory import FieldMemo
from pilein.tabletop.movement.placing import clearance_from, free_ground, move_on
from pilein.tabletop.movement.terms import Bars, half_width
from pilein.tabletop.movement.ways import further, route_to
from pilein.tabletop.plane import Plane

Judged = Route | str  # the path of a move, or why it is illegal

DEFENDED = "an enemy defends the obstacle that it would cross"
JUDGED = FieldMemo[tuple[object, ...], Kept[Judged]]("consolidations judged")
ENDLESS = 1e30  # ticks: the length of a path that is not permitted


class Walk:
    """A model's move, which ends on free ground, at the end of a path that walls, floors and defenders permit."""

    __slots__ = ("model", "move", "plane", "radius", "terms")

    def __init__(self, terms: MoveTerms, plane: Plane, model: int, bars: Bars) -> None:
        """Store the terms of the move and the obstacles that the model's shortest paths avoid."""
        base, grounds = plane.setup.base(model), plane.setup.grounds
        is_plain = all(one.kind in {"open", "impassable"} and not one.height for one in grounds)
        measure = None if is_plain else Measure(self._counted, terms.reach, "WS-CM-03")
        space = ground_for(plane, bars, model)
        self.move = Move(model, base, plane.place(model), space, _rules(terms, plane), terms.reach, measure)
        self.move.find_route = self._route
        self.terms, self.plane, self.model, self.radius = terms, plane, model, half_width(base)

    def over_walls(self) -> Move:
        """Return the move over walls, which restrict neither its path nor its end."""
        plane, bars = self.plane, self.terms.all_bars[0]
        return move_on(plane, self.model, bars, free_ground(plane, bars, kept_off=""), self.terms.reach)

    def _route(self, place: Place) -> Route | None:
        found = self.path_or_reason(place)
        return None if isinstance(found, str) else found

    # --- Paths over walls and floors, or around them (WS-CM-03, WS-DO-01) -----------------------------------------

    def path_or_reason(self, place: Place) -> Judged:
        """Path to a place, or the reason why there is none. The path leads over walls and floors if the reach allows
        it, and otherwise around them.
        """
        reason = further(self.terms.reach)
        for bars in self.terms.all_bars:
            route = route_to(self.plane, bars, self.model, place, self.move.limit)
            if route is not None:
                stopped = self._why_not_along(route)
                if not stopped:
                    return route
                reason = stopped if bars is self.terms.all_bars[0] else reason
                detour = self._detour(place, route, bars) if stopped == DEFENDED else None
                if detour is not None:
                    return detour
        return self._path_from_floor_to_floor(place) or reason

    def _path_from_floor_to_floor(self, place: Place) -> Route | None:
        """Return the cheapest path over the floors of structures, or None."""
        terms = self.terms
        if terms.crossing == "free" or not floors_of(self.plane.setup):
            return None
        for bars in terms.all_bars:
            climbs = terms.crossing != "impassable"
            ways = FloorWays(terms.battle, self.plane, bars, self.model, limit=self.move.limit, climbs=climbs)
            route = ways.cheapest_to(place)
            if route is not None and not self._why_not_along(route):
                return route
        return None

    def _detour(self, place: Place, route: Route | None, bars: Bars) -> Route | None:
        """Path over undefended parts of walls, or None if there is none."""
        held: Held = {}
        while route is not None:
            defended = self._defended(self._crossed(route))
            if not defended:
                return None if self._why_not_along(route) else route
            before = dict(held)
            for one in defended:
                enemies = holders_of(one, tuple(self.plane.shape(foe) for foe in self.terms.foes))
                new = tuple(dict.fromkeys((*before.get(one.wall, ()), *enemies)))
                is_new = one.wall not in before or len(new) > len(before[one.wall]) > 0
                held[one.wall] = new if is_new and not self.terms.from_start else ()
            if held == before:
                return None
            route = way_round(self.terms.battle, self.plane, bars, self.model, place, held, self.move.limit)
        return None

    def _crossed(self, route: Route) -> tuple[Crossing, ...]:
        return crossings(self.terms.battle, route.points, self.radius)

    def _defended(self, crossed: tuple[Crossing, ...]) -> list[Crossing]:
        enemies = tuple(self.plane.shape(foe) for foe in self.terms.foes) if crossed else ()
        start = self.plane.shape(self.model) if self.terms.from_start else None
        return [one for one in crossed if is_defended(self.terms.battle, one, enemies, start)]

    def _why_not_along(self, route: Route) -> str:
        """Explain why the model may not follow a path, or return ""."""
        left = self._left_for(route)
        if left is None:
            return DEFENDED
        if left >= 0 and route.length <= left + CONTACT:
            return ""
        most = max(0, left) / INCH
        return f'the place is further away than {most:g}", which is all the movement that walls and levels leave'

    def _counted(self, route: Route) -> float:
        """Length of a path plus the part of the reach that walls and levels use up."""
        left = self._left_for(route)
        return ENDLESS if left is None or left < 0 else route.length + self.terms.reach - left

    def _left_for(self, route: Route) -> int | None:
        """Return the reach in ticks that walls and levels leave for a path, or None if an enemy defends a wall on the
        path.

        Area terrain and hills never slow a consolidation (WS-CM-02).
        """
        terms, crossed = self.terms, self._crossed(route)
        if self._defended(crossed):
            return None
        is_slowed = self._is_rough(route) and not terms.battle.holds("WS-CM-02")
        reach = terms.reach // 2 if is_slowed else terms.reach
        climb = climb_on(terms.battle, route.points)
        return reach_left(terms.battle, reach, climb, terms.crossing, has_crossed=bool(crossed))

    def _is_rough(self, route: Route) -> bool:
        rough = (one for one in self.plane.setup.grounds if one.kind == "difficult" or one.height)
        return any(one.outline.swept(self.radius, route.points) for one in rough)


def walks_of(terms: MoveTerms, model: int, plane: Plane) -> tuple[Walk, ...]:
    """Return the possible moves of a model: over walls and floors and, if there are walls, around them."""
    return tuple([Walk(terms, plane, model, bars) for bars in terms.all_bars])


def judged(terms: MoveTerms, move: consolidation_terms.Move, plane: Plane, walk: Walk | None = None) -> Judged:
    """Path of a model to a place on the given field, or the reason why it may not go there. The result is
    cached.
    """
    place = Place(*move[1:])

    def worked_out() -> Judged:
        one = walk or Walk(terms, plane, move[0], terms.all_bars[0])
        return one.move.why_broken(place) or one.path_or_reason(place)

    return kept(JUDGED.on(plane), (move, *terms.key), worked_out)


def _rules(terms: MoveTerms, plane: Plane) -> list[Rule]:
    """Return the rules for the end of a model's move: it ends on free ground, and not on a wall.

    Moving Around The Enemy does not restrict a consolidation, so models need not keep any distance from enemies
    (WS-CM-07). Only a consolidation may bring models into base contact (WS-CM-08).
    """
    rules = free_ground(plane, terms.all_bars[-1], kept_off="an enemy")
    if not terms.battle.holds("WS-CM-08"):
        rules.append(clearance_from(plane, terms.foes, CONTACT, "it would touch an enemy"))
    if not terms.battle.holds("WS-CM-07"):
        rules.append(clearance_from(plane, terms.foes, INCH + CONTACT, "it would come too near to an enemy"))
    return rules
