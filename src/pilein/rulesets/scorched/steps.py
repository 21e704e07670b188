"""Agenda entries of Scorched: every clause, in order of play."""

from enum import StrEnum

from pilein.kernel.clauses import Clauses


class Step(StrEnum):
    """Key of a clause, as stored in records and saved games. Keys never change, even if files and functions are
    renamed.
    """

    # The phase begins
    COMBAT_PHASE = "combat_phase"
    ROLL_FOR_PRIORITY = "roll_for_priority"
    BEGIN_SORTING = "begin_sorting"
    DECLARE_SHIELDING_FOR_THE_PHASE = "declare_shielding_for_the_phase"

    # The priority player sorts the engaged
    SORT_ENGAGED = "sort_engaged"
    PAIR_OFF = "pair_off"
    SORT_LEFTOVERS = "sort_leftovers"
    ASSIGN_LEFTOVER = "assign_leftover"
    COUNT_SPEARS = "count_spears"

    # Combat by combat
    NEXT_COMBAT = "next_combat"
    FIGHT_COMBAT = "fight_combat"

    # Roll Attacks, what is declared
    DECLARE_SHIELDING = "declare_shielding"
    DECLARE_TWO_HANDED = "declare_two_handed"
    NAME_WEAPON = "name_weapon"
    DECLARE_FOCUS = "declare_focus"
    DECLARE_SUPPORT = "declare_support"
    ANNOUNCE_PARRY = "announce_parry"

    # Roll Attacks, the dice
    TAKE_UP_DICE = "take_up_dice"
    ROLL_ATTACKS = "roll_attacks"
    DOUBLE_DICE = "double_dice"
    PLAN_PARRIES = "plan_parries"

    # Roll Attacks, Parry
    NAME_DIE = "name_die"
    PARRY = "parry"
    ROLL_NAMED = "roll_named"
    ROLL_AGAIN = "roll_again"
    LAY_OPEN = "lay_open"

    # Roll Attacks, daemons, scores and hits
    POSSESS = "possess"
    LAND_HITS = "land_hits"
    ROLL_OFF = "roll_off"

    # Roll to Save
    ROLL_TO_SAVE = "roll_to_save"
    PUSH_AT_ONCE = "push_at_once"
    SAVE = "save"
    ROLL_SAVES = "roll_saves"
    DROP_THE_SLAIN = "drop_the_slain"
    TAKE_OFF_THE_SLAIN = "take_off_the_slain"

    # Roll to Save, knock back
    NEXT_PUSH = "next_push"
    PUSH = "push"
    PUSH_ALONG = "push_along"

    # The end
    CLOSE_COMBAT = "close_combat"
    END_OF_PHASE = "end_of_phase"


clause = Clauses()  # a decorator: @clause(Step.NAME, "the IDs of its sentences")
