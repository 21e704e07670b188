"""Following up: models that fought and are free may move, but no closer to the enemy (WW-EN-06, WW-FU)."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from pilein.geometry.gaps import gap, within
from pilein.geometry.rounded import Vector
from pilein.geometry.routes import Route, shortest
from pilein.geometry.runs import last_free, run_to_edge, too_near, unit_vector
from pilein.geometry.shapes import Place, Shape
from pilein.geometry.ticks import CONTACT, INCH, TURN, heading, inches
from pilein.kernel.requests import Answer, yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.falling_back import normal_move
from pilein.rulesets.wwpd.involved import is_engaged
from pilein.rulesets.wwpd.melees import in_turn
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step, clause
from pilein.rulesets.wwpd.ways import BARRED, COHERENCY, body_at, space_for
from pilein.tabletop.events import Moved


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
    """WW-R-30. The owner of a unit that may follow up chooses whether it does."""
    words = f"{battle.unit(unit).name}: follow up?"
    if table.choose(yes_or_no(battle.side(unit), "WW-EN-06", words)):
        table.then(Step.FOLLOW_UP, unit, normal_move(battle, table, unit), *battle.field.models(unit))
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
        battle = battle.on(battle.plane.with_place(model, place))
    return battle


def _may_follow(battle: Battle, table: Table, unit: int) -> bool:
    return not battle.status(unit).falls_back or table.rule("WW-R-30") == "after-fall-back"


# --- Where a model may stand after following up (WW-FU-02, WW-R-33) ----------------------------------------------


NUMBERS, SHIFT = 4, 2
EIGHTH = 4500
CLEAR = 2.0  # ticks
NEAR = 8 * INCH
STAND_OFF = INCH


FollowUp = tuple[int, Place, Route]  # a model, where it ends, and its path


class FollowUpPlace(Struct, frozen=True, dict=True):
    """Which of the waiting models moves next, and where to: (model, x, y, facing), or () if the rest stay.

    Or all that wait go as one: (dx, dy) in ticks; so a unit keeps its coherency (WW-R-09) on all of its move.
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
        """The question."""
        return f"{self.battle.unit(self.unit).name}: which model moves next, and where to?"

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Nothing more; then each model towards the enemy, away from it and all round, as far as it may go."""
        yield "the rest stay", ()
        for model in self.waiting:
            for label, way in self._ways(model):
                place = self._stretched(model, way)
                answer = (model, place.x, place.y, place.facing)
                if self.why_not(answer) is None:
                    yield f"model {model} {label}", answer
        if len(self.waiting) > 1:
            yield from self._together()

    def why_not(self, answer: Answer) -> str | None:
        """None if the model may end there; places off the list are judged as well."""
        if answer == () and isinstance(answer, tuple):
            return None
        if not isinstance(answer, tuple) or any(type(one) is not int for one in answer):
            return "the answer is a model, x, y and facing, or dx and dy for all, as whole numbers, or () to stop"
        if len(answer) not in (SHIFT, NUMBERS):
            return "the answer is a model, x, y and facing, or dx and dy for all, or () to stop"
        if len(answer) == NUMBERS and answer[0] not in self.waiting:
            return f"model {answer[0]} may no longer move; these may: {self.waiting}"
        if len(answer) == NUMBERS and not 0 <= answer[3] < TURN:
            return f"a facing is from 0 to {TURN - 1} hundredths of a degree"
        steps = self.steps(answer)
        if not steps:
            return f'it cannot stand there, or it is further than {self.reach / INCH:g}"'
        return self._why_not_so(steps)

    def steps(self, answer: tuple[int, ...]) -> tuple[FollowUp, ...]:
        """The moves of models one after another, the foremost first; nothing if any of them is impossible."""
        if len(answer) == NUMBERS:
            goals = [(answer[0], Place(*answer[1:]))]
        else:
            stands = {model: self.battle.plane.place(model) for model in self.waiting}
            dx, dy = answer
            ahead = sorted(stands, key=lambda model: -(stands[model].x * dx + stands[model].y * dy))
            goals = [
                (model, Place(stands[model].x + dx, stands[model].y + dy, stands[model].facing)) for model in ahead
            ]
        asked, found = self, list[FollowUp]()
        for model, place in goals:
            way = asked.way(model, place)
            if way is None:
                return ()
            found.append((model, place, way))
            asked = replace(asked, battle=asked.battle.on(asked.battle.plane.with_place(model, place)))
        return tuple(found)

    def way(self, model: int, place: Place) -> Route | None:
        """The path of a model to a place, round all others; None if it is too long or the place is not free."""
        start, space = self.battle.plane.place(model), space_for(self.battle, model)
        if not space.fits(body_at(self.battle, model, place)):
            return None
        return shortest(space, (start.x, start.y), (place.x, place.y), self.reach + CONTACT)

    def _why_not_so(self, steps: tuple[FollowUp, ...]) -> str | None:
        """WW-FU-02, WW-R-09. No closer to the enemy; and a model with a unit mate near it keeps one near."""
        plane = self.battle.plane
        for model, place, _ in steps:
            plane = plane.with_place(model, place)
        after = replace(self, battle=self.battle.on(plane))
        for model, place, _ in steps:
            start = self.battle.plane.shape(model)
            reason = why_not_closer(start, body_at(self.battle, model, place), self._foes, self.reading)
            if reason and self.battle.holds("WW-FU-02"):
                return reason
            if self.has_mate(model, self.battle.plane.place(model)) and not after.has_mate(model, place):
                return 'it would leave coherency: 2" to a mate'
        return None

    def has_mate(self, model: int, place: Place) -> bool:
        """Whether a model in a place is within 2 inches of another of its unit, if there is one."""
        plane, body = self.battle.plane, body_at(self.battle, model, place)
        mates = [mate for mate in plane.models(self.unit) if mate != model]
        return not mates or any(within(body, plane.shape(mate), COHERENCY) for mate in mates)

    def _together(self) -> Iterator[tuple[str, Answer]]:
        """All waiting models as one, by each path that is open to the first of them."""
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
        """As far as a model goes straight ahead, under `keep-1` short of the enemy."""
        plane, body, here = self.battle.plane, self.battle.plane.shape(model), self.battle.plane.place(model)
        off = float(STAND_OFF + CONTACT) if self.reading == "keep-1" else CLEAR
        things = [(foe, off) for foe in self._foes] + [(wall, CLEAR) for wall in self.battle.setup.parts_of(BARRED)]
        things += [(one, CLEAR) for other, one in plane.shapes.items() if other != model]
        spans = [found for thing, wide in things if (found := too_near(body, way, thing, wide)) is not None]
        far = min(float(self.reach), max(0.0, run_to_edge(body, way, self.battle.setup.size) - CLEAR))
        length = max(0.0, last_free(spans, far))
        return Place(here.x + round(way[0] * length), here.y + round(way[1] * length), here.facing)

    @cached_property
    def _foes(self) -> tuple[Shape, ...]:
        setup = self.battle.setup
        return tuple(one for model, one in self.battle.plane.shapes.items() if setup.side_of(model) != self.side)


def why_not_closer(start: Shape, end: Shape, foes: tuple[Shape, ...], reading: str = "default") -> str | None:
    """WW-R-33. Why a model may not end there: closer to an enemy model than before, however that is read."""
    if reading == "keep-1":
        near = any(within(end, foe, STAND_OFF - 2 * CONTACT) for foe in foes)
        return 'it would end within 1" of an enemy' if near else None
    for foe in foes:
        before = gap(start, foe)
        if gap(end, foe) < before - CONTACT and (reading != "within-8" or before <= NEAR + CONTACT):
            return "it would end closer to an enemy"
    return None
