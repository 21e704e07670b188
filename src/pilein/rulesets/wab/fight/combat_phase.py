"""Close combat phase: the combats of a turn, and the steps of each (WAB-CC-15, WAB-R-94)."""

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.wab.bonuses import rank_lead
from pilein.rulesets.wab.combat_events import RanDown
from pilein.rulesets.wab.nearness import combat_of, foes
from pilein.rulesets.wab.psychology.friends_lost import near_friends_lost
from pilein.rulesets.wab.state import Battle, Fight
from pilein.rulesets.wab.steps import Step, clause
from pilein.tabletop.events import CombatBegan

BOTH = 2  # sides


@clause(Step.CLOSE_COMBAT_PHASE)
def close_combat_phase(battle: Battle, table: Table) -> Battle:
    """WAB-R-94. All combats are fought, followed by break tests, panic tests, flights and pursuits.

    Combats that have lasted too long are not fought (WAB-R-83). Under `one-combat-at-a-time` the tests, flights and
    pursuits of each combat take place before the next combat is fought.
    """
    combats = tuple(combat for combat in combats_of(battle) if not has_lasted_too_long(battle, combat))
    one_by_one = len(combats) > 1 and table.rule("WAB-R-94") == "one-combat-at-a-time"
    for combat in combats:
        table.then(Step.FIGHT_COMBAT, *combat)
        if one_by_one:
            table.then(Step.AFTER_COMBATS, *combat)
    if combats and not one_by_one:
        table.then(Step.AFTER_COMBATS)
    return battle


@clause(Step.FIGHT_COMBAT, "WAB-CC-15")
def fight_combat(battle: Battle, table: Table, *units: int) -> Battle:
    """WAB-CC-15. A combat has five steps: order of attack, hit, wound, save and result.

    A unit that has left the combat since the phase began takes no part. Neither does a unit that is about to run
    (WAB-R-58 `immediate`, WAB-R-94 `one-combat-at-a-time`).
    """
    running = tuple(rout.unit for rout in battle.routs)
    there = tuple(unit for unit in units if unit not in running and any(foe in units for foe in foes(battle, unit)))
    standing = tuple(unit for unit in there if not battle.status(unit).fleeing)
    if len({battle.side(unit) for unit in there}) == BOTH:
        table.tell(CombatBegan(units=tuple(battle.unit(unit).name for unit in there), clause="WAB-CC-15"))
    for unit in there:
        if unit not in standing:
            table.then(Step.DESTROY_CAUGHT, unit)
    if len({battle.side(unit) for unit in standing}) < BOTH:
        return battle
    for unit in (*_of(battle, battle.active, standing), *_of(battle, 1 - battle.active, standing)):
        table.then(Step.ANNOUNCE, unit)
    table.then(Step.NEXT_STRIKERS)
    if battle.is_on_table:
        table.then(Step.CLOSE_UP)
    table.then(Step.WORK_OUT)
    return battle.changed(fight=Fight(standing, ranks=rank_lead(battle, table, standing)))


@clause(Step.DESTROY_CAUGHT)
def destroy_caught(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-41. A fleeing unit that chargers have reached is destroyed.

    Friends nearby test for panic as they do for any unit destroyed in combat, except under
    `caught-captured-no-panic`.
    """
    table.tell(RanDown(unit=battle.unit(unit).name, clause="WAB-CH-05"))
    after = battle.on(battle.field.without_unit(unit))
    if table.rule("WAB-R-41") == "caught-captured-no-panic":
        return after
    known = battle.aftermath
    shaken = (*known.shaken, *near_friends_lost(battle, table, (unit,)))
    return after.changed(aftermath=replace(known, lost=(*known.lost, unit), shaken=shaken))


def combats_of(battle: Battle) -> tuple[tuple[int, ...], ...]:
    """Groups of units linked by contact, in the order of their first units."""
    left = [unit.number for unit in battle.setup.units if foes(battle, unit.number)]
    combats = []
    while left:
        group = combat_of(battle, left[0])
        combats.append(group)
        left = [unit for unit in left if unit not in group]
    return tuple(combats)


def is_fighting(battle: Battle) -> bool:
    """Whether any combat remains to be fought."""
    if not battle.is_on_table:
        return any(foes(battle, unit.number) for unit in battle.setup.units)
    return any(not has_lasted_too_long(battle, combat) for combat in combats_of(battle))


def has_lasted_too_long(battle: Battle, combat: tuple[int, ...]) -> bool:
    """Whether every unit in a combat has fought in it for the maximum number of turns (WAB-R-83).

    In the press, combats begin with the battle, so the limit ends the whole battle instead (`opening.next_phase`).
    """
    limit = battle.setup.readings["WAB-R-83"].number
    return battle.is_on_table and limit is not None and all(battle.status(unit).rounds >= limit for unit in combat)


def _of(battle: Battle, side: int, units: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(unit for unit in units if battle.side(unit) == side)
