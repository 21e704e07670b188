"""Melee phase of WWPD, clause by clause.

SEQUENCE lists the steps of a phase in the order of play, each with the clauses that carry it out.
"""

from pilein.rulesets.wwpd.steps import Step

SEQUENCE = (
    ("The phase", (Step.MELEE_PHASE,)),
    ("Charges: declared", (Step.DECLARE,)),
    (
        "Charges: moved",
        (Step.MOVE_CHARGERS, Step.LINE_UP, Step.GO_ON, Step.MOVE_CLOSEST),
    ),
    (
        "The opponent piles in",
        (Step.PILE_IN, Step.PILE_IN_UNIT, Step.PILE_IN_NEXT, Step.FORGET_CHARGERS),
    ),
    ("Melees", (Step.DIVIDE, Step.NEXT_MELEE)),
    ("A Melee: targets", (Step.NAME_TARGETS, Step.NAME_TARGET)),
    ("A Melee: all dice at once", (Step.STRIKE, Step.EXCHANGE_ATTACKS, Step.SUFFER_ATTACKS)),
    (
        "A Melee: stage by stage",
        (
            Step.ROLL_TO_HIT,
            Step.ALLOCATE,
            Step.FALL_ON_ANYBODY,
            Step.ROLL_WOUNDS,
            Step.BE_WOUNDED,
        ),
    ),
    ("A Melee: Suppressed", (Step.BE_SHAKEN, Step.END_MELEE)),
    (
        "After the Melees: Leadership",
        (
            Step.AFTER_THE_MELEES,
            Step.TAKE_TESTS,
            Step.BREAK_TEST,
            Step.BREAK_UP,
            Step.WOUNDS_TEST,
            Step.SUPPRESSED_TEST,
            Step.GIVE_WAY,
            Step.STAY_OR_GO,
            Step.OFFER_TO_LEAVE,
        ),
    ),
    (
        "End: falling back",
        (
            Step.END_MOVES,
            Step.ALL_FALL_BACK,
            Step.SUFFER_PARTING_ATTACKS,
            Step.FALL_BACK,
        ),
    ),
    (
        "End: pile in",
        (Step.ALL_PILE_IN, Step.PILE_IN_AT_THE_END, Step.PILE_IN_NEXT_AT_THE_END),
    ),
    (
        "End: following up",
        (Step.ALL_FOLLOW_UP, Step.OFFER_TO_FOLLOW_UP, Step.FOLLOW_UP),
    ),
    ("After the phase", (Step.END_OF_PHASE,)),
)
