"""The close combat phase of one player turn (SH-CP). The module also breaks off combats that have lasted too long, and
lets units regroup before the next phase.
"""

from pilein.dice import Test
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.characteristics import leadership
from pilein.rulesets.scrollhammer.combat_events import Regrouped, StoodApart, SubPhaseBegan
from pilein.rulesets.scrollhammer.contact import is_locked
from pilein.rulesets.scrollhammer.result.morale import in_order
from pilein.rulesets.scrollhammer.state import Battle, Status
from pilein.rulesets.scrollhammer.steps import Step, clause

DOUBLE_ONE = 2
QUARTER = 4
HALF = 2


@clause(Step.CLOSE_COMBAT_PHASE, "SH-CP-01")
def close_combat_phase(battle: Battle, table: Table) -> Battle:
    """SH-CP-01. Each player turn has one close combat phase, made up of the Charge sub-phase and then the Fight
    sub-phase.
    """
    if battle.is_on_table:
        table.tell(SubPhaseBegan(name="Charge sub-phase", clause="SH-CP-01"))
        table.then(Step.CHARGE_SUB_PHASE)
    table.then(Step.FIGHT_SUB_PHASE)
    table.then(Step.END_OF_PHASE)
    return battle


@clause(Step.END_OF_PHASE)
def end_of_phase(battle: Battle, _table: Table) -> Battle:
    """Effects limited to this turn expire, and it is now the other side's turn."""
    for unit in battle.setup.units:
        status = battle.status(unit.number)
        fought = status.has_struck and is_locked(battle, unit.number)
        kept = Status(falling_back=status.falling_back, gone_to_ground=status.gone_to_ground, has_fought=fought)
        battle = battle.with_status(unit.number, kept)
    return battle.turning()


@clause(Step.GIVE_UP)
def give_up(battle: Battle, table: Table) -> Battle:
    """SH-R-69 `break-off`. At the limit of Fight sub-phases, units that are still locked fall back without a Sweeping
    Advance.
    """
    if table.rule("SH-R-69") != "break-off":
        return battle
    locked = tuple(unit.number for unit in battle.setup.units if is_locked(battle, unit.number))
    for unit in in_order(battle, table, locked, "SH-CR-08", "the order in which all who are locked fall back"):
        table.tell(StoodApart(unit=battle.unit(unit).name, clause="SH-CR-08"))
        battle = battle.having(unit, falling_back=True)
        table.then(Step.FALL_BACK_MOVE, unit)
    return battle


def still_falling_back(battle: Battle) -> tuple[int, ...]:
    """Units of the active side that test to regroup at the start of their side's Movement phase (SH-R-84).

    Locked units do not move in that phase (SH-LK-02). In the press no unit tests, because a unit that fell back has
    left the fight for good.
    """
    if not battle.is_on_table:
        return ()
    units = (unit.number for unit in battle.setup.units if unit.side == battle.active and battle.lives(unit.number))
    return tuple(unit for unit in units if battle.status(unit).falling_back and not is_locked(battle, unit))


@clause(Step.MOVE_FALLING_BACK)
def move_falling_back(battle: Battle, table: Table) -> Battle:
    """SH-R-84. Only the start of the Movement phase is played, in which units that are falling back regroup or fall
    back again.
    """
    table.tell(SubPhaseBegan(name="Movement phase, units that fall back", clause="SH-MO-05"))
    units, words = still_falling_back(battle), "the order in which units that fall back test to regroup"
    for unit in in_order(battle, table, units, "SH-MO-05", words):
        table.then(Step.REGROUP, unit)
    return battle


@clause(Step.REGROUP)
def regroup(battle: Battle, table: Table, unit: int) -> Battle:
    """SH-R-84. A unit that passes its test regroups and does not charge this turn. Otherwise it falls back again."""
    test = regroup_test(battle, table, unit)
    if test is None or not table.roll(test):
        table.then(Step.FALL_BACK_MOVE, unit)
        return battle
    table.tell(Regrouped(unit=battle.unit(unit).name, clause="SH-MO-05"))
    return battle.having(unit, falling_back=False, charge_barred=True)


def regroup_test(battle: Battle, table: Table, unit: int) -> Test | None:
    """Leadership test on 2D6 to regroup (SH-R-84), or None if the unit may not try.

    A unit with less than a quarter of its models left needs a double 1. Under `half-strength` a unit below half
    strength may not try.
    """
    living, fielded = battle.living(unit), len(battle.unit(unit).models)
    if HALF * living < fielded and table.rule("SH-R-84") == "half-strength":
        return None
    is_remnant = QUARTER * living < fielded
    need = DOUBLE_ONE if is_remnant else leadership(battle, table, unit)
    why = "fewer than a quarter are left" if is_remnant else ""
    return Test(need, label="regroup", by=battle.unit(unit).name, why=why)
