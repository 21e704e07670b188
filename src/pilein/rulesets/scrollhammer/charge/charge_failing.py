"""Charges that fail (SH-FA-03, SH-R-36)."""

from msgspec.structs import replace

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.events.charging import ChargeFailed
from pilein.rulesets.scrollhammer.rulebook import clause
from pilein.rulesets.scrollhammer.state import Battle
from pilein.rulesets.scrollhammer.steps import Step


@clause(Step.FAIL_CHARGE, "SH-FA-03")
def fail_charge(battle: Battle, table: Table, reason: str) -> Battle:
    """SH-FA-03. When a charge fails no model of the charger moves; under `failed-move` the unit stumbles forwards."""
    charge = battle.charge
    if charge is None:
        return battle
    table.tell(ChargeFailed(unit=battle.unit(charge.unit).name, reason=reason, clause="SH-FA-03"))
    if not charge.moved and table.rule("SH-R-36") == "failed-move":
        table.then(Step.MOVE_FORWARDS, charge.unit, charge.targets[0], charge.highest)
    battle = battle.having(charge.unit, charged=False, charged_several=False, charged_rough=False)
    if charge.before is not None and battle.living(charge.unit):
        living = frozenset(battle.plane.models(charge.unit))
        before = charge.before.without(frozenset(charge.before.models) - living)
        battle = battle.on(battle.plane.with_standing(charge.unit, before))
    return replace(battle, charge=None)
