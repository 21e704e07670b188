"""The WAB quick reference sheet as everything that plays, solves or describes it finds it."""

from pilein.rulesets.wab import SEQUENCE, fates
from pilein.rulesets.wab.charge_choice import declared
from pilein.rulesets.wab.charge_moves import is_caught
from pilein.rulesets.wab.checking import check, hints
from pilein.rulesets.wab.combat_phase import is_fighting
from pilein.rulesets.wab.opening import most_phases, next_phase, opened
from pilein.rulesets.wab.policy.sensible import sensible
from pilein.rulesets.wab.steps import Step, clause
from pilein.rulesets.wab.vocabulary import VOCABULARY
from pilein.rulesets.wab.who_fights import touching
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
    fate=fates.fate,
    fates=fates.FATES,
    left=fates.left,
    engaged=touching,
    beaten=fates.BEATEN,
    decisive=fates.DECISIVE,
    attacks=fates.ATTACKS,
    routs=fates.ROUTS,
    results=fates.RESULTS,
    charging=Charging(Step.REMAINING_MOVES, declared, caught=is_caught),
    policy=sensible,
)
