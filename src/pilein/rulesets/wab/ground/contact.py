"""Who touches whom."""

from pilein.rulesets.wab.state import Battle
from pilein.tabletop.press import Press


def foes(battle: Battle, unit: int) -> tuple[int, ...]:
    """The enemy units in contact with a unit, by number."""
    field = battle.field
    return field.foes(unit) if isinstance(field, Press) else field.touched_units(unit)


def is_engaged(battle: Battle, unit: int) -> bool:
    """Whether a unit is in contact with an enemy."""
    return bool(foes(battle, unit))
