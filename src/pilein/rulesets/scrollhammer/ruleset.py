"""Scrollhammer as everything that plays, solves or describes it finds it."""

from pilein.rulesets.scrollhammer import SEQUENCE, fates
from pilein.rulesets.scrollhammer.charge_targets import declared
from pilein.rulesets.scrollhammer.checking import check, hints
from pilein.rulesets.scrollhammer.contact import touching_and_engaged
from pilein.rulesets.scrollhammer.opening import most_phases, next_phase, opened
from pilein.rulesets.scrollhammer.policy.sensible import sensible
from pilein.rulesets.scrollhammer.steps import Step, clause
from pilein.rulesets.scrollhammer.vocabulary import VOCABULARY
from pilein.tabletop.ruleset import Charging, Ruleset

RULESET = Ruleset(
    name="scrollhammer",
    prefix="SH",
    version=4,
    clauses=clause.of_package("pilein.rulesets.scrollhammer"),
    sequence=SEQUENCE,
    vocabulary=VOCABULARY,
    opened=opened,
    next_phase=next_phase,
    check=check,
    hints=hints,
    limit=most_phases,
    fate=fates.fate,
    fates=fates.FATES,
    beaten=fates.BEATEN,
    engaged=touching_and_engaged,
    decisive=fates.DECISIVE,
    attacks=fates.ATTACKS,
    routs=fates.ROUTS,
    results=fates.RESULTS,
    charging=Charging(Step.FIGHT_SUB_PHASE, declared),
    policy=sensible,
)
