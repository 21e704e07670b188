"""The enemies that a unit has been fighting: whom it was engaged with in this combat, and which of them still stand."""

from pilein.rulesets.scrollhammer.engaged import locked_with
from pilein.rulesets.scrollhammer.state import Battle


def met_by(battle: Battle, unit: int) -> tuple[int, ...]:
    """The enemy units that a unit was engaged with in this combat and that have models left, in their order.

    A unit stays locked with them though casualties have parted the bases: only the end of the combat unlocks (SH-R-77).
    """
    assert battle.fight is not None
    found = {other for pair in battle.fight.met if unit in pair for other in pair if other != unit}
    return tuple(other for other in sorted(found) if battle.living(other))


def standing_foes(battle: Battle, unit: int) -> tuple[int, ...]:
    """Those of them that stand their ground."""
    assert battle.fight is not None
    return tuple(foe for foe in met_by(battle, unit) if foe not in battle.fight.broken)


def enemies_of_combat(battle: Battle, unit: int) -> tuple[int, ...]:
    """The enemy units with models left in the combat of a unit: in the fight under way, or locked with it."""
    if battle.fight is None:
        return locked_with(battle, unit)
    side = battle.side(unit)
    return tuple(other for other in battle.fight.units if battle.side(other) != side and battle.living(other))
