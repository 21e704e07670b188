"""Who touches whom."""

from pilein.rulesets.wab.state import Battle


def foes(battle: Battle, unit: int) -> tuple[int, ...]:
    """The enemy units in contact with a unit, by number."""
    return battle.field.touched_units(unit)


def is_engaged(battle: Battle, unit: int) -> bool:
    """Whether a unit is in contact with an enemy."""
    return bool(foes(battle, unit))
