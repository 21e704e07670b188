"""Entry point of Scrollhammer, where the ruleset is assembled for play, solving and description."""

from pilein.rulesets.scrollhammer import SEQUENCE, unit_status
from pilein.rulesets.scrollhammer.charge.targets import declared
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
    version=8,
    clauses=clause.of_package("pilein.rulesets.scrollhammer"),
    sequence=SEQUENCE,
    vocabulary=VOCABULARY,
    opened=opened,
    next_phase=next_phase,
    check=check,
    hints=hints,
    limit=most_phases,
    fate=unit_status.fate,
    fates=unit_status.FATES,
    beaten=unit_status.BEATEN,
    engaged=touching_and_engaged,
    decisive=unit_status.DECISIVE,
    attacks=unit_status.ATTACKS,
    routs=unit_status.ROUTS,
    results=unit_status.RESULTS,
    charging=Charging(Step.FIGHT_SUB_PHASE, declared),
    policy=sensible,
)
