"""Which units charge (WW-DE)."""

from msgspec.structs import replace

from pilein.kernel.requests import Several
from pilein.kernel.table import Table
from pilein.rulesets.wwpd.charge.charge_moves import able_to_charge, may_charge
from pilein.rulesets.wwpd.events.moving import Declared
from pilein.rulesets.wwpd.melee.contact import is_engaged
from pilein.rulesets.wwpd.rulebook import clause
from pilein.rulesets.wwpd.state import Battle
from pilein.rulesets.wwpd.steps import Step


@clause(Step.DECLARE, "WW-DE-01")
def declare(battle: Battle, table: Table) -> Battle:
    """WW-DE-01. At the start of the phase the active player names his units that will charge, in his order."""
    bound = tuple(unit.number for unit in battle.setup.units if is_engaged(battle, unit.number))
    if bound and table.rule("WW-R-18") == "fight-only":
        battle = replace(battle, bound=bound)
    able = tuple(unit for unit in battle.setup.units_of(battle.active) if may_be_declared(battle, table, unit))
    if not able:
        return battle
    labels = tuple(battle.unit(unit).name for unit in able)
    words = "which units charge, in which order?"
    chosen = table.choose(Several(battle.active, "WW-DE-01", words, able, 0, len(able), labels))
    if not chosen:
        return battle
    table.tell(Declared(units=tuple(battle.unit(unit).name for unit in chosen), clause="WW-DE-01"))
    table.then(Step.MOVE_CHARGERS, *chosen)
    return replace(battle, chargers=chosen)


def may_be_declared(battle: Battle, table: Table, unit: int) -> bool:
    """WW-R-07, WW-R-18, WW-R-35. Whether a unit may be named."""
    if unit in battle.bound or not able_to_charge(battle, unit) or not _has_enemies(battle, unit):
        return False
    if battle.status(unit).suppressed and table.rule("WW-R-07") != "allowed":
        return False
    some_fired = not all(may_charge(battle, model) for model in battle.field.models(unit))
    return not (some_fired and table.rule("WW-R-35") == "whole-unit")


def _has_enemies(battle: Battle, unit: int) -> bool:
    return any(battle.lives(foe) for foe in battle.setup.units_of(1 - battle.side(unit)))
