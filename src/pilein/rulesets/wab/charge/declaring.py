"""Movement phase, and the disengagements and charges declared in its first step (WAB-SEQ-04, WAB-CH)."""

from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.choice import ChargeChoice, charge_at, offers
from pilein.rulesets.wab.going import rate
from pilein.rulesets.wab.movement_events import ChargeDeclared, Disengaging
from pilein.rulesets.wab.nearness import foes
from pilein.rulesets.wab.psychology.fear import meets_fear, meets_terror
from pilein.rulesets.wab.sight import struck_arc
from pilein.rulesets.wab.state import Battle
from pilein.rulesets.wab.steps import Step, clause


@clause(Step.MOVEMENT_PHASE, "WAB-SEQ-04")
def movement_phase(battle: Battle, table: Table) -> Battle:
    """WAB-SEQ-04. Charges are declared, units rally, compulsory moves are made, chargers move, and all other units
    move.
    """
    table.then(Step.DECLARE_DISENGAGEMENTS)
    table.then(Step.DECLARE_CHARGES)
    table.then(Step.RALLIES)
    table.then(Step.COMPULSORY_MOVES)
    table.then(Step.MOVE_CHARGERS)
    table.then(Step.REMAINING_MOVES)
    table.then(Step.ANSWER)
    table.then(Step.FLIGHTS)
    return battle


@clause(Step.DECLARE_DISENGAGEMENTS, "WAB-CH-02")
def declare_disengagements(battle: Battle, table: Table) -> Battle:
    """WAB-CH-02. Disengagements are declared in the same step as charges."""
    for unit in battle.standing_units(battle.active):
        if may_disengage(battle, table, unit):
            table.then(Step.DISENGAGE, unit)
    return battle


@clause(Step.DISENGAGE)
def disengage(battle: Battle, table: Table, unit: int) -> Battle:
    """WAB-R-34. The owner chooses whether a unit disengages. If it does, it draws back when the compulsory moves are
    made.
    """
    words = f"{battle.unit(unit).name}: stay in the combat, or disengage?"
    if not table.choose(OneOf(battle.side(unit), "WAB-CH-02", words, (False, True), ("stay", "disengage"), unit)):
        return battle
    table.tell(Disengaging(unit=battle.unit(unit).name, clause="WAB-CH-02"))
    return battle.having(unit, move="disengaging")


def may_disengage(battle: Battle, table: Table, unit: int) -> bool:
    """Whether a unit may break off, because it is engaged only to its front and is faster than every enemy in contact
    (WAB-R-34).

    A unit may not break off if the contact results from a pursuit last turn. Under `disengage-off` no unit may.
    """
    touched = foes(battle, unit)
    if not touched or battle.status(unit).fleeing:
        return False
    if any(battle.status(one).charge == "pursuit" for one in (unit, *touched)):
        return False
    if max(rate(battle, table, foe) for foe in touched) >= rate(battle, table, unit):
        return False
    if any(struck_arc(battle, table, foe, unit) != "front" for foe in touched):
        return False
    return table.rule("WAB-R-34") != "disengage-off"


@clause(Step.DECLARE_CHARGES, "WAB-CH-01")
def declare_charges(battle: Battle, table: Table) -> Battle:
    """WAB-CH-01. Charges are declared in the first step, one target after another, until the player has no more to
    declare.
    """
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
    """WAB-R-35. Each charger first tests for fear or terror. Chargers that pass declare their charge, and the target
    reacts.
    """
    for unit in chargers:
        table.then(Step.DARE, unit, target)
    table.then(Step.DECLARE, target, *chargers)
    return battle


@clause(Step.DARE)
def dare(battle: Battle, table: Table, unit: int, target: int) -> Battle:
    """WAB-R-35. A unit takes its tests before it charges. If it fails a terror test, it flees in the
    compulsory step.
    """
    if meets_fear(battle, table, unit, target):
        table.then(Step.FEAR_TO_CHARGE, unit, target)
    if meets_terror(battle, table, unit, target):
        table.then(Step.TERROR_TEST, unit, target, "WAB-TR-01", 1)
    return battle


@clause(Step.DECLARE)
def declare(battle: Battle, table: Table, target: int, *chargers: int) -> Battle:
    """WAB-R-35. The charges of units that passed their tests are declared, without measuring."""
    bold = tuple(unit for unit in chargers if not battle.status(unit).fleeing and battle.status(unit).move != "still")
    for unit in bold:
        names = {"unit": battle.unit(unit).name, "target": battle.unit(target).name}
        table.tell(ChargeDeclared(**names, clause="WAB-CH-01"))
        charge = charge_at(battle, table, unit, target)
        battle = battle.having(unit, move="declared").changed(charges=(*battle.charges, charge))
    if bold:
        table.then(Step.ANSWER_CHARGE, target)
    return battle
