"""Registration of WWPD, with the parts of the ruleset that play, solve or describe it."""

from pilein.rulesets.wwpd import SEQUENCE, unit_status
from pilein.rulesets.wwpd.charging import declared
from pilein.rulesets.wwpd.checking import check, hints
from pilein.rulesets.wwpd.involved import engaged_and_involved
from pilein.rulesets.wwpd.opening import next_phase, opened
from pilein.rulesets.wwpd.policy import sensible
from pilein.rulesets.wwpd.steps import Step, clause
from pilein.rulesets.wwpd.vocabulary import VOCABULARY
from pilein.tabletop.ruleset import Charging, Ruleset

RULESET = Ruleset(
    name="wwpd",
    prefix="WW",
    version=6,
    clauses=clause.of_package("pilein.rulesets.wwpd"),
    sequence=SEQUENCE,
    vocabulary=VOCABULARY,
    opened=opened,
    next_phase=next_phase,
    check=check,
    hints=hints,
    engaged=engaged_and_involved,
    fate=unit_status.fate,
    fates=unit_status.FATES,
    beaten=unit_status.BEATEN,
    decisive=unit_status.DECISIVE,
    attacks=unit_status.ATTACKS,
    routs=unit_status.ROUTS,
    charging=Charging(Step.PILE_IN, declared),
    policy=sensible,
)
