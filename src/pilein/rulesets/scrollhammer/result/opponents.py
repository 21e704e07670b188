"""The enemies that a unit has been fighting: whom it was locked or engaged with, and who still stands."""

from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.fight.contact import reach
from pilein.rulesets.scrollhammer.fight.engaged import locked_with
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.press import Press


def pairs_in_contact(battle: Battle, units: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The pairs of enemy units among these that are in contact now."""
    return tuple((one, foe) for one in units for foe in locked_with(battle, one) if one < foe)


def having_met(battle: Battle, table: Table) -> Battle:
    """The battle, those who are in contact now that all have piled in, or engaged through friends, kept in mind."""
    fight = battle.fight
    assert fight is not None
    met = {*fight.met, *pairs_in_contact(battle, fight.units)}
    return battle.fighting(met=tuple(sorted(met)), reached=tuple(sorted({*_reached(battle, table), *fight.reached})))


def foes_of_the_round(battle: Battle, unit: int) -> tuple[int, ...]:
    """The enemy units that a unit was locked with this round and that have models left, in their order.

    It stays locked with them though casualties have parted the bases: only the end of the combat unlocks (SH-R-77).
    """
    assert battle.fight is not None
    met = {*_others(battle.fight.met, unit), *locked_with(battle, unit)}
    return tuple(other for other in sorted(met) if battle.lives(other))


def engaged_with(battle: Battle, unit: int) -> tuple[int, ...]:
    """Those, and the enemy units that any of its models reached through a friend in the combat (SH-R-75)."""
    assert battle.fight is not None
    unit_of = battle.setup.unit_of
    reached = {*foes_of_the_round(battle, unit), *_others(battle.fight.reached, unit)}
    for model, _, foes in battle.fight.opened:
        if unit_of[model] == unit:
            reached.update(foes)
        elif unit in foes:
            reached.add(unit_of[model])
    return tuple(other for other in sorted(reached) if battle.lives(other))


def standing_foes(battle: Battle, unit: int) -> tuple[int, ...]:
    """The enemy units it was locked with that stand their ground."""
    assert battle.fight is not None
    return tuple(foe for foe in foes_of_the_round(battle, unit) if foe not in battle.fight.broken)


def enemies_of_combat(battle: Battle, unit: int) -> tuple[int, ...]:
    """The enemy units with models left in the combat of a unit: in the fight under way, or locked with it."""
    if battle.fight is None:
        return locked_with(battle, unit)
    side = battle.side(unit)
    return tuple(other for other in battle.fight.units if battle.side(other) != side and battle.lives(other))


def _reached(battle: Battle, table: Table) -> set[tuple[int, int]]:
    """The pairs of units of which any model reaches the other; in the press those in contact."""
    assert battle.fight is not None
    if isinstance(battle.field, Press):
        return set(pairs_in_contact(battle, battle.fight.units))
    unit_of = battle.setup.unit_of
    reached = reach(battle, table, battle.fight.units).items()
    pairs = {(unit_of[model], foe) for model, (_, foes) in reached for foe in foes}
    return {(min(pair), max(pair)) for pair in pairs}


def _others(pairs: tuple[tuple[int, int], ...], unit: int) -> tuple[int, ...]:
    return tuple(other for pair in pairs if unit in pair for other in pair if other != unit)
