"""Statuses of units and the events that cause them, for the odds of a WarStrike battle.

A combat has no score, and therefore no lead. A side wins by killing, routing or driving off every enemy in the
combat (WS-CY-05).
"""

from pilein.rulesets.warstrike.events import FellBack, Routed, Shot, Slain, Struck
from pilein.rulesets.warstrike.state import Battle

DESTROYED = "destroyed"
ROUTED = "routed"
FALLEN_BACK = "fallen back"
SUPPRESSED = "suppressed"
STANDING = "standing"

FATES = (DESTROYED, ROUTED, FALLEN_BACK, SUPPRESSED, STANDING)
BEATEN = (DESTROYED, ROUTED, FALLEN_BACK)
DECISIVE = (Slain, FellBack, Routed)
ATTACKS = (Struck, Shot)
ROUTS = (FellBack, Routed)


def fate(battle: Battle, unit: int) -> str:
    """Status of a unit: destroyed, routed, fallen back, suppressed (with markers), or standing.

    A unit that is caught as it falls back is destroyed.
    """
    status = battle.status(unit)
    if not battle.lives(unit):
        return ROUTED if status.routed else DESTROYED
    if status.broken_off:
        return FALLEN_BACK
    return SUPPRESSED if status.markers else STANDING
