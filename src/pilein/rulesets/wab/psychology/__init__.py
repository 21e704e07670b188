"""Leadership tests, panic, fear, terror, frenzy (WAB-LT, WAB-PA to WAB-FZ)."""

from pilein.rulesets.wab.steps import Step

STEPS = (
    ("Panic", (Step.PANIC_TEST, Step.SHOT_PANIC, Step.CHARGE_PANIC)),
    ("The General lost", (Step.ANSWER, Step.ANSWER_AT_ONCE)),
    ("Fear and terror", (Step.FEAR_OF_CHARGE, Step.FEAR_TO_CHARGE, Step.TERROR_TEST)),
)
