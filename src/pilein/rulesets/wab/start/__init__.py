"""Start of turn: units return, panic and terror from nearness (WAB-SEQ-02, WAB-SEQ-03, WAB-ST)."""

from pilein.rulesets.wab.steps import Step

STEPS = (
    ("Start of turn", (Step.START_OF_TURN,)),
    ("Units return", (Step.RETURNS, Step.RETURN_TO_TABLE)),
    ("Panic and terror from nearness", (Step.PANIC_FROM_NEARNESS, Step.TERROR_FROM_NEARNESS)),
)
