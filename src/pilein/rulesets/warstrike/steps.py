"""Agenda entries of WarStrike, which list every clause in order of play."""

from enum import StrEnum

from pilein.kernel.clauses import Clauses


class Step(StrEnum):
    """Key of a clause, as stored in records and saves. Keys never change, even if files and functions are renamed."""

    # The phase
    CLOSE_COMBAT_PHASE = "close_combat_phase"

    # Who's in close-combat?
    FIGHT_COMBATS = "fight_combats"
    NEXT_COMBAT = "next_combat"

    # Defensive fire
    DEFENSIVE_FIRE = "defensive_fire"
    NEXT_TO_FIRE = "next_to_fire"
    MAKE_READY = "make_ready"
    STEADY = "steady"
    DO_NOTHING = "do_nothing"
    TAKE_AIM = "take_aim"
    FIRE = "fire"

    # Attacker consolidation
    FIRST_CONSOLIDATION = "first_consolidation"
    CONSOLIDATE = "consolidate"
    DRAW_IN = "draw_in"
    LOOK_AFTER_MOVE = "look_after_move"
    LOOK_IF_PARTED = "look_if_parted"

    # The cycle
    BEGIN_CYCLE = "begin_cycle"
    HALF_CYCLE = "half_cycle"
    NEXT_UNIT = "next_unit"
    GO_THROUGH = "go_through"

    # The cycle, shooting
    CLOSE_COMBAT_SHOOTING = "close_combat_shooting"
    AIM = "aim"
    SHOOT = "shoot"
    CEASE_FIRE = "cease_fire"

    # The cycle, melee
    MELEE_ATTACKS = "melee_attacks"
    TAKE_WEAPONS = "take_weapons"
    NAME_TARGET = "name_target"
    STRIKE = "strike"

    # The cycle, saves
    DEAL = "deal"
    SAVE_DEALT = "save_dealt"
    THROW = "throw"
    SUFFER = "suffer"
    TAKE_CASUALTIES = "take_casualties"

    # The cycle, casualties
    FALL = "fall"
    OFFER_ALLOCATION = "offer_allocation"
    ROLL_ALLOCATION = "roll_allocation"
    CHOOSE_CASUALTIES = "choose_casualties"
    TAKE_OFF = "take_off"
    NAME_LEADER = "name_leader"

    # The cycle, consolidation
    CONSOLIDATE_IN_CYCLE = "consolidate_in_cycle"
    RESET_COUNTERS = "reset_counters"

    # Leadership
    CHECK_LEADERSHIPS = "check_leaderships"
    TAKE_CHECK = "take_check"
    FIGHT_ON = "fight_on"

    # Losers fall back
    FALL_BACK = "fall_back"
    RUN = "run"
    ROUT = "rout"
    NAME_WINNER = "name_winner"
    RECOVER = "recover"

    # Winners consolidate
    PURSUE = "pursue"
    PURSUE_ONE = "pursue_one"
    PURSUE_IN_PRESS = "pursue_in_press"
    RUN_DOWN = "run_down"

    # Defender becomes attacker
    LOOK_ROUND = "look_round"
    COUNT = "count"
    SWAP_ROLES = "swap_roles"
    START_AGAIN = "start_again"

    # The end of a combat
    DRAW = "draw"
    LOOK_AFTER_WITHDRAWAL = "look_after_withdrawal"
    END_COMBAT = "end_combat"
    OFFER_RELIEF = "offer_relief"

    # After the phase
    END_OF_PHASE = "end_of_phase"


clause = Clauses()  # a decorator: @clause(Step.NAME, "the IDs of its sentences")
