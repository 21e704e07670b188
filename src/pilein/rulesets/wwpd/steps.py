"""Agenda entries of WWPD: every clause, in order of play."""

from enum import StrEnum

from pilein.kernel.clauses import Clauses


class Step(StrEnum):
    """Key of a clause, as stored in records and saves. Keys never change, even if files and functions are renamed."""

    # The phase
    MELEE_PHASE = "melee_phase"

    # Charges, declared
    DECLARE = "declare"

    # Charges, moved
    MOVE_CHARGERS = "move_chargers"
    LINE_UP = "line_up"
    GO_ON = "go_on"
    MOVE_CLOSEST = "move_closest"

    # The opponent piles in
    PILE_IN = "pile_in"
    PILE_IN_UNIT = "pile_in_unit"
    PILE_IN_NEXT = "pile_in_next"
    FORGET_CHARGERS = "forget_chargers"

    # Melees
    DIVIDE = "divide"
    NEXT_MELEE = "next_melee"

    # A Melee, targets
    NAME_TARGETS = "name_targets"
    NAME_TARGET = "name_target"

    # A Melee, all dice at once
    STRIKE = "strike"
    EXCHANGE_ATTACKS = "exchange_blows"
    SUFFER_ATTACKS = "suffer_blows"

    # A Melee, stage by stage
    ROLL_TO_HIT = "roll_to_hit"
    ALLOCATE = "allocate"
    FALL_ON_ANYBODY = "fall_on_anybody"
    ROLL_WOUNDS = "roll_wounds"
    BE_WOUNDED = "be_wounded"

    # A Melee, Suppressed
    BE_SHAKEN = "be_shaken"
    END_MELEE = "end_melee"

    # After the Melees, Leadership
    AFTER_THE_MELEES = "after_the_melees"
    TAKE_TESTS = "take_tests"
    BREAK_TEST = "break_test"
    BREAK_UP = "break_up"
    WOUNDS_TEST = "wounds_test"
    SUPPRESSED_TEST = "suppressed_test"
    GIVE_WAY = "give_way"
    STAY_OR_GO = "stay_or_go"
    OFFER_TO_LEAVE = "offer_to_leave"

    # End, falling back
    END_MOVES = "end_moves"
    ALL_FALL_BACK = "all_fall_back"
    SUFFER_PARTING_ATTACKS = "suffer_parting_blows"
    FALL_BACK = "fall_back"

    # End, pile in
    ALL_PILE_IN = "all_pile_in"
    PILE_IN_AT_THE_END = "pile_in_at_the_end"
    PILE_IN_NEXT_AT_THE_END = "pile_in_next_at_the_end"

    # End, following up
    ALL_FOLLOW_UP = "all_follow_up"
    OFFER_TO_FOLLOW_UP = "offer_to_follow_up"
    FOLLOW_UP = "follow_up"

    # After the phase
    END_OF_PHASE = "end_of_phase"


clause = Clauses()  # a decorator: @clause(Step.NAME, "the IDs of its sentences")
