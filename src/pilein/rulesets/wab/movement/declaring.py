"""Declaring charges, target by target (WAB-CH-01, WAB-R-35)."""

from pilein.kernel.table import Table
from pilein.rulesets.wab.events.charging import ChargeDeclared
from pilein.rulesets.wab.movement.charge_bars import charge_at, offers
from pilein.rulesets.wab.movement.charge_choice import ChargeChoice
from pilein.rulesets.wab.psychology.terror import meets_fear, meets_terror
from pilein.rulesets.wab.rulebook import clause
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step


@clause(Step.DECLARE_CHARGES, "WAB-CH-01")
def declare_charges(battle: Battle, table: Table) -> Battle:
    """WAB-CH-01. Charges are declared in the first step: one target after another, until its player has no more."""
    possible = offers(battle, table)
    if not possible:
        return battle
    names = tuple(unit.name for unit in battle.setup.units)
    answer = table.choose(ChargeChoice(battle.active, possible, names))
    if answer:
        table.then(Step.LAUNCH, *answer)
        table.then(Step.DECLARE_CHARGES)
    return battle


@clause(Step.LAUNCH)
def launch(battle: Battle, table: Table, target: int, *chargers: int) -> Battle:
    """WAB-R-35. First each charger takes its own tests of fear or terror; who dares declares, and the target reacts."""
    for unit in chargers:
        table.then(Step.DARE, unit, target)
    table.then(Step.DECLARE, target, *chargers)
    return battle


@clause(Step.DARE)
def dare(battle: Battle, table: Table, unit: int, target: int) -> Battle:
    """WAB-R-35. The tests of a unit before it charges; who fails one of terror runs in the compulsory step."""
    if meets_fear(battle, table, unit, target):
        table.then(Step.FEAR_TO_CHARGE, unit, target)
    if meets_terror(battle, table, unit, target):
        table.then(Step.TERROR_TEST, unit, target, "WAB-TR-01", 1)
    return battle


@clause(Step.DECLARE)
def declare(battle: Battle, table: Table, target: int, *chargers: int) -> Battle:
    """WAB-R-35. The charges of those who dared are declared, without measuring."""
    bold = tuple(unit for unit in chargers if not battle.status(unit).fleeing and battle.status(unit).move != "still")
    for unit in bold:
        names = {"unit": battle.unit(unit).name, "target": battle.unit(target).name}
        table.tell(ChargeDeclared(**names, clause="WAB-CH-01"))
        charge = charge_at(battle, table, unit, target)
        battle = battle.having(unit, move="declared").after(charges=(*battle.charges, charge))
    if bold:
        table.then(Step.ANSWER_CHARGE, target)
    return battle
