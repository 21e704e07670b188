"""One attacking unit after another goes through the steps of the cycle (WS-CY-02, WS-OV-03)."""

from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.rulebook import clause
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.steps import Step
from pilein.tabletop.press import Press


@clause(Step.NEXT_UNIT, "WS-CY-02")
def next_unit(battle: Battle, table: Table) -> Battle:
    """WS-CY-02. Attacking units go through all steps one at a time until all have done so."""
    if battle.fight is None:
        return battle
    waiting = tuple(unit for unit in battle.combat.waiting if battle.can_fight(unit))
    if not waiting:
        return battle.fighting(waiting=()) if battle.combat.waiting else battle
    labels = tuple(map(battle.name, waiting))
    unit = table.choose(OneOf(_who_names(battle, table, waiting), "WS-CY-02", "which unit acts next?", waiting, labels))
    table.then(Step.GO_THROUGH, unit)
    table.then(Step.NEXT_UNIT)
    return battle.fighting(waiting=tuple(other for other in waiting if other != unit))


def _who_names(battle: Battle, table: Table, waiting: tuple[int, ...]) -> int:
    """WS-R-43. The side that attacks; `alternate`: the players take turns, its owner first."""
    own = battle.combat.attacker
    acted = len(battle.attackers) - len(waiting)
    if len(waiting) > 1 and table.rule("WS-R-43") == "alternate":
        return own if acted % 2 == 0 else 1 - own
    return own


@clause(Step.GO_THROUGH, "WS-OV-03")
def go_through(battle: Battle, table: Table, unit: int) -> Battle:
    """WS-OV-03. A unit shoots at short range, strikes in melee, and moves."""
    if any(battle.traits(model).ranged_weapons for model in battle.models(unit)):
        table.then(Step.CLOSE_COMBAT_SHOOTING, unit)
    table.then(Step.MELEE_ATTACKS, unit)
    if not isinstance(battle.field, Press):
        table.then(Step.CONSOLIDATE_IN_CYCLE, unit)
    if table.rule("WS-R-17") == "reset-per-attack":
        table.then(Step.RESET_COUNTERS)
    return battle


@clause(Step.RESET_COUNTERS)
def reset_counters(battle: Battle, _table: Table) -> Battle:
    """WS-R-17 `reset-per-attack`. After each attacking unit's activation the hit counters go back to 0."""
    for unit in () if battle.fight is None else battle.combat.units:
        battle = battle.having(unit, hits=0)
    return battle
