"""Statuses of units and the events that bring them about, as the odds of a Scorched battle ask for them.

Scores are compared model by model, and no side wins a combat as a whole: there is no lead.
"""

from pilein.rulesets.scorched.events import Scored, Slain
from pilein.rulesets.scorched.state import Battle

SLAIN = "slain"
ENGAGED = "engaged"
STANDING = "standing"

FATES = (SLAIN, ENGAGED, STANDING)
BEATEN = (SLAIN,)
DECISIVE = (Slain,)
ATTACKS = (Scored,)


def fate(battle: Battle, unit: int) -> str:
    """What has become of a unit: slain to the last model, engaged, or standing free."""
    if not battle.living(unit):
        return SLAIN
    return ENGAGED if battle.field.touched_units(unit) else STANDING
