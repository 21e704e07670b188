"""Close-combat phase of WarStrike 0.5, clause by clause.

SEQUENCE lists the steps of a phase in the order of play, each with the clauses that carry it out.
"""

from pilein.rulesets.warstrike.steps import Step

SEQUENCE = (
    ("The phase", (Step.CLOSE_COMBAT_PHASE,)),
    ("Who's in close-combat?", (Step.FIGHT_COMBATS, Step.NEXT_COMBAT)),
    (
        "Defensive fire",
        (
            Step.DEFENSIVE_FIRE,
            Step.NEXT_TO_FIRE,
            Step.MAKE_READY,
            Step.STEADY,
            Step.DO_NOTHING,
            Step.TAKE_AIM,
            Step.FIRE,
        ),
    ),
    (
        "Attacker consolidation",
        (
            Step.FIRST_CONSOLIDATION,
            Step.CONSOLIDATE,
            Step.DRAW_IN,
            Step.LOOK_AFTER_MOVE,
            Step.LOOK_IF_PARTED,
        ),
    ),
    ("The cycle", (Step.BEGIN_CYCLE, Step.HALF_CYCLE, Step.NEXT_UNIT, Step.GO_THROUGH)),
    (
        "The cycle: shooting",
        (Step.CLOSE_COMBAT_SHOOTING, Step.AIM, Step.SHOOT, Step.CEASE_FIRE),
    ),
    ("The cycle: melee", (Step.MELEE_ATTACKS, Step.TAKE_WEAPONS, Step.NAME_TARGET, Step.STRIKE)),
    (
        "The cycle: saves",
        (Step.DEAL, Step.SAVE_DEALT, Step.THROW, Step.SUFFER, Step.TAKE_CASUALTIES),
    ),
    (
        "The cycle: casualties",
        (
            Step.FALL,
            Step.OFFER_ALLOCATION,
            Step.ROLL_ALLOCATION,
            Step.CHOOSE_CASUALTIES,
            Step.TAKE_OFF,
            Step.NAME_LEADER,
        ),
    ),
    ("The cycle: consolidation", (Step.CONSOLIDATE_IN_CYCLE, Step.RESET_COUNTERS)),
    ("Leadership", (Step.CHECK_LEADERSHIPS, Step.TAKE_CHECK, Step.FIGHT_ON)),
    (
        "Losers fall back",
        (Step.FALL_BACK, Step.RUN, Step.ROUT, Step.NAME_WINNER, Step.RECOVER),
    ),
    ("Winners consolidate", (Step.PURSUE, Step.PURSUE_ONE, Step.PURSUE_IN_PRESS, Step.RUN_DOWN)),
    ("Defender becomes attacker", (Step.LOOK_ROUND, Step.COUNT, Step.SWAP_ROLES, Step.START_AGAIN)),
    ("The end of a combat", (Step.DRAW, Step.LOOK_AFTER_WITHDRAWAL, Step.END_COMBAT, Step.OFFER_RELIEF)),
    ("After the phase", (Step.END_OF_PHASE,)),
)
