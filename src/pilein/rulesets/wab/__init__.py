"""The WAB quick reference sheet: a whole player turn, clause by clause.

SEQUENCE is the page of contents: the steps of a turn in the order of play, each with the clauses that carry it out.
Each room lists its own.
"""

from pilein.rulesets.wab.combat import STEPS as COMBAT
from pilein.rulesets.wab.movement import STEPS as MOVEMENT
from pilein.rulesets.wab.psychology import STEPS as PSYCHOLOGY
from pilein.rulesets.wab.shooting import STEPS as SHOOTING
from pilein.rulesets.wab.start import STEPS as START
from pilein.rulesets.wab.steps import Step

SEQUENCE = (
    ("The turn", (Step.PLAYER_TURN, Step.BEGIN_PHASE)),
    *START,
    *MOVEMENT,
    *SHOOTING,
    *COMBAT,
    *PSYCHOLOGY,
    ("After the turn", (Step.END_OF_TURN,)),
)
