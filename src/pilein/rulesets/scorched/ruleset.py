"""Entry point of Scorched: the ruleset as assembled for play, solving and description, and the fates of its units.

There is no lead, because scores are compared model by model and no side wins a combat as a whole.
"""

from pilein.rulesets.scorched import SEQUENCE
from pilein.rulesets.scorched.checking import check, hints
from pilein.rulesets.scorched.events import Scored, Slain
from pilein.rulesets.scorched.opening import next_phase, opened
from pilein.rulesets.scorched.policy.sensible import sensible
from pilein.rulesets.scorched.state import Battle
from pilein.rulesets.scorched.steps import clause
from pilein.rulesets.scorched.vocabulary import VOCABULARY
from pilein.tabletop.ruleset import Ruleset

SLAIN = "slain"
ENGAGED = "engaged"
STANDING = "standing"

FATES = (SLAIN, ENGAGED, STANDING)
BEATEN = (SLAIN,)
DECISIVE = (Slain,)
ATTACKS = (Scored,)


def fate(battle: Battle, unit: int) -> str:
    """Fate of a unit: slain to the last model, engaged, or standing."""
    if not battle.living(unit):
        return SLAIN
    return ENGAGED if battle.field.touched_units(unit) else STANDING


RULESET = Ruleset(
    name="scorched",
    prefix="CP",
    version=5,
    clauses=clause.of_package("pilein.rulesets.scorched"),
    sequence=SEQUENCE,
    vocabulary=VOCABULARY,
    opened=opened,
    next_phase=next_phase,
    check=check,
    hints=hints,
    fate=fate,
    fates=FATES,
    beaten=BEATEN,
    decisive=DECISIVE,
    attacks=ATTACKS,
    charging="units do not charge in Scorched: its rules begin with models in contact",
    policy=sensible,
)
