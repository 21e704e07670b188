"""WWPD: the melee phase, clause by clause.

SEQUENCE is the page of contents: the steps of a phase in the order of play, each with the clauses that carry it out.
"""

SEQUENCE = (
    ("The phase", ("phase.melee_phase",)),
    ("Charges: declared", ("declaring.declare",)),
    (
        "Charges: moved",
        ("charge_moves.move_chargers", "charge_moves.line_up", "charge_moves.go_on", "charge_moves.move_closest"),
    ),
    (
        "The opponent piles in",
        ("pile_in.pile_in", "pile_in.pile_in_unit", "pile_in.pile_in_next", "pile_in.forget_chargers"),
    ),
    ("Melees", ("melees.divide", "melees.next_melee")),
    ("A Melee: targets", ("directing.name_targets", "directing.name_target")),
    ("A Melee: all dice at once", ("striking.strike", "striking.exchange_blows", "striking.suffer_blows")),
    (
        "A Melee: stage by stage",
        (
            "striking.roll_to_hit",
            "allocating.allocate",
            "allocating.fall_on_anybody",
            "wounding.roll_wounds",
            "wounding.be_wounded",
        ),
    ),
    ("A Melee: Suppressed", ("losing.be_shaken", "losing.end_melee")),
    (
        "After the Melees: Leadership",
        (
            "melees.after_the_melees",
            "leadership.take_tests",
            "leadership.break_test",
            "leadership.break_up",
            "leadership.wounds_test",
            "leadership.suppressed_test",
            "leadership.give_way",
            "leadership.stay_or_go",
            "leadership.offer_to_leave",
        ),
    ),
    (
        "End: falling back",
        (
            "ending.end_moves",
            "falling_back.all_fall_back",
            "falling_back.suffer_parting_blows",
            "falling_back.fall_back",
        ),
    ),
    (
        "End: pile in",
        ("end_pile_in.all_pile_in", "end_pile_in.pile_in_at_the_end", "end_pile_in.pile_in_next_at_the_end"),
    ),
    (
        "End: following up",
        ("following_up.all_follow_up", "following_up.offer_to_follow_up", "following_up.follow_up"),
    ),
    ("After the phase", ("phase.end_of_phase",)),
)
