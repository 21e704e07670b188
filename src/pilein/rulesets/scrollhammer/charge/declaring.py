"""Declaring charges, one after another (SH-CH-01, SH-CP-02, SH-FA-04, SH-FA-06)."""

from msgspec.structs import replace

from pilein.kernel.requests import yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.charge_bars import has_declared, why_may_not_declare
from pilein.rulesets.scrollhammer.charge.charge_targets import Declaration, Naming, naming
from pilein.rulesets.scrollhammer.charge.sight_lines import obstructions
from pilein.rulesets.scrollhammer.events.charging import ChargeDeclared, NotSeen
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle, Charge
from pilein.rulesets.scrollhammer.steps import Step


@clause(Step.CHARGE_SUB_PHASE, "SH-FA-06")
def charge_sub_phase(battle: Battle, table: Table) -> Battle:
    """SH-FA-06. The active player launches the charges he wants, one at a time; then the sub-phase ends."""
    namings = _namings(battle, table)
    if not namings:
        return battle
    names = tuple(unit.name for unit in battle.setup.units)
    words = "which unit charges, and whom?"
    answer = table.choose(Declaration(battle.active, "SH-CH-01", words, namings, names))
    if answer:
        table.then(Step.DECLARE, *answer)
    return battle


@clause(Step.DECLARE, "SH-CH-01")
def declare(battle: Battle, table: Table, unit: int, *targets: int) -> Battle:
    """SH-CH-01. The active player picks a unit of his and names one or more enemy units as targets of its charge."""
    name = battle.unit(unit).name
    named = tuple(battle.unit(target).name for target in targets)
    table.tell(ChargeDeclared(unit=name, targets=named, clause="SH-CH-01"))
    if obstructions(battle) and table.rule("SH-R-09") == "by-eye":
        for target in targets:
            table.then(Step.LOOK, target)
    if len(targets) > 1:
        table.then(Step.ASSIGN)
    table.then(Step.CARRY_THROUGH)
    charge = Charge(unit, targets, arcs=("",) * len(targets))
    return replace(battle.having(unit, declared=True), charge=charge)


@clause(Step.LOOK)
def look(battle: Battle, table: Table, target: int) -> Battle:
    """SH-R-09 `by-eye`. The players look whether the charger sees a target that it named."""
    charge = battle.charge
    assert charge is not None
    unit, other = battle.unit(charge.unit).name, battle.unit(target).name
    if table.choose(yes_or_no(battle.active, "SH-CH-03", f"can {unit} see {other}?")):
        return battle
    table.tell(NotSeen(unit=unit, target=other, clause="SH-CH-03"))
    left = tuple(one for one in charge.targets if one != target)
    return battle.charging(targets=left, arcs=("",) * len(left))


@clause(Step.CARRY_THROUGH, "SH-CP-02")
def carry_through(battle: Battle, table: Table) -> Battle:
    """SH-CP-02. One charge at a time is taken all the way: reactions, range, charge move or failure."""
    charge = battle.charge
    assert charge is not None
    for target in charge.targets:
        table.then(Step.REACT, target)
    for target in charge.targets:
        table.then(Step.NAME_ARC, target)
    table.then(Step.ROLL_CHARGE_RANGE)
    table.then(Step.NEXT_CHARGE)
    return battle


@clause(Step.NEXT_CHARGE, "SH-FA-04")
def next_charge(battle: Battle, table: Table) -> Battle:
    """SH-FA-04. Only when all models of the charger have moved may the player declare with another unit."""
    table.then(Step.CHARGE_SUB_PHASE)
    return replace(battle, charge=None)


def _namings(battle: Battle, table: Table) -> tuple[Naming, ...]:
    """The units that may declare a charge and have somebody to charge."""
    units = (unit for unit in battle.setup.units_of(battle.active) if _may_declare(battle, table, unit))
    namings = (naming(battle, table, unit) for unit in units)
    return tuple(one for one in namings if one.targets)


def _may_declare(battle: Battle, table: Table, unit: int) -> bool:
    if not battle.living(unit) or has_declared(battle, unit):
        return False
    return why_may_not_declare(battle, table, unit) is None
