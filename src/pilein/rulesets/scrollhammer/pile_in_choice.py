"""Choice of the model that piles in next and of its destination (SH-PI-05, SH-PI-06, SH-PI-08)."""

from collections.abc import Iterator
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from pilein.geometry.advances import Advance
from pilein.geometry.shapes import Place
from pilein.geometry.ticks import inches
from pilein.kernel.requests import Answer
from pilein.placement.question import move_of, place_in, why_no_move
from pilein.rulesets.scrollhammer.nearness import AROUND
from pilein.rulesets.scrollhammer.pile_in_approach import best_approach, closeness, is_as_close, is_closer, local_search
from pilein.rulesets.scrollhammer.pile_in_places import (
    Mover,
    does_its_duty,
    goals_of,
    is_around_terrain,
    landings,
)
from pilein.rulesets.scrollhammer.pile_in_terms import ENEMY, FRIEND, NEAR, Stage
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.memo import Kept, kept
from pilein.tabletop.movement.local_searches import MANY, LocalSearches, Searched
from pilein.tabletop.movement.memory import FieldMemo

ORDERS = FieldMemo[Stage, tuple[int, ...]]("orders of piling in")
PILE_INS = FieldMemo[object, Kept[Advance | None]]("pile ins")
SEARCHES = LocalSearches[Advance | None]("searches for pile ins")
OFFERED = 4  # places shown for each model, in addition to the best
DUTIES = {
    ENEMY: "it must end touching an enemy that no friend touches",
    FRIEND: "it must end in contact with a friend that touches an enemy",
}


class PileIn(Struct, frozen=True, tag=True):
    """Choice: a model's next pile-in as (model, x, y, facing), in ticks and hundredths of a degree.

    The answer may name any place, whether or not it is among the candidates.
    """

    side: int
    clause: str
    words: str
    battle: Battle
    stage: Stage

    @property
    def is_compelled(self) -> bool:
        """Whether the rules leave little to decide. They do, because every model must move to its nearest place."""
        return True

    def candidates(self) -> Iterator[tuple[str, Answer]]:
        """Yield each model's best place, beginning with the model nearest to its goal, and then further places."""
        movers = []
        for model in nearest_first(self.battle, self.stage):
            best = self._best_way(model)
            if best is not None:
                movers.append(model)
                yield self._candidate(model, best)
        for model in movers if self.stage.name != NEAR else ():
            for way in islice(landings(Mover(self.battle, self.stage, model)), 1, 1 + OFFERED):
                yield self._candidate(model, way)

    def why_not(self, answer: Answer) -> str | None:
        """Explain why an answer is illegal, or return None if the model may end its pile-in there."""
        reason = why_no_move(answer, self.stage.movers)
        if reason or not isinstance(answer, tuple):
            return reason
        model, place = answer[0], place_in(answer)
        best = self._best_way(model)
        if best is None:
            return f"model {model} has no pile in to make now"
        mover = Mover(self.battle, self.stage, model)
        if self.stage.name == NEAR:
            return mover.why_not_there(place) or _why_not_closer(mover, best, place)
        if not does_its_duty(mover, place):
            return DUTIES[self.stage.name]
        if not mover.is_coherent(place):
            return mover.why_not_there(place) or "there it would be out of coherency"
        return mover.why_not_there(place) or (AROUND if is_around_terrain(mover, place) else None)

    def way(self, answer: Answer) -> Advance:
        """Path of the model to the place named in an answer."""
        mover = Mover(self.battle, self.stage, answer[0])
        landing = mover.arriving(place_in(answer))
        assert landing is not None, "the choice has judged the way"
        return landing

    def _best_way(self, model: int) -> Advance | None:
        return best_way(self.battle, self.stage, model)

    def _candidate(self, model: int, way: Advance) -> tuple[str, Answer]:
        labels = {ENEMY: "to touch an enemy", FRIEND: "to touch a friend in contact", NEAR: "closer to the combat"}
        return f'model {model} {labels[self.stage.name]}, {inches(way.route.length):.2f}"', move_of(model, way)


def best_way(battle: Battle, stage: Stage, model: int) -> Advance | None:
    """Path to a model's best place in its stage, or None if it has no such place. The result is cached on the field and
    locally.
    """
    assert battle.fight is not None

    def worked_out() -> Advance | None:
        mover = Mover(battle, stage, model)
        asked = _asked(mover)
        return _searched(mover) if asked is None else SEARCHES.found(battle.plane, asked, lambda: _searched(mover))

    return kept(PILE_INS.on(battle.plane), (stage, model, battle.combat.exchange.piled), worked_out)


def _searched(mover: Mover) -> Advance | None:
    return best_approach(mover) if mover.stage.name == NEAR else next(landings(mover), None)


def _asked(mover: Mover) -> Searched | None:
    """Cacheable search for a mover's best place.

    None if every model may matter because the mover is out of coherency or the table is crowded.
    """
    stage, terms = mover.stage, mover.terms
    goals = tuple(goal for goal in goals_of(mover) if goal != mover.model)
    is_crowded = len(mover.battle.plane.shapes) >= MANY
    if not goals or is_crowded or (stage.name == NEAR and not mover.is_coherent(mover.start)):
        return None
    key = (
        (stage.name, stage.units, stage.bars, stage.strays_stay, mover.waits),
        replace(terms, move=replace(terms.move, mates=())),
    )
    return local_search(mover, terms.move, key, goals, stage.bars)


def nearest_first(battle: Battle, stage: Stage) -> tuple[int, ...]:
    """Models that may move, sorted by distance (between centres) from the goals of the stage. The result is cached on
    the field, because callers ask both whether a model may move and which model.
    """
    known = ORDERS.on(battle.plane)
    if stage not in known:
        known[stage] = _nearest_first(battle, stage)
    return known[stage]


def _nearest_first(battle: Battle, stage: Stage) -> tuple[int, ...]:
    shapes = battle.plane.shapes
    goals = [(shapes[goal].x, shapes[goal].y) for goal in stage.goals]
    squares = []
    for model in stage.movers:
        x, y = shapes[model].x, shapes[model].y
        squares.append((min([(gx - x) * (gx - x) + (gy - y) * (gy - y) for gx, gy in goals]), model))
    return tuple(model for _, model in sorted(squares))


def may_anybody_move(battle: Battle, stage: Stage) -> bool:
    """Whether any model has a pile-in to make in a stage."""
    return any(best_way(battle, stage, model) is not None for model in nearest_first(battle, stage))


def _why_not_closer(mover: Mover, best: Advance, place: Place) -> str | None:
    start, other = closeness(mover, mover.start), closeness(mover, place)
    if is_closer(mover, start, other) and is_as_close(closeness(mover, best.place), other):
        return None
    return "it must come as close to the combat as it can, in coherency"
