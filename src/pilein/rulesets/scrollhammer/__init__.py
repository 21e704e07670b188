"""Close combat phase of Scrollhammer, clause by clause.

SEQUENCE serves as a table of contents. It lists the steps of a phase in order of play, each with the clauses that
carry it out.
"""

from pilein.rulesets.scrollhammer.steps import Step

SEQUENCE = (
    ("The phase", (Step.CLOSE_COMBAT_PHASE,)),
    (
        "Charge: a unit declares",
        (
            Step.CHARGE_SUB_PHASE,
            Step.DECLARE,
            Step.LOOK,
            Step.ASSIGN,
            Step.CARRY_THROUGH,
            Step.NEXT_CHARGE,
        ),
    ),
    (
        "Charge: the targets react",
        (
            Step.REACT,
            Step.FLEE,
            Step.HOLD,
            Step.STAND_AND_SHOOT,
            Step.SHOOT,
            Step.SUFFER_SHOTS,
        ),
    ),
    (
        "Charge: range",
        (
            Step.NAME_ARC,
            Step.ROLL_CHARGE_RANGE,
            Step.JUDGE_RANGE,
            Step.REGROUP_WHEN_CHARGED,
            Step.RIDE_DOWN,
            Step.FAIL_CHARGE,
            Step.MOVE_FORWARDS,
        ),
    ),
    (
        "Charge: the move of skirmishers and hordes",
        (
            Step.CHARGE_MOVE,
            Step.NAME_INITIAL_CHARGER,
            Step.MOVE_INITIAL_CHARGER,
            Step.GO_ON,
            Step.MOVE_NEXT_MODEL,
            Step.DANGEROUS_TEST,
            Step.LOOK_OVER,
            Step.LEAVE_OUT,
        ),
    ),
    (
        "Charge: the move of a block",
        (Step.MOVE_BLOCK, Step.NAME_SIDE, Step.MOVE_INTO_CONTACT),
    ),
    ("Charge: Counter-Attack", (Step.COUNTER_ATTACK,)),
    ("Fight: combats", (Step.FIGHT_SUB_PHASE, Step.NEXT_COMBAT, Step.FIGHT_TO_THE_END)),
    ("Fight: an Initiative step", (Step.NEXT_STEP, Step.LOSE_REMAINING_STEPS)),
    (
        "Fight: pile in",
        (
            Step.PILE_INS,
            Step.PILE_IN,
            Step.PILE_IN_STAGE,
            Step.TO_THE_FRONT,
            Step.ADVANCE,
            Step.TOUCH_AN_ENEMY,
            Step.TOUCH_A_FRIEND,
            Step.CLOSE_GAPS,
            Step.DRAW_NEAR,
        ),
    ),
    (
        "Fight: blows",
        (
            Step.DECLARE_ATTACKS,
            Step.DECLARE_FOR,
            Step.DECLARE_SPEEDS,
            Step.DIRECT_ALL,
            Step.DIRECT,
            Step.STRIKE,
            Step.ROLL_ATTACKS,
            Step.DEAL_WITH_WOUNDS,
        ),
    ),
    (
        "Fight: wounds and effects",
        (
            Step.ALLOCATE,
            Step.ALLOCATE_CASUALTIES,
            Step.HAND_OUT,
            Step.MARK_SAVED,
            Step.MARK_MISSED,
            Step.REMOVE_CASUALTIES,
            Step.SCORE,
        ),
    ),
    (
        "Result",
        (Step.WORK_OUT, Step.WIN_OUTRIGHT, Step.COMPARE, Step.DRAW, Step.LOSE, Step.CLOSE),
    ),
    ("Result: Morale", (Step.CHECK_LOSERS, Step.CHECK, Step.STAND_FIRM, Step.GIVE_WAY)),
    (
        "Result: Sweeping Advance",
        (Step.SWEEP, Step.PURSUE, Step.DESTROY, Step.BREAK_OFF, Step.STAY_CAUGHT),
    ),
    (
        "Result: falling back",
        (Step.FALL_BACK_FROM_COMBAT, Step.FALL_BACK_MOVE, Step.FALL_BACK),
    ),
    (
        "End: pile in",
        (Step.END_PILE_IN, Step.OFFER_TO_STAND_ASIDE, Step.PILE_IN_AS_BEFORE),
    ),
    (
        "End: consolidation",
        (
            Step.CONSOLIDATE,
            Step.OFFER_CONSOLIDATION,
            Step.BEGIN_CONSOLIDATION,
            Step.CONSOLIDATE_MODELS,
            Step.REFORM,
        ),
    ),
    ("After the phase", (Step.END_OF_PHASE, Step.GIVE_UP)),
    ("Before the next phase: units that fall back", (Step.MOVE_FALLING_BACK, Step.REGROUP)),
)
