"""Registration of WarStrike, with the parts of the ruleset that play, solve or describe it."""

from pilein.rulesets.warstrike import SEQUENCE, unit_status
from pilein.rulesets.warstrike.checking import check, hints
from pilein.rulesets.warstrike.consolidation import declared
from pilein.rulesets.warstrike.engaged import facing
from pilein.rulesets.warstrike.opening import clock, is_fighting, next_phase, opened
from pilein.rulesets.warstrike.policy.sensible import sensible
from pilein.rulesets.warstrike.steps import Step, clause
from pilein.rulesets.warstrike.vocabulary import VOCABULARY
from pilein.tabletop.ruleset import Charging, Ruleset

RULESET = Ruleset(
    name="warstrike",
    prefix="WS",
    version=6,
    clauses=clause.of_package("pilein.rulesets.warstrike"),
    sequence=SEQUENCE,
    vocabulary=VOCABULARY,
    opened=opened,
    next_phase=next_phase,
    check=check,
    hints=hints,
    is_fighting=is_fighting,
    clock=clock,
    fate=unit_status.fate,
    fates=unit_status.FATES,
    beaten=unit_status.BEATEN,
    decisive=unit_status.DECISIVE,
    attacks=unit_status.ATTACKS,
    routs=unit_status.ROUTS,
    charging=Charging(Step.BEGIN_CYCLE, declared, facing),
    policy=sensible,
)
