"""Close combat phase: every combat is fought before its consequences are carried out (WAB-BR-05, WAB-BR-06,
WAB-R-94).
"""

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.wab.bonuses import rank_lead
from pilein.rulesets.wab.break_tests import restored
from pilein.rulesets.wab.closing_ranks import with_ranks_closed
from pilein.rulesets.wab.combat_events import RanDown
from pilein.rulesets.wab.flight import LAST
from pilein.rulesets.wab.friends_lost import near_friends_lost
from pilein.rulesets.wab.nearness import combat_of, foes
from pilein.rulesets.wab.panic import AFTER_COMBAT, tests_of_charged
from pilein.rulesets.wab.state import NOBODY, Aftermath, Battle, Fight
from pilein.rulesets.wab.steps import Step, clause
from pilein.tabletop.events import CombatBegan


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


@clause(Step.AFTER_COMBATS, "WAB-BR-05")
def after_combats(battle: Battle, table: Table, *combat: int) -> Battle:
    """WAB-BR-05. No break tests are taken until the results of all combats are known. Flights and pursuits follow the
    tests.

    `combat` holds the units of the combat just fought if each combat is followed by its own tests. It is empty once
    all combats have been fought.
    """
    table.then(Step.BREAK_TESTS, *combat)
    table.then(Step.SHAKEN_FRIENDS)
    table.then(Step.DECLARE_PURSUITS)
    table.then(Step.BROKEN_FLEE)
    table.then(Step.PURSUITS)
    table.then(Step.GIVE_GROUNDS)
    table.then(Step.TIDIED)
    return battle


@clause(Step.SHAKEN_FRIENDS, "WAB-BR-06")
def shaken_friends(battle: Battle, table: Table) -> Battle:
    """WAB-BR-06. Friends near units broken or wiped out take a panic test before broken units move.

    WAB-R-58. Tests for the loss of a General are taken at the same time.
    """
    broken = tuple(rout.unit for rout in battle.routs if rout.broken)
    known = battle.aftermath
    near = (*near_friends_lost(battle, table, (*broken, *known.lost)), *known.shaken)
    for unit in (*battle.setup.units_of(battle.active), *battle.setup.units_of(1 - battle.active)):
        if unit in near:
            table.then(Step.PANIC_TEST, unit, AFTER_COMBAT, NOBODY, 0)
    table.then(Step.ANSWER)
    return replace(battle, aftermath=replace(known, shaken=())) if near else battle


@clause(Step.SHAKEN_AFTER_PURSUITS)
def shaken_after_pursuits(battle: Battle, table: Table) -> Battle:
    """WAB-R-56. Friends near a unit that was ridden down take their panic test if they have not yet done so.

    WAB-R-93. Pursuers that come into contact with a fresh enemy charge it, so that enemy takes the tests of a
    charged unit.
    """
    known = battle.aftermath
    for unit in (*battle.setup.units_of(battle.active), *battle.setup.units_of(1 - battle.active)):
        if unit in known.shaken:
            table.then(Step.PANIC_TEST, unit, AFTER_COMBAT, NOBODY, 0)
    there = tuple(charge for charge in battle.charges if charge.target in foes(battle, charge.unit))
    after = battle.changed(charges=there) if there != battle.charges else battle
    for target in dict.fromkeys(charge.target for charge in there):
        tests_of_charged(after, table, target)
    return after


@clause(Step.TIDIED)
def tidied(battle: Battle, table: Table) -> Battle:
    """WAB-R-94. When all units have moved, units that fought tidy their ranks. The tests and flights caused by pursuits
    follow.

    The test for a lost General comes last.
    """
    for unit in battle.setup.units:
        if battle.status(unit.number).won or battle.status(unit.number).fought:
            battle = with_ranks_closed(battle, unit.number)
    if battle.charges or any(AFTER_COMBAT not in battle.status(unit).panicked for unit in battle.aftermath.shaken):
        table.then(Step.SHAKEN_AFTER_PURSUITS)
    table.then(Step.ANSWER)
    table.then(Step.FLIGHTS, LAST)
    table.then(Step.FORGOTTEN)
    return restored(replace(battle, routs=()), table)


@clause(Step.FORGOTTEN)
def forgotten(battle: Battle, _table: Table) -> Battle:
    """WAB-R-94. The combats are over, and winners are remembered for later combats (`one-combat-at-a-time`)."""
    return replace(battle, aftermath=Aftermath(won=battle.aftermath.won), charges=())


# --- The combats of a turn, and the procedure of each: attacks, then the result (WAB-CC-14, WAB-CC-15) -----------


BOTH = 2  # sides


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
