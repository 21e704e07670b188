"""Where a model may stand after following up (WW-FU-02, WW-R-33)."""

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from pilein.geometry.angles import TURN, heading
from pilein.geometry.gaps import gap, within
from pilein.geometry.routes import Route, shortest
from pilein.geometry.runs import last_free, run_to_edge, too_near, unit_vector
from pilein.geometry.shapes import Place, Shape
from pilein.geometry.ticks import CONTACT, INCH
from pilein.geometry.turns import Vector
from pilein.kernel.requests import Answer
from pilein.rulesets.wwpd.approach.ground import space_for, walls_of
from pilein.rulesets.wwpd.approach.ways import COHERENCY, body_at
from pilein.rulesets.wwpd.rulebook import says
from pilein.rulesets.wwpd.state import Battle

NUMBERS = 4
EIGHTH = 4500
CLEAR = 2.0  # ticks
NEAR = 8 * INCH
STAND_OFF = INCH


class FollowUpPlace(Struct, frozen=True, dict=True):
    """Which of the waiting models moves next, and where to: (model, x, y, facing), or () if the rest stay."""

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
        return f"{self.battle.unit(self.unit).name}: which model goes where?"

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Nothing more; then each model to the enemy, away from him and all round, as far as it may go."""
        yield "the rest stay", ()
        for model in self.waiting:
            for label, way in self._ways(model):
                place = self._stretched(model, way)
                answer = (model, place.x, place.y, place.facing)
                if self.why_not(answer) is None:
                    yield f"model {model} {label}", answer

    def why_not(self, answer: Answer) -> str | None:
        """None if the model may end there; places off the list are judged as well."""
        if answer == () and isinstance(answer, tuple):
            return None
        if not isinstance(answer, tuple) or len(answer) != NUMBERS or any(type(one) is not int for one in answer):
            return "the answer is a model, x, y and facing as whole numbers, or () to stop"
        model, place = answer[0], Place(*answer[1:])
        if model not in self.waiting:
            return f"model {model} is none of those that may still move: {self.waiting}"
        if not 0 <= place.facing < TURN:
            return f"a facing is from 0 to {TURN - 1} hundredths of a degree"
        if self.way(model, place) is None:
            return f'it cannot stand there, or it is further than {self.reach / INCH:g}"'
        body, start = body_at(self.battle, model, place), self.battle.plane.shape(model)
        return why_not_closer(start, body, self._foes, self.reading) or self._why_not_linked(model, place)

    def way(self, model: int, place: Place) -> Route | None:
        """The way of a model to a place round everybody; None where it is too long or nobody can stand there."""
        start, space = self.battle.plane.place(model), space_for(self.battle, model)
        if not space.fits(body_at(self.battle, model, place)):
            return None
        return shortest(space, (start.x, start.y), (place.x, place.y), self.reach + CONTACT)

    def _why_not_linked(self, model: int, place: Place) -> str | None:
        """WW-R-09. Following up keeps coherency: who has a mate near keeps one near."""
        if self._has_mate(model, place) or not self._has_mate(model, self.battle.plane.place(model)):
            return None
        return 'it would leave coherency: 2" to a mate'

    def _has_mate(self, model: int, place: Place) -> bool:
        plane, body = self.battle.plane, body_at(self.battle, model, place)
        mates = [mate for mate in plane.models(self.unit) if mate != model]
        return not mates or any(within(body, plane.shape(mate), COHERENCY) for mate in mates)

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
        """As far as a model goes straight on, under `keep-1` short of the enemy."""
        plane, body, here = self.battle.plane, self.battle.plane.shape(model), self.battle.plane.place(model)
        off = float(STAND_OFF + CONTACT) if self.reading == "keep-1" else CLEAR
        things = [(foe, off) for foe in self._foes] + [(wall, CLEAR) for wall in walls_of(self.battle.setup)]
        things += [(one, CLEAR) for other, one in plane.shapes.items() if other != model]
        spans = [found for thing, wide in things if (found := too_near(body, way, thing, wide)) is not None]
        far = min(float(self.reach), max(0.0, run_to_edge(body, way, self.battle.setup.size) - CLEAR))
        length = max(0.0, last_free(spans, far))
        return Place(here.x + round(way[0] * length), here.y + round(way[1] * length), here.facing)

    @cached_property
    def _foes(self) -> tuple[Shape, ...]:
        setup = self.battle.setup
        return tuple(one for model, one in self.battle.plane.shapes.items() if setup.side_of(model) != self.side)


@says("WW-FU-02", without=None)
def why_not_closer(start: Shape, end: Shape, foes: tuple[Shape, ...], reading: str = "default") -> str | None:
    """WW-FU-02. No model may end closer to any enemy model than it was before the move (WW-R-33)."""
    if reading == "keep-1":
        near = any(within(end, foe, STAND_OFF - 2 * CONTACT) for foe in foes)
        return 'it would end within 1" of an enemy' if near else None
    for foe in foes:
        before = gap(start, foe)
        if gap(end, foe) < before - CONTACT and (reading != "within-8" or before <= NEAR + CONTACT):
            return "it would end closer to an enemy"
    return None
