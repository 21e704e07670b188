"""Fates of units, and the events that cause them, for the odds of a WAB battle."""

from pilein.geometry.blocks import EMPTY, Block
from pilein.rulesets.wab.combat_events import Broke, CombatDrawn, CombatWon, Fled, GaveGround, RanDown, Struck, WipedOut
from pilein.rulesets.wab.movement_events import LeftTheTable, RanAway, TookFlight
from pilein.rulesets.wab.nearness import is_engaged
from pilein.rulesets.wab.state import Battle

DESTROYED = "destroyed"
FLEEING = "fleeing"
OFF_TABLE = "off the table"
FIGHTING = "in combat"
STANDING = "standing"

FATES = (DESTROYED, FLEEING, OFF_TABLE, FIGHTING, STANDING)
BEATEN = (DESTROYED, FLEEING)
RESULTS = (CombatWon, CombatDrawn, WipedOut)
DECISIVE = (WipedOut, CombatDrawn, Broke, RanDown, GaveGround, TookFlight, LeftTheTable)
ATTACKS = (Struck,)
ROUTS = (Broke, RanDown, Fled, TookFlight, RanAway, LeftTheTable)


def left(battle: Battle, unit: int) -> int:
    """Number of models a unit has left, whether on the table or off it in pursuit."""
    absent = next((one.standing for one in battle.absent if one.unit == unit), None)
    if absent is None:
        return battle.living(unit)
    models = absent.slots if isinstance(absent, Block) else absent.models
    return sum(model != EMPTY for model in models)


def fate(battle: Battle, unit: int) -> str:
    """Fate of a unit: destroyed, fleeing, off the table in pursuit, in combat, or standing free.

    A unit that has fled from the table is destroyed.
    """
    if not battle.lives(unit):
        return OFF_TABLE if any(one.unit == unit for one in battle.absent) else DESTROYED
    if battle.status(unit).fleeing:
        return FLEEING
    return FIGHTING if is_engaged(battle, unit) else STANDING
