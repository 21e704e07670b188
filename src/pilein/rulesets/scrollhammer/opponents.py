"""The enemies that a unit has been fighting: whom it was locked or engaged with, and who still stands."""

from pilein.rulesets.scrollhammer.engaged import locked_with
from pilein.rulesets.scrollhammer.state import Battle


def foes_of_the_round(battle: Battle, unit: int) -> tuple[int, ...]:
    """The enemy units that a unit was locked with this round and that have models left, in their order.

    It stays locked with them though casualties have parted the bases: only the end of the combat unlocks (SH-R-77).
    """
    assert battle.fight is not None
    met = {other for pair in battle.fight.met if unit in pair for other in pair if other != unit}
    return tuple(other for other in sorted(met.union(locked_with(battle, unit))) if battle.living(other))


def engaged_with(battle: Battle, unit: int) -> tuple[int, ...]:
    """Those, and the enemy units that any of its models reached through a friend as the combat began (SH-R-75)."""
    assert battle.fight is not None
    unit_of = battle.setup.unit_of
    reached = set(foes_of_the_round(battle, unit))
    for model, _, foes in battle.fight.opened:
        if unit_of[model] == unit:
            reached.update(foes)
        elif unit in foes:
            reached.add(unit_of[model])
    return tuple(other for other in sorted(reached) if battle.living(other))


def standing_foes(battle: Battle, unit: int) -> tuple[int, ...]:
    """The enemy units it was locked with that stand their ground."""
    assert battle.fight is not None
    return tuple(foe for foe in foes_of_the_round(battle, unit) if foe not in battle.fight.broken)


def enemies_of_combat(battle: Battle, unit: int) -> tuple[int, ...]:
    """The enemy units with models left in the combat of a unit: in the fight under way, or locked with it."""
    if battle.fight is None:
        return locked_with(battle, unit)
    side = battle.side(unit)
    return tuple(other for other in battle.fight.units if battle.side(other) != side and battle.living(other))
