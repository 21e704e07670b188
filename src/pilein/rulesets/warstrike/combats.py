"""Combats: the units in close-combat, and the choice of the next combat (WS-WH)."""

from pilein.geometry.chains import components
from pilein.kernel.requests import OneOf
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.engaged import are_close
from pilein.rulesets.warstrike.events import CombatBegan, CombatsMerged, DrawnIn, NoCombat
from pilein.rulesets.warstrike.state import Battle, Fight
from pilein.rulesets.warstrike.steps import Step, clause

Groups = tuple[tuple[int, ...], ...]


@clause(Step.FIGHT_COMBATS, "WS-WH-06")
def fight_combats(battle: Battle, table: Table) -> Battle:
    """WS-WH-06. Moving to within 6 inches of the enemy is enough for close-combat. Nothing is declared or rolled."""
    combats = groups_of(battle, table)
    if not combats:
        table.tell(NoCombat(clause="WS-WH-06"))
        return battle
    table.then(Step.NEXT_COMBAT)
    return battle.having_combats(combats)


@clause(Step.NEXT_COMBAT, "WS-WH-04")
def next_combat(battle: Battle, table: Table) -> Battle:
    """WS-WH-04. Every combat is resolved now, one at a time, in the order chosen by the current player (WS-R-05).

    WS-WH-02. When a combat starts, the current player's units attack and the opposing units defend.
    """
    if not battle.combats:
        return battle
    labels = tuple(", ".join(map(battle.name, units)) for units in battle.combats)
    places = tuple(range(len(labels)))
    place = table.choose(OneOf(battle.active, "WS-WH-04", "which combat is fought next?", places, labels))
    units = battle.combats[place]
    battle = battle.having_combats(tuple(other for other in battle.combats if other != units))
    battle = battle.beginning(Fight(units, attacker_at_first(battle, table)))
    attackers, defenders = (tuple(map(battle.name, side)) for side in (battle.attackers, battle.defenders))
    table.tell(CombatBegan(attackers=attackers, defenders=defenders, clause="WS-WH-02"))
    if battle.is_on_table:
        table.then(Step.DEFENSIVE_FIRE)
        table.then(Step.FIRST_CONSOLIDATION)
    table.then(Step.BEGIN_CYCLE)
    table.then(Step.NEXT_COMBAT)
    return battle


def attacker_at_first(battle: Battle, table: Table) -> int:
    """Side whose units attack first, and whose units consolidate after the other side's defensive fire (WS-WH-02)."""
    return battle.active if table.holds("WS-WH-02") else 1 - battle.active


def find_combats(battle: Battle) -> Groups:
    """Groups of units that are in close-combat now."""
    return groups_of(battle, battle.preview_table())


def groups_of(battle: Battle, table: Table) -> Groups:
    """Groups of units linked by nearness to enemies. Each group is a combat. Under `single` all units form a single
    group (WS-R-05).
    """
    active, other = (battle.setup.units_of(side) for side in (battle.active, 1 - battle.active))
    links = [(one, foe) for one in active for foe in other if _are_linked(battle, table, one, foe)]
    groups = [group for group in components(len(battle.setup.units), links) if len(group) > 1]
    if len(groups) > 1 and table.rule("WS-R-05") == "single":
        return (tuple(sorted(unit for group in groups for unit in group)),)
    return tuple(tuple(sorted(group)) for group in groups)


def _are_linked(battle: Battle, table: Table, unit: int, foe: int) -> bool:
    """Whether a unit of the current player is in close-combat with an enemy unit.

    Combats result from movement by the current player's units (WS-WH-05). Under WS-R-07 `movers-only` the unit
    itself must have moved.
    """
    if not (battle.can_fight(unit) and battle.can_fight(foe)) or not are_close(battle, table, unit, foe):
        return False
    status = battle.status(unit)
    return status.moved or status.at_the_double or table.rule("WS-R-07") != "movers-only" or not table.holds("WS-WH-05")


# --- Units drawn into the combat (WS-EX-01) -----------------------------------------------------------------------


IN_PURSUIT = 1


@clause(Step.DRAW_IN, "WS-EX-01")
def draw_in(battle: Battle, table: Table, unit: int, in_pursuit: int) -> Battle:
    """WS-EX-01. An enemy unit that is outside the combat and not falling back is drawn into the combat when a unit ends
    a consolidation near it.
    """
    if battle.fight is None or not battle.can_fight(unit):
        return battle
    foes = tuple(foe for foe in battle.setup.units_of(1 - battle.side(unit)) if _is_outside(battle, foe))
    near = tuple(foe for foe in foes if are_close(battle, table, unit, foe))
    if not near or (in_pursuit == IN_PURSUIT and table.rule("WS-R-37") == "pursuit-draws-nobody"):
        return battle
    for foe in near:
        table.tell(DrawnIn(unit=battle.name(foe), clause="WS-EX-01"))
    battle = battle.fighting(withdrew=tuple(one for one in battle.combat.withdrew if one != unit))
    if table.rule("WS-R-37") == "next-half-cycle" and in_pursuit != IN_PURSUIT:
        return battle.fighting(joining=tuple(sorted({*battle.combat.joining, *near}))).stirring()
    return joined(battle, table, near).stirring()


def _is_outside(battle: Battle, unit: int) -> bool:
    fight = battle.combat
    return battle.can_fight(unit) and unit not in (*fight.units, *fight.joining)


def joined(battle: Battle, table: Table, units: tuple[int, ...]) -> Battle:
    """Add units to the combat immediately, and merge in every other combat to which these units belong (WS-R-05).

    A combat that is merged in has not been fought yet, so its units first fire defensively and consolidate, as they
    would have done if it had been fought on its own. Under WS-R-64 `none` they do not.
    """
    fight = battle.combat
    merged = [one for one in battle.combats if set(one) & set(units)]
    new = {*units, *(unit for one in merged for unit in one)} - set(fight.units)
    fresh = tuple(unit for unit in sorted(new) if battle.can_fight(unit) and battle.side(unit) == fight.attacker)
    battle = battle.having_combats(tuple(one for one in battle.combats if one not in merged))
    battle = battle.fighting(units=tuple(sorted({*fight.units, *new})), waiting=(*fight.waiting, *fresh))
    met = tuple(unit for one in merged for unit in one if battle.can_fight(unit))
    if met:
        _tell_merged(battle, table, tuple(unit for unit in met if unit not in units))
        if table.rule("WS-R-64") != "none":
            table.then(Step.DEFENSIVE_FIRE, *met)
            table.then(Step.FIRST_CONSOLIDATION, *met)
    return battle


def _tell_merged(battle: Battle, table: Table, others: tuple[int, ...]) -> None:
    if others:
        table.tell(CombatsMerged(units=tuple(map(battle.name, others)), clause="WS-EX-01"))
