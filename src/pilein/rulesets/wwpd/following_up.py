"""Following up: models that fought and are free may move, but no closer to the enemy (WW-EN-06, WW-FU)."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from pilein.geometry.chains import linked
from pilein.geometry.gaps import gap, within
from pilein.geometry.rounded import Vector
from pilein.geometry.routes import Route
from pilein.geometry.shapes import Place, Shape
from pilein.geometry.straight_sweeps import unit_vector
from pilein.geometry.ticks import INCH, TURN, heading, inches
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.requests import Answer, yes_or_no
from pilein.kernel.table import Table
from pilein.placement.question import NUMBERS, place_in, why_no_move
from pilein.rulesets.wwpd.falling_back import normal_move
from pilein.rulesets.wwpd.involved import is_engaged
from pilein.rulesets.wwpd.melees import in_turn
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step, clause
from pilein.rulesets.wwpd.ways import coherency_distance
from pilein.tabletop.events import Moved
from pilein.tabletop.movement.memory import moved_to
from pilein.tabletop.movement.straight_runs import foremost_first, last_stop, things_about, to_the_edge
from pilein.tabletop.movement.terms import Bars, Terms, clearances
from pilein.tabletop.movement.ways import body_at, way_to, why_no_way


@clause(Step.ALL_FOLLOW_UP, "WW-EN-06")
def all_follow_up(battle: Battle, table: Table) -> Battle:
    """WW-EN-06. Units that fought in Melee this turn and are no longer engaged may follow up."""
    free = [
        unit
        for melee in battle.melees
        for unit in melee
        if battle.lives(unit) and not is_engaged(battle, unit) and _may_follow(battle, table, unit)
    ]
    for unit in in_turn(battle, table, sorted(free), "follow up", "WW-EN-07"):
        table.then(Step.OFFER_TO_FOLLOW_UP, unit)
    return battle


@clause(Step.OFFER_TO_FOLLOW_UP)
def offer_to_follow_up(battle: Battle, table: Table, unit: int) -> Battle:
    """WW-R-30. The owner of a unit that may follow up chooses whether the unit does so."""
    words = f"{battle.unit(unit).name}: follow up?"
    if table.choose(yes_or_no(battle.side(unit), "WW-EN-06", words)):
        table.then(
            Step.FOLLOW_UP,
            unit,
            normal_move(battle, table, unit) * table.number("WW-FU-01"),
            *battle.field.models(unit),
        )
    return battle


@clause(Step.FOLLOW_UP, "WW-FU-01")
def follow_up(battle: Battle, table: Table, unit: int, reach: int, *waiting: int) -> Battle:
    """WW-FU-01. A unit that follows up makes a normal move in any direction, model by model or as one."""
    choice = FollowUpPlace(battle.side(unit), battle, unit, reach, waiting, table.rule("WW-R-33"))
    answer = table.choose(choice)
    if not answer:
        return battle
    steps = choice.steps(answer)
    moved = {model for model, _, _ in steps}
    rest = tuple(one for one in waiting if one not in moved)
    if rest:
        table.then(Step.FOLLOW_UP, unit, reach, *rest)
    name = battle.unit(unit).name
    for model, place, way in steps:
        if way.length:
            far, route, by = inches(way.length), way.points, "WW-FU-01"
            table.tell(Moved(unit=name, model=model, manner="followed up", inches=far, route=route, clause=by))
        battle = battle.on(moved_to(battle.plane, model, place))
    return battle


def _may_follow(battle: Battle, table: Table, unit: int) -> bool:
    return not battle.status(unit).falls_back or table.rule("WW-R-30") == "after-fall-back"


# --- Where a model may stand after following up (WW-FU-02, WW-R-33) ----------------------------------------------


SHIFT = 2  # number of values in an answer that moves all as one
EIGHTH = 4500
NEAR = 8 * INCH
STAND_OFF = INCH


FollowUp = tuple[int, Place, Route]  # a model, where it ends, and its path


class FollowUpPlace(Struct, frozen=True, dict=True):
    """Choice of a waiting model's next follow-up move, answered by (model, x, y, facing), or by () if the remaining
    models stay.

    An answer may also move all waiting models together by (dx, dy) in ticks, or several models in turn, each as
    (model, x, y, facing). A unit can then keep its coherency (WW-R-09), which is judged at the end of the whole
    move.
    """

    side: int
    battle: Battle
    unit: int
    reach: int
    waiting: tuple[int, ...]
    reading: str
    clause: str = "WW-FU-01"

    @property
    def words(self) -> str:
        """Question that asks for a unit's next follow-up move."""
        return f"{self.battle.unit(self.unit).name}: which model moves next, and where to?"

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield the answer to stop, and then for each model the furthest moves towards the enemy, away from it, and in
        other directions.
        """
        yield "the rest stay", ()
        for model in self.waiting:
            for label, way in self._ways(model):
                place = self._stretched(model, way)
                answer = (model, place.x, place.y, place.facing)
                if self.why_not(answer) is None:
                    yield f"model {model} {label}", answer
        if len(self.waiting) > 1:
            yield from self._moves_together()

    def why_not(self, answer: Answer) -> str | None:
        """Explain why the answer is illegal, or return None. Places that are not candidates are judged as well."""
        if answer == () and isinstance(answer, tuple):
            return None
        reason = self._why_no_answer(answer)
        if reason:
            return reason
        assert isinstance(answer, tuple)
        steps = self.steps(answer)
        if not steps:
            return self._why_no_steps(answer)
        return self._why_not_so(steps)

    def _why_no_answer(self, answer: Answer) -> str | None:
        """Explain why an answer is malformed, or return None."""
        if not isinstance(answer, tuple) or (len(answer) != SHIFT and len(answer) % NUMBERS):
            return "the answer must be (model, x, y, facing), several such moves, (dx, dy) for all, or () to stop"
        if len(answer) == SHIFT:
            return "dx and dy must be whole numbers of ticks" if any(type(one) is not int for one in answer) else None
        waiting = self.waiting
        for move in moves_in(answer):
            reason = why_no_move(move, waiting)
            if reason:
                return reason
            waiting = tuple(one for one in waiting if one != move[0])
        return None

    def steps(self, answer: tuple[int, ...]) -> tuple[FollowUp, ...]:
        """Return the moves of the models, one after another. The result is empty if any of the moves is impossible."""
        plane, found = self.battle.plane, list[FollowUp]()
        for model, place in self._goals(answer):
            if found:
                plane = moved_to(plane, *found[-1][:2])
            way = way_to(plane, self._terms, model, place)
            if way is None:
                return ()
            found.append((model, place, way.route))
        return tuple(found)

    def _why_no_steps(self, answer: tuple[int, ...]) -> str:
        """Find the first model that cannot reach its place, and explain why it cannot."""
        plane = self.battle.plane
        for model, place in self._goals(answer):
            if way_to(plane, self._terms, model, place) is None:
                reason = why_no_way(plane, self._terms, model, place, kept_off="")
                return reason if len(answer) == NUMBERS else f"model {model}: {reason}"
            plane = moved_to(plane, model, place)
        raise AssertionError("every model can reach its place")

    def _goals(self, answer: tuple[int, ...]) -> list[tuple[int, Place]]:
        """Moving models with their goals, in the order named or, for a joint move, the foremost first."""
        if len(answer) != SHIFT:
            return [(move[0], place_in(move)) for move in moves_in(answer)]
        ahead = foremost_first(self.battle.plane, self.waiting, (answer[0], answer[1]))
        return [(model, self._shifted(model, *answer)) for model in ahead]

    @cached_property
    def _terms(self) -> Terms:
        return Terms(Bars(self._clearances_without_enemies), self.reach)

    def _shifted(self, model: int, dx: int, dy: int) -> Place:
        start = self.battle.plane.place(model)
        return Place(start.x + dx, start.y + dy, start.facing)

    @cached_property
    def _clearances_without_enemies(self) -> tuple[int, ...]:
        return clearances(self.battle.setup, self.side, enemies=0)

    def _why_not_so(self, steps: tuple[FollowUp, ...]) -> str | None:
        """Explain why the moves end illegally, or return None.

        No move may go closer to the enemy (WW-FU-02) or split the unit into more groups than before (WW-R-09).
        """
        plane = self.battle.plane
        for model, place, _ in steps:
            plane = moved_to(plane, model, place)
        for model, place, _ in steps:
            start = self.battle.plane.shape(model)
            reason = why_not_closer(start, body_at(self.battle.plane, model, place), self._foes, self.reading)
            if reason and self.battle.holds("WW-FU-02"):
                return reason
        if groups_of(self.battle.on(plane), self.unit) > self._groups:
            return 'the unit would break coherency: it would have a gap of more than 2" between two groups of models'
        return None

    def _moves_together(self) -> Iterator[tuple[str, Answer]]:
        """Yield joint moves of all waiting models, in each direction open to the first model."""
        for label, (x, y) in self._ways(self.waiting[0]):
            shift = (round(x * self.reach), round(y * self.reach))
            if self.why_not(shift) is None:
                yield f"all together {label}", shift

    def _ways(self, model: int) -> Iterator[tuple[str, Vector]]:
        body = self.battle.plane.shape(model)
        if self._foes:
            foe = min(self._foes, key=lambda one: gap(body, one))
            dx, dy = unit_vector(foe.x - body.x, foe.y - body.y)
            yield "towards the enemy", (dx, dy)
            yield "away from the enemy", (-dx, -dy)
        for turn in range(0, TURN, EIGHTH):
            yield f"at {turn // 100} degrees", heading(turn)

    def _stretched(self, model: int, way: Vector) -> Place:
        """Furthest straight move of a model. Under `keep-1` the move stops short of the enemy."""
        plane, body = self.battle.plane, self.battle.plane.shape(model)
        off = STAND_OFF + CONTACT if self.reading == "keep-1" else 0
        bars = Bars(clearances(self.battle.setup, self.side, enemies=off))
        far = min(float(self.reach), to_the_edge(plane, bars, body, way))
        length = last_stop(body, way, things_about(plane, bars, without=(model,)), far)
        return self._shifted(model, round(way[0] * length), round(way[1] * length))

    @cached_property
    def _groups(self) -> int:
        return groups_of(self.battle, self.unit)

    @cached_property
    def _foes(self) -> tuple[Shape, ...]:
        setup = self.battle.setup
        return tuple(one for model, one in self.battle.plane.shapes.items() if setup.side_of(model) != self.side)


def moves_in(answer: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Split an answer into its moves, each as (model, x, y, facing)."""
    return tuple(answer[place : place + NUMBERS] for place in range(0, len(answer), NUMBERS))


def groups_of(battle: Battle, unit: int) -> int:
    """Number of groups into which gaps of more than 2 inches divide a unit. A unit in coherency has 1 group."""
    shapes = [battle.plane.shape(model) for model in battle.plane.models(unit)]
    return len(linked(shapes, coherency_distance(battle)))


def why_not_closer(start: Shape, end: Shape, foes: tuple[Shape, ...], reading: str = "default") -> str | None:
    """Explain why a model may not end at a place, or return None. By default it may not end closer to any enemy model
    (WW-R-33).
    """
    if reading == "keep-1":
        near = any(within(end, foe, STAND_OFF - 2 * CONTACT) for foe in foes)
        return 'the model would end within 1" of an enemy' if near else None
    for foe in foes:
        before = gap(start, foe)
        if gap(end, foe) < before - CONTACT and (reading != "within-8" or before <= NEAR + CONTACT):
            return "the model would end closer to an enemy"
    return None
