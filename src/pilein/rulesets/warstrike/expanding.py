"""Units that are drawn into the combat (WS-EX-01)."""

from pilein.kernel.table import Table
from pilein.rulesets.warstrike.events import DrawnIn
from pilein.rulesets.warstrike.nearness import are_close
from pilein.rulesets.warstrike.rulebook import clause
from pilein.rulesets.warstrike.state import Battle
from pilein.rulesets.warstrike.steps import Step

IN_PURSUIT = 1


@clause(Step.DRAW_IN, "WS-EX-01")
def draw_in(battle: Battle, table: Table, unit: int, in_pursuit: int) -> Battle:
    """WS-EX-01. A unit that was not in the combat and does not fall back joins it when a consolidation ends near it."""
    if battle.fight is None or not battle.can_fight(unit):
        return battle
    foes = tuple(foe for foe in battle.setup.units_of(1 - battle.side(unit)) if _is_outside(battle, foe))
    near = tuple(foe for foe in foes if are_close(battle, table, unit, foe))
    if not near or (in_pursuit == IN_PURSUIT and table.rule("WS-R-37") == "pursuit-draws-nobody"):
        return battle
    for foe in near:
        table.tell(DrawnIn(unit=battle.name(foe), clause="WS-EX-01"))
    if table.rule("WS-R-37") == "next-half-cycle" and in_pursuit != IN_PURSUIT:
        return battle.fighting(joining=tuple(sorted({*battle.combat.joining, *near}))).stirring()
    return _joined(battle, near).stirring()


def _is_outside(battle: Battle, unit: int) -> bool:
    fight = battle.combat
    return battle.can_fight(unit) and unit not in (*fight.units, *fight.joining)


def _joined(battle: Battle, units: tuple[int, ...]) -> Battle:
    """WS-R-05. They take part at once, and so do all of another combat that this one meets in them."""
    fight = battle.combat
    merged = [one for one in battle.combats if set(one) & set(units)]
    new = {*units, *(unit for one in merged for unit in one)} - set(fight.units)
    fresh = tuple(unit for unit in sorted(new) if battle.can_fight(unit) and battle.side(unit) == fight.attacker)
    battle = battle.having_combats(tuple(one for one in battle.combats if one not in merged))
    return battle.fighting(units=tuple(sorted({*fight.units, *new})), waiting=(*fight.waiting, *fresh))
