"""Places where a model may end its consolidation (SH-CO-03, SH-CO-05, SH-CO-06)."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from pilein.geometry.chains import coherent
from pilein.geometry.gaps import is_on_table, overlaps, touches, within
from pilein.geometry.rounded import Vector
from pilein.geometry.routes import Route
from pilein.geometry.shapes import Place, Shape, shape
from pilein.geometry.straight_sweeps import unit_vector
from pilein.geometry.ticks import INCH, TURN, heading
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import Answer
from pilein.rulesets.scrollhammer.nearness import areas_crossed
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.distances import sorted_by_distance
from pilein.tabletop.movement.placing import ASTRAY, way_into_coherency
from pilein.tabletop.movement.straight_runs import Thing, last_stop, things_about
from pilein.tabletop.movement.terms import Bars, Terms, clearances
from pilein.tabletop.movement.ways import further, gap_to, route_to, slack_of

STAND_OFF = INCH  # SH-CO-06
EIGHTH = 4500
COORDINATES = 4


class ConsolidationPlace(Struct, frozen=True, dict=True):
    """Choice of the next consolidation move, answered by (model, x, y, facing), or by () to stop.

    `reach` and the coherency distance `apart` are in ticks. `shift` is the first model's move.
    """

    side: int
    battle: Battle
    unit: int
    waiting: tuple[int, ...]
    reach: int
    apart: int
    shift: tuple[int, int] = (0, 0)
    clause: str = "SH-CO-02"

    @property
    def words(self) -> str:
        """Question that asks for a unit's next consolidation move."""
        return f"{self.battle.unit(self.unit).name}: which model consolidates next, and where to?"

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield moves of each model, beginning with the model nearest to the enemy: the first model's move, moves
        towards the enemy, and moves in all directions. The last candidate ends the consolidation.
        """
        for model in sorted_by_distance(self.battle.plane, self.waiting, self._enemies):
            for label, place in self._places_to_offer(model):
                answer = (model, place.x, place.y, place.facing)
                if self.why_not(answer) is None:
                    yield f"model {model} {label}", answer
                elif self._has_to_wait(model):
                    break
        if self.why_not(()) is None:
            yield "the rest stay", ()

    def why_not(self, answer: Answer) -> str | None:
        """Explain why an answer is illegal, or return None if the model may end there. Places outside the list of
        candidates may also be legal.
        """
        if answer == ():
            return None if self._is_coherent() else "the unit would be out of coherency"
        if not isinstance(answer, tuple) or len(answer) != COORDINATES or any(type(one) is not int for one in answer):
            return "the answer must be (model, x, y, facing) in ticks and hundredths of a degree, or () to stop"
        model, x, y, facing = answer
        if model not in self.waiting:
            return f"model {model} may no longer move; the models that may still move are {self.waiting}"
        if not 0 <= facing < TURN:
            return "a facing must be from 0 to 35999"
        place = Place(x, y, facing)
        return self._why_not_there(model, place) or self._why_not_linked(model, place)

    def way(self, model: int, place: Place) -> Route | None:
        """Path of a model to a place, around all obstacles and 1 inch from enemies, or None if the path is too long."""
        here = self.battle.plane.place(model)
        if (here.x, here.y) == (place.x, place.y):
            return Route(0.0, ((here.x, here.y),))
        return route_to(self.battle.plane, self._bars, model, place, self.reach + CONTACT)

    def _why_not_there(self, model: int, place: Place) -> str | None:
        if place == self.battle.plane.place(model):
            return None
        body = shape(self.battle.setup.base(model), place)
        reason = self._why_not_so_near(body)
        if reason:
            return reason
        if self._is_barred(model, body):
            return "there is no room for the model there"
        route = self.way(model, place)
        if route is None or route.length > self._far(model, route) + CONTACT:
            return further(self.reach)
        return None

    def _why_not_so_near(self, body: Shape) -> str | None:
        """Explain why a body is too near to an enemy, or return None.

        Only a charge may bring a model into contact with an enemy (SH-CO-05). Models stop at least 1 inch from every
        enemy, including enemies that have just fallen back (SH-CO-06).
        """
        near = [enemy for enemy in self._enemies if within(body, enemy, STAND_OFF - 2 * CONTACT)]
        if any(touches(body, enemy) for enemy in near) and self.battle.holds("SH-CO-05"):
            return "the model would touch an enemy, which is allowed only in a charge"
        return 'the model would stop within 1" of an enemy' if near and self.battle.holds("SH-CO-06") else None

    def _far(self, model: int, route: Route) -> int:
        """Distance in ticks that a model may move along a path. Difficult terrain does not slow a consolidation
        (SH-CO-03).
        """
        is_rough = areas_crossed(self.battle, "difficult", model, route.points) > 0
        return self.reach if not is_rough or self.battle.holds("SH-CO-03") else self.reach // 2

    def _why_not_linked(self, model: int, place: Place) -> str | None:
        """Explain why a place breaks coherency, or return None (SH-R-29).

        A model must end in coherency with a model of its unit that has moved. If it cannot, it waits for models that
        can. If no model can, it must not move further away from the models that have moved.
        """
        if self._is_linked(model, place):
            return None
        if self._can_join(model):
            return f"{ASTRAY} with the models that have moved"
        able = next((other for other in self.waiting if self._can_join(other)), None)
        if able is not None:
            return f"model {able} must move first, because it can keep coherency with the models that have moved"
        if self._from_moved(model, place) > self._from_moved(model, self.battle.plane.place(model)) + CONTACT:
            return "the model would move further away from the models that have moved"
        return None

    def _has_to_wait(self, model: int) -> bool:
        """Whether a model must wait because it cannot keep coherency with moved models while other models can."""
        return not self._can_join(model) and any(self._can_join(other) for other in self.waiting)

    def _can_join(self, model: int) -> bool:
        if model not in self._joining:
            self._joining[model] = self._is_near_moved(model) and (
                self._joins_straight_on(model) or self._way_back(model) is not None
            )
        return self._joining[model]

    def _joins_straight_on(self, model: int) -> bool:
        """Whether a model is in coherency with models that have moved, or can reach coherency by a straight move."""
        if model not in self._straight_on:
            self._straight_on[model] = self._is_linked(model, self.battle.plane.place(model)) or any(
                self._may_join(model, place) for _, place in self._places(model)
            )
        return self._straight_on[model]

    def _is_near_moved(self, model: int) -> bool:
        """Whether a model could come into coherency with models that have moved if there were no obstacles."""
        most = self.reach + self.apart + slack_of(self.battle.plane, model)
        return not self._moved or self._from_moved(model, self.battle.plane.place(model)) <= most

    def _may_join(self, model: int, place: Place) -> bool:
        return self._is_linked(model, place) and self._why_not_there(model, place) is None

    def _way_back(self, model: int) -> Place | None:
        """Return the place in coherency that a model can reach only by a detour, or None."""
        if model not in self._ways_back:
            terms = Terms(self._bars, self.reach, self._moved, self.apart)
            way = way_into_coherency(self.battle.plane, terms, model)
            self._ways_back[model] = way.place if way is not None and self._may_join(model, way.place) else None
        return self._ways_back[model]

    def _is_linked(self, model: int, place: Place) -> bool:
        body, plane = shape(self.battle.setup.base(model), place), self.battle.plane
        return not self._moved or any(within(body, plane.shape(one), self.apart) for one in self._moved)

    def _from_moved(self, model: int, place: Place) -> float:
        """Distance in ticks from a model at the given place to the nearest model of its unit that has moved."""
        return gap_to(self.battle.plane, shape(self.battle.setup.base(model), place), self._moved)

    def _is_coherent(self) -> bool:
        plane = self.battle.plane
        return coherent([plane.shape(one) for one in plane.models(self.unit)], self.apart)

    def _is_barred(self, model: int, body: Shape) -> bool:
        """Whether a body overlaps another body, impassable ground, or the table edge."""
        x, y, reach = body.x, body.y, body.reach
        others = self.battle.plane.shapes.items()
        near = [
            one
            for other, one in others
            if abs(one.x - x) < reach + one.reach and abs(one.y - y) < reach + one.reach and other != model
        ]
        if any(overlaps(body, one) for one in near):
            return True
        on_table = is_on_table(self.battle.setup.size, body)
        return not on_table or any(overlaps(body, wall) for wall in self._walls)

    def _places_to_offer(self, model: int) -> Iterator[tuple[str, Place]]:
        """Yield places at the ends of straight moves in all directions. If coherency can be reached only by a detour,
        also yield the end of the detour.
        """
        yield from self._places(model)
        if not self._joins_straight_on(model):
            back = self._way_back(model)
            if back is not None:
                yield "into coherency", back

    def _places(self, model: int) -> Iterator[tuple[str, Place]]:
        here = self.battle.plane.place(model)
        dx, dy = self.shift
        if (dx, dy) != (0, 0):
            yield "like the first", Place(here.x + dx, here.y + dy, here.facing)
        if self._enemies:
            yield "towards the enemy", self._stretched(model, self._nearest(model))
        for mate in self.battle.plane.models(self.unit):
            if mate not in self.waiting:
                other = self.battle.plane.shape(mate)
                way = unit_vector(other.x - here.x, other.y - here.y)
                yield f"towards model {mate}", self._stretched(model, way)
        yield "stays", here
        for turn in range(0, TURN, EIGHTH):
            yield f"at {turn // 100} degrees", self._stretched(model, heading(turn))

    def _stretched(self, model: int, way: Vector) -> Place:
        """Return the furthest place where a model that moves in a straight line may stop, possibly beyond models in its
        path.
        """
        here, body = self.battle.plane.place(model), self.battle.plane.shape(model)
        length = last_stop(body, way, self._things_in_reach(model), float(self.reach))
        return Place(round(here.x + way[0] * length), round(here.y + way[1] * length), here.facing)

    def _things_in_reach(self, model: int) -> list[Thing]:
        """Obstacles to a model's straight moves in any direction."""
        if model not in self._in_reach:
            body = self.battle.plane.shape(model)
            self._in_reach[model] = [
                thing for thing in self._things if thing.model != model and _may_meet(body, thing, self.reach)
            ]
        return self._in_reach[model]

    def _nearest(self, model: int) -> Vector:
        """Direction to the nearest enemy model, measured between centres."""
        body = self.battle.plane.shape(model)
        _, dx, dy = min([_offset(body, enemy) for enemy in self._enemies])
        return unit_vector(dx, dy)

    def _is_friend(self, model: int) -> bool:
        return self.battle.setup.side_of(model) == self.side

    @cached_property
    def _moved(self) -> tuple[int, ...]:
        return tuple(model for model in self.battle.plane.models(self.unit) if model not in self.waiting)

    @cached_property
    def _joining(self) -> dict[int, bool]:
        return {}

    @cached_property
    def _straight_on(self) -> dict[int, bool]:
        return {}

    @cached_property
    def _in_reach(self) -> dict[int, list[Thing]]:
        return {}

    @cached_property
    def _ways_back(self) -> dict[int, Place | None]:
        return {}

    @cached_property
    def _bars(self) -> Bars:
        """Obstacles for a path. They keep the model at least 1 inch away from every enemy (SH-CO-06)."""
        return Bars(clearances(self.battle.setup, self.side, enemies=STAND_OFF))

    @cached_property
    def _things(self) -> tuple[Thing, ...]:
        """Obstacles to a straight path, each with its clearance."""
        return tuple(thing for thing in things_about(self.battle.plane, self._bars) if thing.model >= 0)

    @cached_property
    def _enemies(self) -> tuple[Shape, ...]:
        shapes = self.battle.plane.shapes
        return tuple(one for model, one in shapes.items() if not self._is_friend(model))

    @cached_property
    def _walls(self) -> tuple[Shape, ...]:
        return self.battle.setup.parts_of("impassable")


def _may_meet(body: Shape, thing: Thing, reach: int) -> bool:
    """Whether a straight move may bring a body too near to an obstacle, judged by their bounding circles."""
    dx, dy, far = thing.body.x - body.x, thing.body.y - body.y, body.reach + thing.body.reach + thing.clearance + reach
    return dx * dx + dy * dy < far * far


def _offset(body: Shape, enemy: Shape) -> tuple[float, float, float]:
    dx, dy = enemy.x - body.x, enemy.y - body.y
    return dx * dx + dy * dy, dx, dy
