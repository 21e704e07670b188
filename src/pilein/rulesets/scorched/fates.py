"""What becomes of units, and which events tell it: what odds of a Scorched battle are asked about.

Scores are compared model by model, and no side wins a combat as a whole: there is no lead.
"""

from pilein.rulesets.scorched.events.combat import Slain
from pilein.rulesets.scorched.state import Battle
from pilein.tabletop.press import Press

SLAIN = "slain"
ENGAGED = "engaged"
STANDING = "standing"

BEATEN = (SLAIN,)
DECISIVE = (Slain,)


def fate(battle: Battle, unit: int) -> str:
    """What has become of a unit: slain to the last model, engaged, or standing free."""
    if not battle.living(unit):
        return SLAIN
    field = battle.field
    foes = field.foes(unit) if isinstance(field, Press) else field.touched_units(unit)
    return ENGAGED if foes else STANDING
