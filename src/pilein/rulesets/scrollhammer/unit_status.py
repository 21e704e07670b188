"""Fates of units, and the events that cause them, for the odds of a Scrollhammer battle."""

from pilein.rulesets.scrollhammer.charge_events import Fled, Scattered
from pilein.rulesets.scrollhammer.combat_events import (
    Broke,
    Caught,
    CombatDrawn,
    CombatWon,
    LeftTable,
    StoodApart,
    Struck,
    Trapped,
    WipedOut,
)
from pilein.rulesets.scrollhammer.contact import is_locked
from pilein.rulesets.scrollhammer.state import Battle

DESTROYED = "destroyed"
FALLING_BACK = "falling back"
LOCKED = "locked in combat"
STANDING = "standing"

FATES = (DESTROYED, FALLING_BACK, LOCKED, STANDING)
BEATEN = (DESTROYED, FALLING_BACK)
RESULTS = (CombatWon, CombatDrawn, WipedOut)
DECISIVE = (WipedOut, CombatDrawn, Broke, Caught, StoodApart, Scattered, Trapped)
ATTACKS = (Struck,)
ROUTS = (Broke, Caught, Trapped, Scattered, LeftTable, Fled)


def fate(battle: Battle, unit: int) -> str:
    """Fate of a unit: destroyed, falling back, locked in combat, or standing."""
    if not battle.living(unit):
        return DESTROYED
    if battle.status(unit).falling_back:
        return FALLING_BACK
    return LOCKED if is_locked(battle, unit) else STANDING
