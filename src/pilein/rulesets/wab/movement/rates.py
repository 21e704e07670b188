"""How far units move: the normal rate, and what armour takes off it."""

from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.wab.combat.encumbrance import movement_penalty
from pilein.rulesets.wab.state import Battle


def rate(battle: Battle, table: Table, unit: int) -> int:
    """The normal movement rate of a unit in ticks: that of its slowest model, armour allowed for."""
    return rate_in_inches(battle, table, unit) * INCH


def rate_in_inches(battle: Battle, table: Table, unit: int) -> int:
    """The same in inches; nought for a unit with nobody on the field."""
    traits = [battle.traits(kind) for kind in battle.field.kinds(unit)]
    return max(0, min((one.M - movement_penalty(one, table) for one in traits), default=0))
