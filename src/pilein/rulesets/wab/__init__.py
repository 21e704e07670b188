"""The WAB quick reference sheet as a complete player turn, clause by clause.

SEQUENCE lists the steps of a turn in the order of play, each with the clauses that carry it out.
"""

from pilein.rulesets.wab.steps import Step

SEQUENCE = (
    ("The turn", (Step.PLAYER_TURN, Step.BEGIN_PHASE)),
    ("Start of turn", (Step.START_OF_TURN,)),
    ("Units return", (Step.RETURNS, Step.RETURN_TO_TABLE)),
    ("Panic and terror from nearness", (Step.PANIC_FROM_NEARNESS, Step.TERROR_FROM_NEARNESS)),
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
    ("Rallies", (Step.RALLIES, Step.NEXT_RALLY, Step.RALLY, Step.RALLIED_REFORM)),
    ("Compulsory moves", (Step.COMPULSORY_MOVES, Step.NEXT_COMPULSORY_MOVE, Step.DRAW_BACK, Step.FLEE_TO_EDGE)),
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
    ("Shooting", (Step.SHOOTING_PHASE, Step.NAME_TARGET, Step.VOLLEYS)),
    ("A volley", (Step.SHOOT, Step.SHOOT_GROUP, Step.STRAY)),
    ("Panic under fire", (Step.SHAKEN_BY_SHOTS,)),
    ("Close combat", (Step.CLOSE_COMBAT_PHASE, Step.FIGHT_COMBAT, Step.DESTROY_CAUGHT)),
    (
        "Blows",
        (
            Step.ANNOUNCE,
            Step.NEXT_STRIKERS,
            Step.STRIKE,
            Step.TAKE_LOSSES,
            Step.TAKE_ALL_LOSSES,
            Step.SCORE_WOUNDS,
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
    ("Ranks are tidied", (Step.TIDIED, Step.SHAKEN_AFTER_PURSUITS, Step.FORGOTTEN)),
    ("Panic", (Step.PANIC_TEST, Step.SHOT_PANIC, Step.CHARGE_PANIC)),
    ("The General lost", (Step.ANSWER, Step.ANSWER_AT_ONCE)),
    ("Fear and terror", (Step.FEAR_OF_CHARGE, Step.FEAR_TO_CHARGE, Step.TERROR_TEST)),
    ("After the turn", (Step.END_OF_TURN,)),
)
