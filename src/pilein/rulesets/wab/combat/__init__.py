"""Close combat: blows, saves, the result, break tests, flight and pursuit (WAB-CC to WAB-BR)."""

from pilein.rulesets.wab.steps import Step

STEPS = (
    ("Close combat", (Step.CLOSE_COMBAT_PHASE, Step.FIGHT_COMBAT, Step.DESTROY_CAUGHT)),
    (
        "Blows",
        (
            Step.ANNOUNCE,
            Step.NEXT_BLOWS,
            Step.STRIKE,
            Step.TAKE_LOSSES,
            Step.SCORE_BLOWS,
            Step.ANSWER_SMALL,
        ),
    ),
    ("The result", (Step.CLOSE_UP, Step.WORK_OUT, Step.AFTER_COMBATS)),
    (
        "Break tests",
        (Step.BREAK_TESTS, Step.BREAK_TEST, Step.FAIL_TEST, Step.BREAK_UNIT),
    ),
    ("Friends are shaken", (Step.SHAKEN_FRIENDS,)),
    (
        "Flight and pursuit",
        (
            Step.DECLARE_PURSUITS,
            Step.DECLARE_PURSUIT,
            Step.BROKEN_FLEE,
            Step.FLEE_FROM_COMBAT,
            Step.LEAVE_PRESS,
            Step.PURSUITS,
            Step.PURSUE,
        ),
    ),
    ("Giving ground", (Step.GIVE_GROUNDS, Step.GIVE_GROUND)),
    ("Ranks are tidied", (Step.TIDIED, Step.FORGOTTEN)),
)
