"""Lines: blocks of foot that stand abreast go forward together."""

from pilein.geometry.blocks import Block
from pilein.geometry.ticks import INCH
from pilein.rulesets.wab.characteristics import troop
from pilein.rulesets.wab.nearness import is_engaged
from pilein.rulesets.wab.policy.looking import gap, nearness, reach
from pilein.rulesets.wab.state import Battle

ABREAST = 14 * INCH  # how near friends are that belong to the same line


def line_of(battle: Battle, unit: int) -> float:
    """How near to the enemy, in ticks, the last of a unit's line comes this turn; 0 for units of no line."""
    if not _stands_in_line(battle, unit):
        return 0.0
    units = battle.standing_units(battle.side(unit))
    friends = [one for one in units if one != unit and gap(battle, unit, one) <= ABREAST and _stands_in_line(battle, one)]
    return max((nearness(battle, friend) - _to_come(battle, friend) for friend in friends), default=0.0)


def _stands_in_line(battle: Battle, unit: int) -> bool:
    is_free = not battle.status(unit).fleeing and not is_engaged(battle, unit)
    is_block = isinstance(battle.plane.standings[unit], Block)
    return is_free and is_block and troop(battle, unit) == "infantry"


def _to_come(battle: Battle, unit: int) -> float:
    """How far a friend that has still to move may move."""
    return 0.0 if battle.status(unit).move else float(reach(battle, unit))
