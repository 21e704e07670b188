"""Statuses of units and the events that cause them, for the odds of a WWPD battle.

There is no lead, because a Melee has no score and no winner. Each unit holds or breaks independently.
"""

from pilein.rulesets.wwpd.events import Broke, Destroyed, Struck, WillFallBack
from pilein.rulesets.wwpd.involved import is_engaged
from pilein.rulesets.wwpd.state import Battle
from pilein.tabletop.events import Slain

DESTROYED = "destroyed"
BROKEN = "broken"
FALLEN_BACK = "fallen back"
ENGAGED = "engaged"
STANDING = "standing"

FATES = (DESTROYED, BROKEN, FALLEN_BACK, ENGAGED, STANDING)
BEATEN = (DESTROYED, BROKEN, FALLEN_BACK)
DECISIVE = (Slain, Broke, Destroyed, WillFallBack)
ATTACKS = (Struck,)
ROUTS = (Broke, WillFallBack, Destroyed)


def fate(battle: Battle, unit: int) -> str:
    """Status of a unit: destroyed, broken (and therefore removed), fallen back, engaged, or standing free.

    A unit that could not get out of contact counts as engaged. On a table, a unit that has fallen back may return.
    """
    status = battle.status(unit)
    if not battle.lives(unit):
        return BROKEN if status.broke else DESTROYED
    if is_engaged(battle, unit):
        return ENGAGED
    return FALLEN_BACK if status.fallen_back else STANDING
