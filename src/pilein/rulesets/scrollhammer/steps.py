"""Agenda entries of Scrollhammer, which list every clause in order of play."""

from enum import StrEnum

from pilein.kernel.clauses import Clauses


class Step(StrEnum):
    """Key of a clause, as stored in records and saved games. Keys never change, even if files and functions are
    renamed.
    """

    # The phase
    CLOSE_COMBAT_PHASE = "close_combat_phase"

    # Charge, a unit declares
    CHARGE_SUB_PHASE = "charge_sub_phase"
    DECLARE = "declare"
    LOOK = "look"
    ASSIGN = "assign"
    CARRY_THROUGH = "carry_through"
    NEXT_CHARGE = "next_charge"

    # Charge, the targets react
    REACT = "react"
    FLEE = "flee"
    HOLD = "hold"
    STAND_AND_SHOOT = "stand_and_shoot"
    SHOOT = "shoot"
    SUFFER_SHOTS = "suffer_shots"

    # Charge, range
    NAME_ARC = "name_arc"
    ROLL_CHARGE_RANGE = "roll_charge_range"
    JUDGE_RANGE = "judge_range"
    REGROUP_WHEN_CHARGED = "regroup_when_charged"
    RIDE_DOWN = "ride_down"
    FAIL_CHARGE = "fail_charge"
    MOVE_FORWARDS = "move_forwards"

    # Charge, the move of skirmishers and hordes
    CHARGE_MOVE = "charge_move"
    NAME_INITIAL_CHARGER = "name_initial_charger"
    MOVE_INITIAL_CHARGER = "move_initial_charger"
    GO_ON = "go_on"
    MOVE_NEXT_MODEL = "move_next_model"
    DANGEROUS_TEST = "dangerous_test"
    LOOK_OVER = "look_over"
    LEAVE_OUT = "leave_out"

    # Charge, the move of a block
    MOVE_BLOCK = "move_block"
    NAME_SIDE = "name_side"
    MOVE_INTO_CONTACT = "move_into_contact"

    # Charge, Counter-Attack
    COUNTER_ATTACK = "counter_attack"

    # Fight, combats
    FIGHT_SUB_PHASE = "fight_sub_phase"
    NEXT_COMBAT = "next_combat"
    FIGHT_TO_THE_END = "fight_to_the_end"

    # Fight, an Initiative step
    NEXT_STEP = "next_step"
    LOSE_REMAINING_STEPS = "lose_remaining_steps"

    # Fight, pile in
    PILE_INS = "pile_ins"
    PILE_IN = "pile_in"
    PILE_IN_STAGE = "pile_in_stage"
    TO_THE_FRONT = "to_the_front"
    ADVANCE = "advance"
    TOUCH_AN_ENEMY = "touch_an_enemy"
    TOUCH_A_FRIEND = "touch_a_friend"
    CLOSE_GAPS = "close_gaps"
    DRAW_NEAR = "draw_near"

    # Fight, attacks
    DECLARE_ATTACKS = "declare_blows"
    DECLARE_FOR = "declare_for"
    DECLARE_SPEEDS = "declare_speeds"
    DIRECT_ALL = "direct_all"
    DIRECT = "direct"
    STRIKE = "strike"
    ROLL_ATTACKS = "roll_blows"
    DEAL_WITH_WOUNDS = "deal_with_wounds"

    # Fight, wounds and effects
    ALLOCATE = "allocate"
    ALLOCATE_CASUALTIES = "fell"
    HAND_OUT = "hand_out"
    MARK_SAVED = "mark_saved"
    MARK_MISSED = "mark_missed"
    REMOVE_CASUALTIES = "take_off"
    SCORE = "score"

    # Result
    WORK_OUT = "work_out"
    WIN_OUTRIGHT = "win_outright"
    COMPARE = "compare"
    DRAW = "draw"
    LOSE = "lose"
    CLOSE = "close"

    # Result, Morale
    CHECK_LOSERS = "check_losers"
    CHECK = "check"
    STAND_FIRM = "stand_firm"
    GIVE_WAY = "give_way"

    # Result, Sweeping Advance
    SWEEP = "sweep"
    PURSUE = "pursue"
    DESTROY = "destroy"
    BREAK_OFF = "break_off"
    STAY_CAUGHT = "stay_caught"

    # Result, falling back
    FALL_BACK_FROM_COMBAT = "fall_back_from_combat"
    FALL_BACK_MOVE = "fall_back_move"
    FALL_BACK = "fall_back"

    # End, pile in
    END_PILE_IN = "end_pile_in"
    OFFER_TO_STAND_ASIDE = "offer_to_stand_aside"
    PILE_IN_AS_BEFORE = "pile_in_as_before"

    # End, consolidation
    CONSOLIDATE = "consolidate"
    OFFER_CONSOLIDATION = "offer_consolidation"
    BEGIN_CONSOLIDATION = "begin_consolidation"
    CONSOLIDATE_MODELS = "consolidate_models"
    REFORM = "reform"

    # After the phase
    END_OF_PHASE = "end_of_phase"
    GIVE_UP = "give_up"

    # Before the next phase
    MOVE_FALLING_BACK = "move_falling_back"
    REGROUP = "regroup"


clause = Clauses()  # a decorator: @clause(Step.NAME, "the IDs of its sentences")
