"""Consequences of the combats of a phase: tests, flights and pursuits in their order (WAB-BR-05, WAB-BR-06,
WAB-R-94).
"""

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.wab.fight.closing_ranks import with_ranks_closed
from pilein.rulesets.wab.flight.flight import LAST
from pilein.rulesets.wab.nearness import foes
from pilein.rulesets.wab.psychology.friends_lost import near_friends_lost
from pilein.rulesets.wab.psychology.panic import AFTER_COMBAT, tests_of_charged
from pilein.rulesets.wab.result.break_tests import restored
from pilein.rulesets.wab.state import NOBODY, Aftermath, Battle
from pilein.rulesets.wab.steps import Step, clause


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
