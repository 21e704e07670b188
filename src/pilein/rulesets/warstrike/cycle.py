"""The close-combat cycle: one side attacks, the other is tested, then their roles swap (WS-CY, WS-SW)."""

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.activation import next_unit
from pilein.rulesets.warstrike.ending import end_combat, is_over
from pilein.rulesets.warstrike.endless import draw, is_quiet, is_too_long, worn_down
from pilein.rulesets.warstrike.engaged import snapshot
from pilein.rulesets.warstrike.events import HalfCycleBegan, RolesSwapped
from pilein.rulesets.warstrike.leadership import check_leaderships
from pilein.rulesets.warstrike.pursuit import pursue
from pilein.rulesets.warstrike.rulebook import clause, says
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.suppression import markers_kept

FIRST = 1


@clause("WS-CY-01")
def begin_cycle(battle: Battle, table: Table) -> Battle:
    """WS-CY-01. When all attacking units have consolidated the cycle starts."""
    if battle.fight is not None:
        table.then(half_cycle, FIRST)
    return battle


@clause()
def half_cycle(battle: Battle, table: Table, number: int) -> Battle:
    """One side attacks: all its units go through the steps, then the other side's are tested."""
    table.tell(HalfCycleBegan(number=number, side=battle.setup.sides[battle.combat.attacker], clause="WS-CY-02"))
    table.then(next_unit)
    table.then(check_leaderships)
    table.then(pursue)
    table.then(look_round, number)
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


@clause("WS-CY-05", "WS-SW-01")
def look_round(battle: Battle, table: Table, number: int) -> Battle:
    """WS-CY-05, WS-SW-01. As long as the defender has units within 6 inches it goes on, until one side has won."""
    if battle.fight is None:
        return battle
    if is_over(battle, table) or not is_played_to_its_end():
        table.then(end_combat)
        return battle
    battle = worn_down(battle, table)
    fight = battle.combat
    battle = battle.fighting(quiet=0 if fight.stirred else fight.quiet + 1)
    if is_quiet(battle):
        table.then(draw)
    else:
        table.then(count, number)
    return battle


@says("WS-OV-02", without=False)
def is_played_to_its_end() -> bool:
    """WS-OV-02. A combat is played to its end within the player turn in which it began."""
    return True


@clause()
def count(battle: Battle, table: Table, number: int) -> Battle:
    """WS-R-04. A combat that has lasted as many half-cycles as it may is drawn; before that, roles are swapped."""
    if is_too_long(table, number):
        table.then(draw)
    else:
        table.then(swap_roles, number)
    return battle


@clause("WS-CY-04", "WS-SW-02")
def swap_roles(battle: Battle, table: Table, number: int) -> Battle:
    """WS-CY-04, WS-SW-02. The defending units that are left attack next, the former attackers defend."""
    side = 1 - battle.combat.attacker
    table.tell(RolesSwapped(side=battle.setup.sides[side], clause="WS-SW-02"))
    for unit in battle.combat.units:
        battle = battle.having(unit, markers=markers_kept(battle.status(unit).markers))
    units = tuple(sorted({*battle.combat.units, *battle.combat.joining}))
    table.then(start_again, number)
    return battle.fighting(attacker=side, units=units, joining=())


@clause("WS-SW-03")
def start_again(battle: Battle, table: Table, number: int) -> Battle:
    """WS-SW-03. The cycle starts again. Half-cycles are counted only if there is a limit to them (WS-R-04)."""
    table.then(half_cycle, number + 1 if table.number("WS-R-04") else number)
    return battle
