"""The question which model piles in next, and where to (SH-PI-05, SH-PI-06, SH-PI-08)."""

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct

from pilein.geometry.advances import Advance
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import TURN, inches
from pilein.kernel.requests import Answer
from pilein.rulesets.scrollhammer.pile_in_approach import best_approach, closeness, is_as_close, is_closer
from pilein.rulesets.scrollhammer.pile_in_places import Mover, does_its_duty, landings
from pilein.rulesets.scrollhammer.pile_in_terms import ENEMY, FRIEND, NEAR, Terms
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.memo import Memo

NUMBERS = 4
OFFERED = 4  # places shown for each model, the best apart
DUTIES = {
    ENEMY: "it must end touching an enemy that no friend touches",
    FRIEND: "it must end touching a friend who touches an enemy",
}
PILE_INS = Memo[object, Advance | None]("pile_ins")


class PileIn(Struct, frozen=True, tag=True):
    """Which model piles in next and where it ends: (model, x, y, facing), in ticks and hundredths of a degree.

    Any place is judged, on the list of candidates or off it.
    """

    side: int
    clause: str
    words: str
    battle: Battle
    terms: Terms

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """The best place of each model, the model nearest to its goal first; then their other places."""
        movers = []
        for model in nearest_first(self.battle, self.terms):
            best = self._best(model)
            if best is not None:
                movers.append(model)
                yield self._candidate(model, best)
        for model in movers if self.terms.stage != NEAR else ():
            for way in islice(landings(Mover(self.battle, self.terms, model)), 1, 1 + OFFERED):
                yield self._candidate(model, way)

    def why_not(self, answer: Answer) -> str | None:
        """None if that model may end its pile in there."""
        if not isinstance(answer, tuple) or len(answer) != NUMBERS or not all(type(one) is int for one in answer):
            return "the answer is a model, x, y and facing as whole numbers"
        model, place = answer[0], Place(*answer[1:])
        if not 0 <= place.facing < TURN:
            return f"a facing is from 0 to {TURN - 1} hundredths of a degree"
        best = self._best(model) if model in self.terms.movers else None
        if best is None:
            return f"model {model} has no pile in to make now"
        mover = Mover(self.battle, self.terms, model)
        if self.terms.stage == NEAR:
            return mover.why_not_there(place) or _why_not_closer(mover, best, place)
        if not does_its_duty(mover, place):
            return DUTIES[self.terms.stage]
        return mover.why_not_there(place) or (
            None if mover.is_coherent(place) else "there it would be out of coherency"
        )

    def way(self, answer: Answer) -> Advance:
        """The way of a model to the place that was answered."""
        mover = Mover(self.battle, self.terms, answer[0])
        landing = mover.arriving(Place(*answer[1:]))
        assert landing is not None, "the choice has judged the way"
        return landing

    def _best(self, model: int) -> Advance | None:
        return best_way(self.battle, self.terms, model)

    def _candidate(self, model: int, way: Advance) -> tuple[str, Answer]:
        labels = {ENEMY: "to touch an enemy", FRIEND: "to touch a friend in contact", NEAR: "closer to the combat"}
        place, length = way.place, inches(way.route.length)
        return f'model {model} {labels[self.terms.stage]}, {length:.2f}"', (model, place.x, place.y, place.facing)


def best_way(battle: Battle, terms: Terms, model: int) -> Advance | None:
    """The best place of a model in its stage, None if it has none to go to; remembered on the field."""
    remembered = PILE_INS.on(battle.plane)
    key = (terms, model, battle.combat.exchange.piled)
    if key not in remembered:
        mover = Mover(battle, terms, model)
        remembered[key] = best_approach(mover) if terms.stage == NEAR else next(landings(mover), None)
    return remembered[key]


def nearest_first(battle: Battle, terms: Terms) -> tuple[int, ...]:
    """The models that may move, in the order of their distances (of centres) from what the stage leads to."""
    shapes = battle.plane.shapes
    goals = [(shapes[goal].x, shapes[goal].y) for goal in terms.goals]
    squares = []
    for model in terms.movers:
        x, y = shapes[model].x, shapes[model].y
        squares.append((min([(gx - x) * (gx - x) + (gy - y) * (gy - y) for gx, gy in goals]), model))
    return tuple(model for _, model in sorted(squares))


def may_anybody_move(battle: Battle, terms: Terms) -> bool:
    """Whether any model has a pile in to make in a stage."""
    return any(best_way(battle, terms, model) is not None for model in nearest_first(battle, terms))


def _why_not_closer(mover: Mover, best: Advance, place: Place) -> str | None:
    start, other = closeness(mover, mover.start), closeness(mover, place)
    if is_closer(mover, start, other) and is_as_close(closeness(mover, best.place), other):
        return None
    return "it must come as close to the combat as it can, in coherency"
