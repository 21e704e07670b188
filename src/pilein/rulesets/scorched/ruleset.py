"""Scorched as everything that plays, solves or describes it finds it."""

from pilein.rulesets.scorched import SEQUENCE, fates
from pilein.rulesets.scorched.checking import check
from pilein.rulesets.scorched.hints import hints
from pilein.rulesets.scorched.opening import next_phase, opened
from pilein.rulesets.scorched.policy.sensible import sensible
from pilein.rulesets.scorched.steps import clause
from pilein.rulesets.scorched.vocabulary import VOCABULARY
from pilein.tabletop.ruleset import Ruleset

RULESET = Ruleset(
    name="scorched",
    prefix="CP",
    version=2,
    clauses=clause.of_package("pilein.rulesets.scorched"),
    sequence=SEQUENCE,
    vocabulary=VOCABULARY,
    opened=opened,
    next_phase=next_phase,
    check=check,
    hints=hints,
    fate=fates.fate,
    fates=fates.FATES,
    beaten=fates.BEATEN,
    decisive=fates.DECISIVE,
    attacks=fates.ATTACKS,
    charging="nobody charges in Scorched: its text begins where models already touch",
    policy=sensible,
)
