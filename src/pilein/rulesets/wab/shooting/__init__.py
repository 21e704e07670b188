"""Shooting: targets, volleys and missile weapons (WAB-SH, WAB-MW)."""

from pilein.rulesets.wab.steps import Step

STEPS = (
    ("Shooting", (Step.SHOOTING_PHASE, Step.NAME_TARGET, Step.VOLLEYS)),
    ("A volley", (Step.SHOOT, Step.SHOOT_GROUP, Step.STRAY)),
    ("Panic under fire", (Step.SHAKEN_BY_SHOTS,)),
)
