"""Scrollhammer: the close combat phase, clause by clause.

SEQUENCE is the page of contents: the steps of a phase in the order of play, each with the clauses that carry it out.
"""

SEQUENCE = (
    ("The phase", ("phase.close_combat_phase",)),
    (
        "Charge: a unit declares",
        (
            "declaring.charge_sub_phase",
            "declaring.declare",
            "declaring.look",
            "assigning.assign",
            "declaring.carry_through",
            "declaring.next_charge",
        ),
    ),
    (
        "Charge: the targets react",
        (
            "reactions.react",
            "reactions.flee",
            "reactions.hold",
            "stand_and_shoot.stand_and_shoot",
            "stand_and_shoot.shoot",
            "stand_and_shoot.suffer_shots",
        ),
    ),
    (
        "Charge: range",
        (
            "charge_faces.name_arc",
            "charge_range.roll_charge_range",
            "charge_range.judge_range",
            "regroup.regroup",
            "regroup.ride_down",
            "charge_failing.fail_charge",
            "failed_move.move_forwards",
        ),
    ),
    (
        "Charge: the move of skirmishers and hordes",
        (
            "charge_moves.charge_move",
            "charge_moves.name_initial_charger",
            "charge_moves.move_initial_charger",
            "charge_moves.go_on",
            "charge_moves.move_next_model",
            "dangerous.dangerous_test",
            "charge_moves.look_over",
            "charge_moves.leave_out",
        ),
    ),
    (
        "Charge: the move of a block",
        ("block_charge.move_block", "block_charge.name_side", "block_charge.move_into_contact"),
    ),
    ("Charge: Counter-Attack", ("counter_attack.counter_attack",)),
    ("Fight: combats", ("combats.fight_sub_phase", "combats.next_combat", "combats.fight_to_the_end")),
    ("Fight: an Initiative step", ("combats.next_step", "standoff.lose_remaining_steps")),
    (
        "Fight: pile in",
        (
            "pile_in.pile_ins",
            "pile_in.pile_in",
            "block_files.to_the_front",
            "block_advance.advance",
            "pile_in.touch_an_enemy",
            "pile_in.touch_a_friend",
            "block_files.close_gaps",
            "pile_in.draw_near",
        ),
    ),
    (
        "Fight: blows",
        (
            "directing.declare_blows",
            "directing.declare_for",
            "quick_and_slow.declare_speeds",
            "directing.direct_all",
            "directing.direct",
            "striking.strike",
            "rolling.roll_blows",
            "rolling.deal_with_wounds",
        ),
    ),
    (
        "Fight: wounds and effects",
        (
            "allocation.allocate",
            "allocation.fell",
            "effects.hand_out",
            "effects.mark_saved",
            "effects.mark_missed",
            "allocation.take_off",
            "scoring.score",
        ),
    ),
    (
        "Result",
        ("result.work_out", "result.win_outright", "result.compare", "result.draw", "result.lose", "result.close"),
    ),
    ("Result: Morale", ("morale.check_losers", "morale.check", "morale.hold", "morale.give_way")),
    (
        "Result: Sweeping Advance",
        ("sweep.sweep", "sweep.pursue", "sweep.destroy", "sweep.break_off", "sweep.stay_caught"),
    ),
    (
        "Result: falling back",
        ("falling_back.fall_back_from_combat", "falling_back.fall_back_move", "falling_back.fall_back"),
    ),
    (
        "End: pile in",
        ("end_pile_in.end_pile_in", "end_pile_in.offer_to_stand_aside", "end_pile_in.pile_in_as_before"),
    ),
    (
        "End: consolidation",
        (
            "consolidation.consolidate",
            "consolidation.offer_consolidation",
            "consolidation.begin_consolidation",
            "consolidation.consolidate_models",
            "reform.reform",
        ),
    ),
    ("After the phase", ("phase.end_of_phase", "stalemate.give_up", "regrouping.regroup")),
)
