"""The close-combat cycle: one side attacks, the other is tested, then their roles swap (WS-CY, WS-SW)."""

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.ending import is_over
from pilein.rulesets.warstrike.endless import is_quiet, is_too_long, worn_down
from pilein.rulesets.warstrike.engaged import snapshot
from pilein.rulesets.warstrike.events import HalfCycleBegan, RolesSwapped
from pilein.rulesets.warstrike.rulebook import clause
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.steps import Step

FIRST = 1


@clause(Step.BEGIN_CYCLE, "WS-CY-01")
def begin_cycle(battle: Battle, table: Table) -> Battle:
    """WS-CY-01. When all attacking units have consolidated the cycle starts."""
    if battle.fight is not None:
        table.then(Step.HALF_CYCLE, FIRST)
    return battle


@clause(Step.HALF_CYCLE)
def half_cycle(battle: Battle, table: Table, number: int) -> Battle:
    """One side attacks: all its units go through the steps, then the other side's are tested."""
    table.tell(HalfCycleBegan(number=number, side=battle.setup.sides[battle.combat.attacker], clause="WS-CY-02"))
    table.then(Step.NEXT_UNIT)
    table.then(Step.CHECK_LEADERSHIPS)
    table.then(Step.PURSUE)
    table.then(Step.LOOK_ROUND, number)
    marked = battle.combat.marked
    if marked and table.rule("WS-R-18") != "per-phase":
        marked = ()
    return battle.fighting(
        waiting=battle.attackers,
        stirred=False,
        withdrew=False,
        marked=marked,
        engaged=snapshot(battle, table),
        allocated=(),
        hitters=(),
    )


@clause(Step.LOOK_ROUND, "WS-CY-05", "WS-SW-01")
def look_round(battle: Battle, table: Table, number: int) -> Battle:
    """WS-CY-05, WS-SW-01. As long as the defender has units within 6 inches it goes on, until one side has won.

    WS-OV-02. A combat is played to its end within the player turn in which it began, not for one half-cycle only.
    """
    if battle.fight is None:
        return battle
    if is_over(battle, table) or not table.holds("WS-OV-02"):
        table.then(Step.END_COMBAT)
        return battle
    battle = worn_down(battle, table)
    fight = battle.combat
    battle = battle.fighting(quiet=0 if fight.stirred else fight.quiet + 1)
    if is_quiet(battle):
        table.then(Step.DRAW)
    else:
        table.then(Step.COUNT, number)
    return battle


@clause(Step.COUNT)
def count(battle: Battle, table: Table, number: int) -> Battle:
    """WS-R-04. A combat that has lasted as many half-cycles as it may is drawn; before that, roles are swapped."""
    if is_too_long(table, number):
        table.then(Step.DRAW)
    else:
        table.then(Step.SWAP_ROLES, number)
    return battle


@clause(Step.SWAP_ROLES, "WS-CY-04", "WS-SW-02")
def swap_roles(battle: Battle, table: Table, number: int) -> Battle:
    """WS-CY-04, WS-SW-02. The defending units that are left attack next, the former attackers defend.

    WS-SU-01. No markers are removed while the phase lasts: what a unit has it takes into the next half-cycle.
    """
    side = 1 - battle.combat.attacker
    table.tell(RolesSwapped(side=battle.setup.sides[side], clause="WS-SW-02"))
    for unit in () if table.holds("WS-SU-01") else battle.combat.units:
        battle = battle.having(unit, markers=0)
    units = tuple(sorted({*battle.combat.units, *battle.combat.joining}))
    table.then(Step.START_AGAIN, number)
    return battle.fighting(attacker=side, units=units, joining=())


@clause(Step.START_AGAIN, "WS-SW-03")
def start_again(battle: Battle, table: Table, number: int) -> Battle:
    """WS-SW-03. The cycle starts again. Half-cycles are counted only if there is a limit to them (WS-R-04)."""
    table.then(Step.HALF_CYCLE, number + 1 if table.number("WS-R-04") else number)
    return battle
