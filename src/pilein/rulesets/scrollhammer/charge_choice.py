"""The question which charging model moves next, and where to (SH-MV-22)."""

from collections.abc import Iterator

from msgspec import Struct

from pilein.geometry.shapes import Place, Shape, shape
from pilein.geometry.ticks import CONTACT, QUARTER
from pilein.kernel.requests import Answer
from pilein.rulesets.scrollhammer.charge_contacts import (
    Reader,
    Touch,
    friends_in_contact,
    is_coherent_with_the_moved,
    moved_mates,
    movers,
    touch,
    wraps,
)
from pilein.rulesets.scrollhammer.charge_duties import Duty, duty_of, ways_to_meet
from pilein.rulesets.scrollhammer.charge_landings import pairs_off, route_of, stands_by
from pilein.rulesets.scrollhammer.charge_prospects import spans_several
from pilein.rulesets.scrollhammer.charge_ways import space_for
from pilein.rulesets.scrollhammer.nearness import foes_by_gap, gap_to
from pilein.rulesets.scrollhammer.state import Battle

NUMBERS = 4
LABELS = {"touch": "to touch an enemy", "support": "to support a friend", "follow": "after the others"}


class ChargeMove(Struct, frozen=True, tag=True):
    """Which model of the charger moves next and where it ends: (model, x, y, facing), ticks and hundredths of a degree.

    Any place is judged, on the list of candidates or off it.
    """

    side: int
    clause: str
    words: str
    battle: Battle
    reader: Reader

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """The best place of each model, the model nearest to the enemy first; then their other places."""
        duties = []
        for model in self._nearest_first():
            duty = duty_of(self.battle, self.reader, model)
            duties.append((model, duty))
            yield self._candidate(model, duty, duty.best.place)
        for model, duty in duties:
            for way in ways_to_meet(self.battle, self.reader, model, duty):
                label, answer = self._candidate(model, duty, way.place)
                if way.place != duty.best.place and self.why_not(answer) is None:
                    yield label, answer

    def why_not(self, answer: Answer) -> str | None:
        """None if that model may end its charge move there."""
        if not isinstance(answer, tuple) or len(answer) != NUMBERS or not all(type(one) is int for one in answer):
            return "the answer is a model, x, y and facing as whole numbers"
        model, place = answer[0], Place(*answer[1:])
        if model not in movers(self.battle, self.reader):
            return f"model {model} has no charge move to make now"
        return self._why_not_there(model, place) or self._why_not_duty(model, place)

    def _nearest_first(self) -> list[int]:
        targets = self.reader.faces.targets
        gaps = [(foes_by_gap(self.battle, model, targets)[0][0], model) for model in movers(self.battle, self.reader)]
        return [model for _, model in sorted(gaps)]

    def _candidate(self, model: int, duty: Duty, place: Place) -> tuple[str, Answer]:
        label = LABELS.get(duty.kind, "towards the others, out of coherency")
        return f"model {model} {label}", (model, place.x, place.y, place.facing)

    def _why_not_there(self, model: int, place: Place) -> str | None:
        body = shape(self.battle.setup.base(model), place)
        if not space_for(self.battle, model, self.reader.faces.targets).fits(body):
            return "there it would overlap something, touch a unit that is no target, or leave the table"
        if wraps(self.battle, self.reader, body, touch(self.battle, self.reader, body).contact):
            return "there it would touch the block elsewhere than at the side charged"
        if route_of(self.battle, self.reader, model, place) is None:
            return "there is no way to it within the charge range"
        return None

    def _why_not_duty(self, model: int, place: Place) -> str | None:
        duty = duty_of(self.battle, self.reader, model)
        body = shape(self.battle.setup.base(model), place)
        if duty.kind == "astray":
            return self._why_not_nearer(model, duty, body)
        if not is_coherent_with_the_moved(self.battle, self.reader, body):
            return "there it would not be in coherency with a model that has moved"
        if duty.kind == "touch":
            return self._why_not_touching(model, duty, place)
        if duty.kind == "support" and not self._supports(model, place):
            return "it must end behind or beside a friend that touches an enemy"
        return None

    def _why_not_touching(self, model: int, duty: Duty, place: Place) -> str | None:
        base = self.battle.setup.base(model)
        met = touch(self.battle, self.reader, shape(base, place))
        goals = tuple(foe for foe in duty.goals if foe in met.contact)
        if not goals:
            return f"it must end touching an enemy that no other charging model touches: {_named(duty.goals)}"
        if not self._is_square(model, goals, place):
            return "it must end square to the enemy that it touches"
        best = touch(self.battle, self.reader, shape(base, duty.best.place))
        return self._why_not_so_many(model, goals, met, best)

    def _why_not_so_many(self, model: int, goals: tuple[int, ...], met: Touch, best: Touch) -> str | None:
        if any(spans_several(self.battle, model, foe) for foe in goals):
            enough = len(met.edges) >= len(best.edges)
            return None if enough else f"its base can touch {len(best.edges)} enemies"
        if len(met.edges) <= len(best.edges) or pairs_off(self.battle, len(met.edges)):
            return None
        return "it can touch one enemy alone"

    def _is_square(self, model: int, goals: tuple[int, ...], place: Place) -> bool:
        """Whether a straight-sided base stands square to one of the enemies, if they are straight-sided too."""
        plane, base = self.battle.plane, self.battle.setup.base(model)
        if base.kind != "rectangle":
            return True
        for foe in goals:
            turn = (place.facing - plane.place(foe).facing) % QUARTER
            if self.battle.setup.base(foe).kind != "rectangle" or min(turn, QUARTER - turn) <= 1:
                return True
        return False

    def _supports(self, model: int, place: Place) -> bool:
        base = self.battle.setup.base(model)
        friends = friends_in_contact(self.battle)
        return any(stands_by(self.battle, self.reader, friend, base, place) for friend in friends)

    def _why_not_nearer(self, model: int, duty: Duty, body: Shape) -> str | None:
        mates = moved_mates(self.battle)
        best = shape(self.battle.setup.base(model), duty.best.place)
        if gap_to(body, self.battle, mates) <= gap_to(best, self.battle, mates) + CONTACT:
            return None
        return "it must come as near to coherency as it can"


def _named(models: tuple[int, ...]) -> str:
    return "model " + " or ".join(map(str, models))
