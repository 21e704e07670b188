"""Combats whose enemies are too far apart to meet again (SH-PI-14, SH-PI-15, SH-R-42)."""

from collections.abc import Iterable, Iterator

from pilein.geometry.blocks import Block
from pilein.geometry.gaps import within
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.combat_events import CombatStopped
from pilein.rulesets.scrollhammer.contact import is_locked, reach
from pilein.rulesets.scrollhammer.initiative import ANY_STEP, next_step_of, piling_in_at_this_step
from pilein.rulesets.scrollhammer.pile_in.block_pile_in import places_to_fill
from pilein.rulesets.scrollhammer.pile_in.movers import movers, pile_in_reach, supporters, unengaged
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step, clause

Reach = tuple[Shape, int]  # an outline, and its reach in ticks


def furthest_apart(battle: Battle) -> int:
    """Combined length of the pile-ins of both sides, in ticks (SH-R-42)."""
    return 2 * battle.number("SH-PI-03") * INCH


def stops_the_combat(battle: Battle, table: Table) -> bool:
    """Whether the combat stops because pile-ins by both sides cannot bring models back into contact (SH-PI-14,
    SH-R-42).
    """
    fight = battle.combat
    if not battle.is_on_table or reach(battle, table, fight.units) or not table.holds("SH-PI-14"):
        return False
    if are_apart(battle, fight.units, fight.units, furthest_apart(battle)):
        return True
    return not _can_anybody_meet(battle, table) and table.rule("SH-R-42") == "real-moves"


@clause(Step.LOSE_REMAINING_STEPS, "SH-PI-15")
def lose_remaining_steps(battle: Battle, table: Table) -> Battle:
    """SH-PI-15. All remaining steps are lost, and the result is worked out immediately."""
    table.tell(CombatStopped(clause="SH-PI-15"))
    table.then(Step.WORK_OUT)
    return battle


def are_apart(battle: Battle, units: tuple[int, ...], others: tuple[int, ...], distance: int) -> bool:
    """Whether every model of the given units is further than `distance` ticks from every enemy in the other units."""
    shapes = battle.plane.shapes
    for side in (0, 1):
        own, foes = _models_of(battle, units, side), _models_of(battle, others, 1 - side)
        if any(within(shapes[model], shapes[foe], distance) for model in own for foe in foes):
            return False
    return True


def _models_of(battle: Battle, units: tuple[int, ...], side: int) -> tuple[int, ...]:
    return tuple(model for unit in units if battle.side(unit) == side for model in battle.plane.models(unit))


def _can_anybody_meet(battle: Battle, table: Table) -> bool:
    """Whether any two enemy models can close the distance between them in this step (SH-R-42 `real-moves`)."""
    step = next_step_of(battle, table)
    coming = battle.fighting(step=step).exchanging(piled=())
    own, foes = (tuple(unit for unit in battle.combat.units if battle.side(unit) == side) for side in (0, 1))
    return can_meet(coming, table, own, foes, step)


def can_meet(battle: Battle, table: Table, units: tuple[int, ...], foes: tuple[int, ...], step: int) -> bool:
    """Whether any of the units can meet an enemy at a step if both sides move (SH-R-42 `real-moves`)."""
    own, others = _reaches(battle, table, units, step), _reaches(battle, table, foes, step)
    if _meet(own, others):
        return True
    for place in _into_places(battle, table, units, step):
        if _meet([place], others):
            return True
        own.append(place)
    return _meet(_into_places(battle, table, foes, step), own)


def _meet(some: Iterable[Reach], others: list[Reach]) -> bool:
    return any(within(one, other, far + further) for one, far in some for other, further in others)


def _reaches(battle: Battle, table: Table, units: tuple[int, ...], step: int) -> list[Reach]:
    """Outline of every model of the units, with its reach in ticks at a step."""
    shapes, reach_of_all = battle.plane.shapes, pile_in_reach(battle)
    found: list[Reach] = []
    for unit in units:
        called = _called(battle, table, unit, step)
        found += [(shapes[one], reach_of_all if one in called else 0) for one in battle.plane.models(unit)]
    return found


def _called(battle: Battle, table: Table, unit: int, step: int) -> tuple[int, ...]:
    """Models of a unit that can pile in at a step. The models of a block pile in only together with the block
    (SH-R-41).
    """
    models = battle.plane.models(unit)
    if step != ANY_STEP:
        models = piling_in_at_this_step(battle, table, models)
    if isinstance(battle.plane.standings[unit], Block):
        advances = models and not is_locked(battle, unit) and table.rule("SH-R-41") == "advance"
        return battle.plane.models(unit) if advances else ()
    if step != ANY_STEP:
        return models
    side = battle.side(unit)
    seeking = supporters(battle, table, side, step, unengaged(battle, table, side), far=furthest_apart(battle))
    return (*movers(battle, table, side, step), *seeking)


def _into_places(battle: Battle, table: Table, units: tuple[int, ...], step: int) -> Iterator[Reach]:
    """Yield the gaps in blocks that models of the units can fill at a step, each with a reach of 0."""
    for unit in units:
        if battle.lives(unit) and isinstance(battle.plane.standings[unit], Block):
            yield from ((place, 0) for place in places_to_fill(battle, table, unit, step))
