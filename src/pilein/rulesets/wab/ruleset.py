"""Registration of the WAB quick reference sheet, with the parts of the ruleset that play, solve or describe it."""

from pilein.rulesets.wab import SEQUENCE, unit_status
from pilein.rulesets.wab.charge.choice import declared
from pilein.rulesets.wab.charge.moves import is_caught
from pilein.rulesets.wab.checking import check, hints
from pilein.rulesets.wab.fight.combat_phase import is_fighting
from pilein.rulesets.wab.fight.who_fights import touching
from pilein.rulesets.wab.opening import most_phases, next_phase, opened
from pilein.rulesets.wab.policy.sensible import sensible
from pilein.rulesets.wab.steps import Step, clause
from pilein.rulesets.wab.vocabulary import VOCABULARY
from pilein.tabletop.ruleset import Charging, Ruleset

RULESET = Ruleset(
    name="wab",
    prefix="WAB",
    version=4,
    clauses=clause.of_package("pilein.rulesets.wab"),
    sequence=SEQUENCE,
    vocabulary=VOCABULARY,
    opened=opened,
    next_phase=next_phase,
    check=check,
    hints=hints,
    limit=most_phases,
    is_fighting=is_fighting,
    fate=unit_status.fate,
    fates=unit_status.FATES,
    left=unit_status.left,
    engaged=touching,
    beaten=unit_status.BEATEN,
    decisive=unit_status.DECISIVE,
    attacks=unit_status.ATTACKS,
    routs=unit_status.ROUTS,
    results=unit_status.RESULTS,
    charging=Charging(Step.REMAINING_MOVES, declared, caught=is_caught),
    policy=sensible,
)
