"""The Fight sub-phase: the choice of combats, and the Initiative steps of each combat (SH-FS, SH-IN-10)."""

from collections.abc import Iterable, Iterator

from pilein.geometry.blocks import Block
from pilein.geometry.gaps import within
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import INCH
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.block_pile_in import places_to_fill
from pilein.rulesets.scrollhammer.bonuses import ranks_before
from pilein.rulesets.scrollhammer.combat_events import CombatStopped, StepBegan, SubPhaseBegan
from pilein.rulesets.scrollhammer.contact import (
    abreast_at_the_start,
    is_locked,
    is_multiple,
    locked_with,
    opening,
    pairs_in_contact,
    reach,
)
from pilein.rulesets.scrollhammer.hitting import voters_at_the_start
from pilein.rulesets.scrollhammer.initiative import ANY_STEP, NEVER, next_step_of, piling_in_at_this_step
from pilein.rulesets.scrollhammer.pile_in_movers import movers, pile_in_reach, supporters, unengaged
from pilein.rulesets.scrollhammer.pile_in_sides import having_stood
from pilein.rulesets.scrollhammer.result import wiped_out
from pilein.rulesets.scrollhammer.state import Battle, Began, Fight, Pairs
from pilein.rulesets.scrollhammer.steps import Step, clause
from pilein.tabletop.events import CombatBegan

Reach = tuple[Shape, int]  # an outline, and its reach in ticks


@clause(Step.FIGHT_SUB_PHASE, "SH-FS-01")
def fight_sub_phase(battle: Battle, table: Table) -> Battle:
    """SH-FS-01. Attacks are made once all charges are complete, and every combat with locked units is fought."""
    table.tell(SubPhaseBegan(name="Fight sub-phase", clause="SH-FS-01"))
    combats = combats_of(battle, table)
    if combats:
        table.then(Step.NEXT_COMBAT)
    return battle.having_combats(combats)


@clause(Step.NEXT_COMBAT, "SH-FS-03")
def next_combat(battle: Battle, table: Table) -> Battle:
    """SH-FS-03. If there are several separate combats, the active player chooses their order."""
    combats = battle.combats
    if table.rule("SH-R-37") == "recomputed":
        combats = tuple(combat for combat in combats_of(battle, table) if not _is_fought(battle, combat))
    if not combats:
        return battle.having_combats(())
    labels = tuple(", ".join(_names(battle, combat)) for combat in combats)
    words = "which combat is fought next?"
    chosen = table.choose(OneOf(battle.active, "SH-FS-03", words, tuple(range(len(combats))), labels))
    table.then(Step.FIGHT_TO_THE_END, *combats[chosen])
    table.then(Step.NEXT_COMBAT)
    return battle.having_combats(tuple(combat for place, combat in enumerate(combats) if place != chosen))


@clause(Step.FIGHT_TO_THE_END, "SH-FS-04")
def fight_to_the_end(battle: Battle, table: Table, *units: int) -> Battle:
    """SH-FS-04. Each combat is completed, up to and including consolidation, before the next combat starts."""
    table.tell(CombatBegan(units=_names(battle, units), clause="SH-FS-04"))
    opened = opening(battle, table, units)
    ranks, voters = ranks_before(battle, table, units), voters_at_the_start(battle, table, units)
    table.then(Step.NEXT_STEP)
    if is_multiple(units) and table.rule("SH-R-82") == "stay-one":
        battle = battle.bound((*(bond for bond in battle.bonds if not set(bond) & set(units)), units))
    began = Began(ranks, voters, opened, abreast_at_the_start(battle, table, units))
    fight = Fight(units, began=began, pairs=Pairs(pairs_in_contact(battle, units)))
    return having_stood(on_their_feet(battle, table, units).beginning(fight), table)


def on_their_feet(battle: Battle, table: Table, units: tuple[int, ...]) -> Battle:
    """Return the battle after models that had gone to ground stand up, as models in close combat must (SH-SV-02)."""
    for unit in units:
        if battle.status(unit).gone_to_ground and table.holds("SH-SV-02"):
            battle = battle.having(unit, gone_to_ground=False)
    return battle


@clause(Step.NEXT_STEP, "SH-IN-10")
def next_step(battle: Battle, table: Table) -> Battle:
    """SH-IN-10. Steps are fought one after another in the same way, and only then is the result worked out."""
    step, battle = next_step_of(battle, table), battle.exchanging(marked=())
    if step == NEVER or wiped_out(battle, table):
        table.then(Step.WORK_OUT)
        return battle
    if stops_the_combat(battle, table):
        table.then(Step.LOSE_REMAINING_STEPS)
        return battle
    table.tell(StepBegan(step=step, clause="SH-IN-01"))
    if battle.is_on_table:
        table.then(Step.PILE_INS, step)
    table.then(Step.DECLARE_ATTACKS)
    table.then(Step.STRIKE, step)
    table.then(Step.NEXT_STEP)
    return battle.fighting(step=step).exchanging(piled=())


def combats_of(battle: Battle, table: Table) -> tuple[tuple[int, ...], ...]:
    """Connected groups of units in contact with enemies. Each group is one combat.

    A combat of more than two units is a multiple combat (SH-MU-01) and is fought like any other combat (SH-MU-02).
    """
    left = [unit.number for unit in battle.setup.units if locked_with(battle, unit.number)]
    bonds = battle.bonds if battle.bonds and table.rule("SH-R-82") == "stay-one" else ()
    combats = []
    while left:
        group = _connected(battle, left[0], bonds)
        if not is_multiple(group) or (table.holds("SH-MU-01") and table.holds("SH-MU-02")):
            combats.append(group)
        left = [unit for unit in left if unit not in group]
    return tuple(combats)


def _connected(battle: Battle, unit: int, bonds: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    found, waiting = {unit}, [unit]
    while waiting:
        one = waiting.pop()
        bound = [other for bond in bonds if one in bond for other in bond if locked_with(battle, other)]
        for other in (*locked_with(battle, one), *bound):
            if other not in found:
                found.add(other)
                waiting.append(other)
    return tuple(sorted(found))


def _is_fought(battle: Battle, combat: tuple[int, ...]) -> bool:
    return any(battle.status(unit).has_struck for unit in combat)


def _names(battle: Battle, units: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(battle.unit(unit).name for unit in units)


# --- Combats whose enemies are too far apart to meet again (SH-PI-14, SH-PI-15, SH-R-42) -------------------------


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
    """Yield the gaps in blocks that models of the units can fill at a step, with reach 0."""
    for unit in units:
        if battle.lives(unit) and isinstance(battle.plane.standings[unit], Block):
            yield from ((place, 0) for place in places_to_fill(battle, table, unit, step))
