"""Pursuit: the winners consolidate and run down units that failed to get away (WS-LD-04, WS-LD-05)."""

from pilein.geometry.ticks import INCH
from pilein.kernel.requests import yes_or_no
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.casualties import removed
from pilein.rulesets.warstrike.consolidation import PURSUIT, half_move, in_order
from pilein.rulesets.warstrike.ending import are_all_gone, fugitives
from pilein.rulesets.warstrike.engaged import is_close
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.steps import Step, clause


@clause(Step.PURSUE, "WS-LD-04")
def pursue(battle: Battle, table: Table) -> Battle:
    """WS-LD-04. If all of the defender's units fall back or rout, each attacking unit may consolidate once more.

    WS-R-34. This applies if the defender has no unit left in the combat and one or more of its units have fallen
    back or routed.
    """
    if battle.fight is None or not are_all_gone(battle):
        return battle
    if table.rule("WS-R-34") == "per-unit":
        return battle
    if not battle.is_on_table:
        table.then(Step.PURSUE_IN_PRESS, *battle.attackers)
        return battle
    for unit in in_order(battle, table, battle.attackers, "WS-LD-04"):
        table.then(Step.CONSOLIDATE, unit, PURSUIT)
    table.then(Step.RUN_DOWN, *fugitives(battle))
    return battle


@clause(Step.PURSUE_ONE)
def pursue_one(battle: Battle, table: Table, unit: int, *pursuers: int) -> Battle:
    """WS-R-34 `per-unit`. Attackers near a unit that breaks pursue it immediately."""
    if battle.fight is None:
        return battle
    if not battle.is_on_table:
        table.then(Step.PURSUE_IN_PRESS, *pursuers)
        return battle
    for pursuer in in_order(battle, table, pursuers, "WS-LD-04"):
        table.then(Step.CONSOLIDATE, pursuer, PURSUIT)
    table.then(Step.RUN_DOWN, unit)
    return battle


@clause(Step.RUN_DOWN)
def run_down(battle: Battle, table: Table, *units: int) -> Battle:
    """After the pursuit, models still within 6 inches of a pursuer are removed."""
    if battle.fight is None:
        return battle
    for unit in units:
        caught = caught_models(battle, table, unit)
        if caught:
            battle = removed(battle, table, unit, caught, "in flight", "WS-LD-05")
    return battle


def caught_models(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Models of a falling-back unit to be removed because they are still within 6 inches of an attacking model
    (WS-LD-05).
    """
    if not battle.is_on_table:
        caught = battle.models(unit) if battle.attackers else ()
    else:
        reach = table.number("WS-LD-05") * INCH
        hunters = tuple(model for foe in battle.attackers for model in battle.models(foe))
        caught = tuple(model for model in battle.models(unit) if is_close(battle, table, model, hunters, reach))
    return caught if caught and table.holds("WS-LD-05") else ()


@clause(Step.PURSUE_IN_PRESS)
def pursue_in_press(battle: Battle, table: Table, *units: int) -> Battle:
    """In the press, broken units start their flight in contact, and a pursuer comes nearer by half its Mv."""
    if battle.fight is None:
        return battle
    reach = 0
    for unit in units[:1]:
        words = f"{battle.name(unit)}: pursue?"
        if table.choose(yes_or_no(battle.side(unit), "WS-LD-04", words)):
            reach = half_move(table, battle.unit_traits(unit).Mv)
        table.then(Step.PURSUE_IN_PRESS, *units[1:])
    return _caught_in_press(battle, table, reach)


def _caught_in_press(battle: Battle, table: Table, reach: int) -> Battle:
    """Remove units that failed to get away. Under WS-R-34 `per-unit` only the last unit to break, which is the unit
    being pursued, can be caught.
    """
    fled = battle.combat.fled
    if len(fled) > 1 and table.rule("WS-R-34") == "per-unit":
        fled = fled[-1:]
    for unit, inches in fled:
        is_caught = battle.lives(unit) and inches * INCH - reach <= table.number("WS-LD-05") * INCH
        caught = caught_models(battle, table, unit) if is_caught and unit in fugitives(battle) else ()
        if caught:
            battle = removed(battle, table, unit, caught, "in flight", "WS-LD-05")
    return battle
