"""Choice of the charging model that moves next and of its destination (SH-MV-22)."""

from collections.abc import Iterator

from msgspec import Struct

from pilein.geometry.gaps import within
from pilein.geometry.routes import Route
from pilein.geometry.shapes import Place, Shape
from pilein.geometry.ticks import QUARTER
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import Answer
from pilein.placement.curves import Curve
from pilein.placement.question import place_in, why_no_move
from pilein.placement.region import openings
from pilein.rulesets.scrollhammer.charge.contacts import foes_of, friends_in_contact, movers
from pilein.rulesets.scrollhammer.charge.duties import Duty, duty_of, foes_to_touch, from_mates, ways_to_meet
from pilein.rulesets.scrollhammer.charge.landings import pairs_off, spans_several, stands_by, touching
from pilein.rulesets.scrollhammer.charge.terms import ChargeTerms
from pilein.rulesets.scrollhammer.nearness import AROUND, foes_by_gap, is_terrain_avoided, is_terrain_binding
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.movement.ground import why_no_room
from pilein.tabletop.movement.placing import ASTRAY, search_move
from pilein.tabletop.movement.placing import touching as in_contact
from pilein.tabletop.movement.sides import wraps
from pilein.tabletop.movement.ways import body_at, is_coherent, route_to, touched

LABELS = {"touch": "to touch an enemy", "support": "to support a friend", "follow": "after the others"}


class ChargeMove(Struct, frozen=True, tag=True):
    """Choice of a charger's next move, answered by (model, x, y, facing) in ticks and hundredths of a degree.

    The answer may name any place, whether or not it is among the candidates.
    """

    side: int
    clause: str
    words: str
    battle: Battle
    terms: ChargeTerms

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield the best place of each model, beginning with the model nearest to the enemy, and then further places.

        A model that would end out of coherency is offered only if no other model can end in coherency (SH-MV-23).
        """
        duties, astray = [], []
        for model in self._nearest_first():
            duty = duty_of(self.battle, self.terms, model)
            if duty.kind == "astray":
                astray.append((model, duty))
                continue
            duties.append((model, duty))
            yield self._candidate(model, duty, duty.best.place)
        if not duties:
            duties = astray
            yield from (self._candidate(model, duty, duty.best.place) for model, duty in astray)
        for model, duty in duties:
            yield from self._other_moves(model, duty)

    @property
    def movers(self) -> tuple[int, ...]:
        """The models that may move next."""
        return movers(self.battle, large_first=self.terms.large_first)

    def places_of(self, model: int) -> Iterator[tuple[str, Answer]]:
        """Yield the best place of one model, and then further places. There are none if the model would end out of
        coherency (SH-MV-23).
        """
        duty = duty_of(self.battle, self.terms, model)
        if duty.kind != "astray":
            yield self._candidate(model, duty, duty.best.place)
            yield from self._other_moves(model, duty)

    def openings(self, model: int, facing: int) -> list[Curve] | None:
        """Curves on which a model with the given facing meets its duty, or None if the model only has to follow the
        others.
        """
        plane, duty = self.battle.plane, duty_of(self.battle, self.terms, model)
        goals = friends_in_contact(self.battle)
        if duty.kind == "touch":
            goals = (*duty.goals, *foes_to_touch(self.battle, self.terms, model, duty))
        elif duty.kind != "support":
            return None
        return list(openings(search_move(plane, self.terms.move, model), in_contact(plane, goals), facing))

    def _other_moves(self, model: int, duty: Duty) -> Iterator[tuple[str, Answer]]:
        for way in ways_to_meet(self.battle, self.terms, model, duty):
            label, answer = self._candidate(model, duty, way.place)
            if way.place != duty.best.place and self.why_not(answer) is None:
                yield label, answer

    def why_not(self, answer: Answer) -> str | None:
        """Explain why an answer is illegal, or return None if the model may end its charge move there."""
        reason = why_no_move(answer, self.movers)
        if reason or not isinstance(answer, tuple):
            return reason
        model, place = answer[0], place_in(answer)
        return self._why_not_there(model, place) or self._why_not_duty(model, place)

    def _nearest_first(self) -> list[int]:
        targets = self.terms.targets
        gaps = [(foes_by_gap(self.battle, model, targets)[0][0], model) for model in self.movers]
        return [model for _, model in sorted(gaps)]

    def _candidate(self, model: int, duty: Duty, place: Place) -> tuple[str, Answer]:
        label = LABELS.get(duty.kind, "towards the others, out of coherency")
        return f"model {model} {label}", (model, place.x, place.y, place.facing)

    def _why_not_there(self, model: int, place: Place) -> str | None:
        plane, move = self.battle.plane, self.terms.move
        body = body_at(plane, model, place)
        crowded = why_no_room(plane, move.bars, model, body, kept_off="a unit that is not a target")
        if crowded:
            return crowded
        if wraps(plane, move.sides, body, self._touched(body)):
            return "there the model would touch the block on a side other than the one charged"
        if route_to(plane, move.bars, model, place, move.reach + CONTACT) is None:
            return "no path leads to the place within the charge range"
        return None

    def _touched(self, body: Shape, *, by_edges: bool = False) -> tuple[int, ...]:
        foes = foes_of(self.battle, self.terms.targets)
        return touched(self.battle.plane, body, foes, by_edges=by_edges or self.terms.move.by_edges)

    def _why_not_duty(self, model: int, place: Place) -> str | None:
        duty = duty_of(self.battle, self.terms, model)
        if duty.kind == "astray" and self._can_others_follow():
            return "the model would end out of coherency, and models that can end in coherency move first"
        body = body_at(self.battle.plane, model, place)
        if not is_coherent(self.battle.plane, self.terms.move, body):
            if duty.kind == "astray":
                return self._why_not_nearer(model, duty, place)
            return f"{ASTRAY} with the models that have moved"
        goals = self._free_and_met(model, duty, body)
        if duty.kind == "touch":
            return self._why_not_in_touch(model, goals, duty, place)
        if duty.kind == "support":
            return self._why_not_in_support(model, goals, place)
        return self._why_not_following(model, place, body)

    def _why_not_in_touch(self, model: int, met: tuple[int, ...], duty: Duty, place: Place) -> str | None:
        goals = self._in_line(model, met, body_at(self.battle.plane, model, place))
        if met and not goals:
            return "the model must stand in line with the enemy, not merely touch it at a corner"
        return self._why_not_touching(model, goals, duty, place) or self._why_not_around(model, goals, duty, place)

    def _why_not_in_support(self, model: int, met: tuple[int, ...], place: Place) -> str | None:
        if self._supports(model, place) or (met and self._is_square(model, met, place)):
            return None
        return (
            "the model must end behind or beside a friend within reach that touches an enemy, and square to that friend"
        )

    def _can_others_follow(self) -> bool:
        """Whether any model still to move can now end in coherency (SH-MV-23)."""
        return any(duty_of(self.battle, self.terms, model).kind != "astray" for model in self.movers)

    def _free_and_met(self, model: int, duty: Duty, body: Shape) -> tuple[int, ...]:
        """Free enemies that a model's outline touches and that the model may touch to meet its duty (SH-MV-24)."""
        met = self._touched(body)
        found = tuple(foe for foe in duty.goals if foe in met)
        if found or not met or not self.battle.holds("SH-MV-24"):
            return found
        return tuple(foe for foe in foes_to_touch(self.battle, self.terms, model, duty) if foe in met)

    def _in_line(self, model: int, goals: tuple[int, ...], body: Shape) -> tuple[int, ...]:
        """Enemies that the model meets along an edge. Contact at a corner suffices if the model cannot be in line
        (SH-MV-12, SH-R-25).
        """
        if not self.battle.holds("SH-MV-12"):
            return goals
        faced = self._touched(body, by_edges=True)
        return tuple(foe for foe in goals if foe in faced or not self._can_face(model, foe))

    def _can_face(self, model: int, foe: int) -> bool:
        if spans_several(self.battle, model, foe):
            return False
        best = next(touching(self.battle, self.terms, model, foe), None)
        return best is not None and foe in best.edges

    def _why_not_touching(self, model: int, goals: tuple[int, ...], duty: Duty, place: Place) -> str | None:
        if not goals:
            return f"the model must end touching an enemy that no other charging model touches: {_named(duty.goals)}"
        if not self._is_square(model, goals, place):
            return "the model must end square to the enemy that it touches"
        body = body_at(self.battle.plane, model, place)
        best = body_at(self.battle.plane, model, duty.best.place)
        edges, most = (len(self._touched(one, by_edges=True)) for one in (body, best))
        return self._why_not_so_many(model, goals, edges, most)

    def _why_not_so_many(self, model: int, goals: tuple[int, ...], edges: int, best: int) -> str | None:
        if any(spans_several(self.battle, model, foe) for foe in goals):
            return None if edges >= best else f"the model can touch {best} enemies, not only {edges}"
        if edges <= best or pairs_off(self.battle, edges):
            return None
        return "the model can touch only one enemy"

    def _why_not_around(self, model: int, goals: tuple[int, ...], duty: Duty, place: Place) -> str | None:
        """Explain that the path to a place goes round terrain that lies on the model's shortest path, or return None
        (SH-MV-03).
        """
        if not is_terrain_binding(self.battle):
            return None
        plane, move = self.battle.plane, self.terms.move
        faced = set(self._touched(body_at(plane, model, place), by_edges=True))
        shortest = self._shortest(model, tuple(faced.intersection(goals)) or goals, duty)
        way = route_to(plane, move.bars, model, place, move.reach + CONTACT)
        return AROUND if is_terrain_avoided(self.battle, model, way, shortest) else None

    def _shortest(self, model: int, goals: tuple[int, ...], duty: Duty) -> Route | None:
        """A model's shortest path to a place beside any of the goals (SH-R-25)."""
        faced = self._touched(body_at(self.battle.plane, model, duty.best.place), by_edges=True)
        if set(faced).intersection(goals):
            return duty.best.route
        found = (next(touching(self.battle, self.terms, model, goal), None) for goal in goals)
        return min((one.route for one in found if one is not None), key=lambda route: route.length, default=None)

    def _is_square(self, model: int, goals: tuple[int, ...], place: Place) -> bool:
        """Whether a straight-sided base stands square to one of the goals. Always True for other bases."""
        plane, base = self.battle.plane, self.battle.setup.base(model)
        if base.kind != "rectangle":
            return True
        for foe in goals:
            turn = (place.facing - plane.place(foe).facing) % QUARTER
            if self.battle.setup.base(foe).kind != "rectangle" or min(turn, QUARTER - turn) <= 1:
                return True
        return False

    def _supports(self, model: int, place: Place) -> bool:
        """Whether a model supports a friend in contact, by standing square to the friend, behind it or beside it. The
        friend must be within the reach of the model (SH-R-07).
        """
        by = self._stood_by(model, place)
        return any(self._is_within_reach(model, one) and self._is_square(model, (one,), place) for one in by)

    def _stood_by(self, model: int, place: Place) -> tuple[int, ...]:
        """Friends that are in contact with an enemy and that the model would stand behind or beside."""
        base, friends = self.battle.setup.base(model), friends_in_contact(self.battle)
        return tuple(friend for friend in friends if stands_by(self.battle, self.terms, friend, base, place))

    def _why_not_following(self, model: int, place: Place, body: Shape) -> str | None:
        """Explain that a place touches a model beyond the charge range, or return None (SH-R-07)."""
        met = (*self._touched(body), *self._stood_by(model, place))
        if not met or any(self._is_within_reach(model, one) for one in met):
            return None
        return f"model {met[0]} is further away than the charge range, and turning does not bring it closer"

    def _is_within_reach(self, model: int, other: int) -> bool:
        shapes = self.battle.plane.shapes
        return within(shapes[model], shapes[other], self.terms.move.reach + CONTACT)

    def _why_not_nearer(self, model: int, duty: Duty, place: Place) -> str | None:
        away, least = (from_mates(self.battle, model, one) for one in (place, duty.best.place))
        if away <= least + CONTACT:
            return None
        return "the model must come as close to coherency as it can"


def _named(models: tuple[int, ...]) -> str:
    return "model " + " or ".join(map(str, models))
