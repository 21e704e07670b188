"""Choice of the model that piles in next and of its destination (SH-PI-05, SH-PI-06, SH-PI-08)."""

from collections.abc import Hashable, Iterator
from functools import cached_property
from itertools import islice

from msgspec.structs import replace

from pilein.geometry.advances import Advance
from pilein.geometry.tolerance import CONTACT
from pilein.placement.question import Purpose, Question
from pilein.rulesets.scrollhammer.nearness import AROUND
from pilein.rulesets.scrollhammer.pile_in.approach import as_close_as, best_approach
from pilein.rulesets.scrollhammer.pile_in.places import (
    ASIDE,
    Mover,
    best_landing,
    goals_of,
    is_around_terrain,
    landings,
    touching_a_goal,
)
from pilein.rulesets.scrollhammer.pile_in.terms import ENEMY, FRIEND, NEAR, Stage
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.distances import sorted_by_distance
from pilein.tabletop.memo import Kept, kept
from pilein.tabletop.movement.local_searches import MANY, LocalSearches, Searched
from pilein.tabletop.movement.memory import FieldMemo

ORDERS = FieldMemo[Stage, tuple[int, ...]]("orders of piling in")
PILE_INS = FieldMemo[object, Kept[Advance | None]]("pile ins")
SEARCHES = LocalSearches[Advance | None]("searches for pile ins")
OFFERED = 4  # places shown for each model, in addition to the best
LABELS = {ENEMY: "to touch an enemy", FRIEND: "to touch a friend in contact", NEAR: "closer to the combat"}
DUTIES = {
    ENEMY: "it must end touching an enemy that no friend touches",
    FRIEND: "it must end in contact with a friend that touches an enemy",
    NEAR: "it must come as close to the combat as it can, in coherency",
}


class PileIn(Question, frozen=True, tag=True, dict=True):
    """Choice of a model's next pile-in, answered by (model, x, y, facing) in ticks and hundredths of a degree.

    The answer may name any place, whether or not it is among the candidates.
    """

    battle: Battle
    stage: Stage

    @property
    def is_compelled(self) -> bool:
        """Whether the rules leave little to decide. Always True, because every model must move to its nearest place."""
        return True

    @property
    def movers(self) -> tuple[int, ...]:
        """Models that may move, beginning with the model nearest to its goal."""
        return nearest_first(self.battle, self.stage)

    def purpose(self, model: int) -> Purpose:
        """SH-PI-05, SH-PI-06, SH-PI-08. Aim of a model's pile-in in the current stage.

        SH-MV-03: a model may not avoid terrain by taking a longer path to an enemy.
        """
        if model not in self._purposes:
            best = best_way(self.battle, self.stage, model)
            idle = Purpose((), f"model {model} may not pile in now", may_stay=False)
            self._purposes[model] = idle if best is None else self._purpose_of(model, best)
        return self._purposes[model]

    def _purpose_of(self, model: int, best: Advance) -> Purpose:
        mover = Mover(self.battle, self.stage, model)
        words, label = DUTIES[self.stage.name], LABELS[self.stage.name]
        if self.stage.name == NEAR:
            move, duty = as_close_as(mover, best.place)
            return Purpose((move,), words, label, best, duty=lambda: duty, may_stay=False)

        def other_landings() -> Iterator[Advance]:
            return islice(landings(mover), 1 + OFFERED)

        return Purpose(
            (mover.move,),
            words,
            label,
            best,
            other_landings,
            lambda: touching_a_goal(mover),
            may_stay=False,
            objection=lambda place: AROUND if is_around_terrain(mover, place) else None,
        )

    @cached_property
    def _purposes(self) -> dict[int, Purpose]:
        return {}


def best_way(battle: Battle, stage: Stage, model: int) -> Advance | None:
    """Path to a model's best place in its stage, or None if there is no such place. The result is cached for this
    position, and for later positions with the same surroundings.
    """
    assert battle.fight is not None

    def worked_out() -> Advance | None:
        mover = Mover(battle, stage, model)
        asked = _asked(mover)
        return _searched(mover) if asked is None else SEARCHES.found(battle.plane, asked, lambda: _searched(mover))

    return kept(PILE_INS.on(battle.plane), (stage, model, battle.combat.exchange.piled), worked_out)


def _searched(mover: Mover) -> Advance | None:
    return best_approach(mover) if mover.stage.name == NEAR else best_landing(mover)


def _asked(mover: Mover) -> Searched | None:
    """Cacheable search for a mover's best place.

    The result is None if every model may matter because the mover is out of coherency or the table is crowded.
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
    return _local_search(mover, key, goals)


def _local_search(mover: Mover, key: Hashable, goals: tuple[int, ...]) -> Searched:
    """Cacheable search of a mover. `key` holds all inputs of the search except the positions of models."""
    move = mover.terms.move
    blocks = tuple(mover.battle.plane.standings[unit] for unit, _ in move.sides.bound)
    far = float(move.reach + ASIDE + mover.body(mover.start).reach)
    return Searched(
        mover.model,
        (bool(move.mates), key, blocks),
        (goals, move.mates),
        far,
        far + move.coherency if move.mates else far,
        max(*mover.stage.bars.clearances, CONTACT + 1) + ASIDE,
    )


def nearest_first(battle: Battle, stage: Stage) -> tuple[int, ...]:
    """Models that may move, sorted by distance (between centres) from the goals of the stage. The result is cached on
    the field, because callers ask first whether any model may move and then which model moves.
    """
    known = ORDERS.on(battle.plane)
    if stage not in known:
        goals = [battle.plane.shape(goal) for goal in stage.goals]
        known[stage] = sorted_by_distance(battle.plane, stage.movers, goals)
    return known[stage]


def may_anybody_move(battle: Battle, stage: Stage) -> bool:
    """Whether any model has a pile-in to make in a stage."""
    return any(best_way(battle, stage, model) is not None for model in nearest_first(battle, stage))
