"""Who touches whom, and who fights in the same combat."""

from pilein.rulesets.wab.state import Battle


def foes(battle: Battle, unit: int) -> tuple[int, ...]:
    """The enemy units in contact with a unit, by number."""
    return battle.field.touched_units(unit)


def is_engaged(battle: Battle, unit: int) -> bool:
    """Whether a unit is in contact with an enemy."""
    return bool(foes(battle, unit))


def combat_of(battle: Battle, unit: int) -> tuple[int, ...]:
    """The units linked by contact with a unit and it, friend and foe: its combat."""
    found, waiting = {unit}, [unit]
    while waiting:
        fresh = [foe for foe in foes(battle, waiting.pop()) if foe not in found]
        found.update(fresh)
        waiting += fresh
    return tuple(sorted(found))


def opponents(battle: Battle, unit: int) -> tuple[int, ...]:
    """The enemy units in the combat of a unit, whether it touches them or not."""
    return tuple(other for other in combat_of(battle, unit) if battle.side(other) != battle.side(unit))
