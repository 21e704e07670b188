"""Agenda entries of WAB, which list every clause in order of play."""

from enum import StrEnum

from pilein.kernel.clauses import Clauses


class Step(StrEnum):
    """Key of a clause, as stored in records and saved games. Keys never change, even if files and functions are
    renamed.
    """

    # The turn
    PLAYER_TURN = "player_turn"
    BEGIN_PHASE = "begin_phase"

    # Start of turn
    START_OF_TURN = "start_of_turn"

    # Units return
    RETURNS = "returns"
    RETURN_TO_TABLE = "return_to_table"

    # Panic and terror from nearness
    PANIC_FROM_NEARNESS = "panic_from_nearness"
    TERROR_FROM_NEARNESS = "terror_from_nearness"

    # Movement
    MOVEMENT_PHASE = "movement_phase"

    # Disengagements
    DECLARE_DISENGAGEMENTS = "declare_disengagements"
    DISENGAGE = "disengage"

    # Charges declared
    DECLARE_CHARGES = "declare_charges"
    LAUNCH = "launch"
    DARE = "dare"
    DECLARE = "declare"

    # Charges answered
    ANSWER_CHARGE = "answer_charge"
    REACT = "react"
    MEASURE = "measure"
    CARRY_OUT = "carry_out"

    # Stand and shoot
    STAND_AND_SHOOT = "stand_and_shoot"
    SHAKEN_CHARGER = "shaken_charger"

    # Flight from charges
    FLEE_FROM_CHARGE = "flee_from_charge"
    FLEE_AT_ONCE = "flee_at_once"

    # Fire and flee
    FIRE_AND_FLEE = "fire_and_flee"
    FLEE_AFTER_FIRE = "flee_after_fire"

    # Charges redirected
    REDIRECT_CHARGES = "redirect_charges"
    REDIRECT = "redirect"

    # Rallies
    RALLIES = "rallies"
    NEXT_RALLY = "next_rally"
    RALLY = "rally"
    RALLIED_REFORM = "rallied_reform"

    # Compulsory moves
    COMPULSORY_MOVES = "compulsory_moves"
    NEXT_COMPULSORY_MOVE = "next_compulsory_move"
    DRAW_BACK = "draw_back"
    FLEE_TO_EDGE = "flee_to_edge"

    # Chargers move
    MOVE_CHARGERS = "move_chargers"
    COUNTER_CHARGE = "counter_charge"
    MOVE_CHARGER = "move_charger"
    RUN_DOWN = "run_down"

    # Remaining moves
    REMAINING_MOVES = "remaining_moves"
    REMAINING_MOVE = "remaining_move"

    # Flight
    TAKE_FLIGHT = "take_flight"
    FLIGHTS = "flights"
    RUN_AWAY = "run_away"

    # Shooting
    SHOOTING_PHASE = "shooting_phase"
    NAME_TARGET = "name_target"
    VOLLEYS = "volleys"

    # A volley
    SHOOT = "shoot"
    SHOOT_GROUP = "shoot_group"
    STRAY = "stray"

    # Panic under fire
    SHAKEN_BY_SHOTS = "shaken_by_shots"

    # Close combat
    CLOSE_COMBAT_PHASE = "close_combat_phase"
    FIGHT_COMBAT = "fight_combat"
    DESTROY_CAUGHT = "destroy_caught"

    # Attacks
    ANNOUNCE = "announce"
    NEXT_STRIKERS = "next_blows"
    STRIKE = "strike"
    TAKE_LOSSES = "take_losses"
    TAKE_ALL_LOSSES = "take_all_losses"
    SCORE_WOUNDS = "score_blows"
    ANSWER_SMALL = "answer_small"

    # The result
    CLOSE_UP = "close_up"
    WORK_OUT = "work_out"
    AFTER_COMBATS = "after_combats"

    # Break tests
    BREAK_TESTS = "break_tests"
    BREAK_TEST = "break_test"
    FAIL_TEST = "fail_test"
    BREAK_UNIT = "break_unit"

    # Friends are shaken
    SHAKEN_FRIENDS = "shaken_friends"

    # Flight and pursuit
    DECLARE_PURSUITS = "declare_pursuits"
    DECLARE_PURSUIT = "declare_pursuit"
    BROKEN_FLEE = "broken_flee"
    FLEE_FROM_COMBAT = "flee_from_combat"
    LEAVE_PRESS = "leave_press"
    PURSUITS = "pursuits"
    PURSUE = "pursue"

    # Giving ground
    GIVE_GROUNDS = "give_grounds"
    GIVE_GROUND = "give_ground"

    # Ranks are tidied
    TIDIED = "tidied"
    SHAKEN_AFTER_PURSUITS = "shaken_after_pursuits"
    FORGOTTEN = "forgotten"

    # Panic
    PANIC_TEST = "panic_test"
    SHOT_PANIC = "shot_panic"
    CHARGE_PANIC = "charge_panic"

    # The General lost
    ANSWER = "answer"
    ANSWER_AT_ONCE = "answer_at_once"

    # Fear and terror
    FEAR_OF_CHARGE = "fear_of_charge"
    FEAR_TO_CHARGE = "fear_to_charge"
    TERROR_TEST = "terror_test"

    # After the turn
    END_OF_TURN = "end_of_turn"


clause = Clauses()  # a decorator: @clause(Step.NAME, "the IDs of its sentences")
