"""Movement: charges, rallies, compulsory moves, chargers, remaining moves (WAB-SEQ-04 to WAB-TE)."""

from pilein.rulesets.wab.steps import Step

STEPS = (
    ("Movement", (Step.MOVEMENT_PHASE,)),
    ("Disengagements", (Step.DECLARE_DISENGAGEMENTS, Step.DISENGAGE)),
    ("Charges declared", (Step.DECLARE_CHARGES, Step.LAUNCH, Step.DARE, Step.DECLARE)),
    (
        "Charges answered",
        (Step.ANSWER_CHARGE, Step.REACT, Step.MEASURE, Step.CARRY_OUT),
    ),
    ("Stand and shoot", (Step.STAND_AND_SHOOT, Step.SHAKEN_CHARGER)),
    ("Flight from charges", (Step.FLEE_FROM_CHARGE, Step.FLEE_AT_ONCE)),
    ("Fire and flee", (Step.FIRE_AND_FLEE, Step.FLEE_AFTER_FIRE)),
    ("Charges redirected", (Step.REDIRECT_CHARGES, Step.REDIRECT)),
    ("Rallies", (Step.RALLIES, Step.RALLY, Step.RALLIED_REFORM)),
    ("Compulsory moves", (Step.COMPULSORY_MOVES, Step.DRAW_BACK, Step.FLEE_TO_EDGE)),
    (
        "Chargers move",
        (
            Step.MOVE_CHARGERS,
            Step.COUNTER_CHARGE,
            Step.MOVE_CHARGER,
            Step.RUN_DOWN,
        ),
    ),
    ("Remaining moves", (Step.REMAINING_MOVES, Step.REMAINING_MOVE)),
    ("Flight", (Step.TAKE_FLIGHT, Step.FLIGHTS, Step.RUN_AWAY)),
)
