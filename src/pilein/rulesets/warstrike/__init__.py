"""WarStrike 0.5: the close-combat phase, clause by clause.

SEQUENCE is the page of contents: the steps of a phase in the order of play, each with the clauses that carry it out.
"""

SEQUENCE = (
    ("The phase", ("phase.close_combat_phase",)),
    ("Who's in close-combat?", ("combats.fight_combats", "combats.next_combat")),
    (
        "Defensive fire",
        (
            "defensive_fire.defensive_fire",
            "defensive_fire.next_to_fire",
            "defensive_fire.make_ready",
            "defensive_fire.steady",
            "defensive_fire.do_nothing",
            "defensive_fire.take_aim",
            "defensive_fire.fire",
        ),
    ),
    (
        "Attacker consolidation",
        (
            "consolidation.first_consolidation",
            "consolidation.consolidate",
            "expanding.draw_in",
            "consolidation.look_after_move",
            "consolidation.look_if_parted",
        ),
    ),
    ("The cycle", ("cycle.begin_cycle", "cycle.half_cycle", "activation.next_unit", "activation.go_through")),
    (
        "The cycle: shooting",
        ("shooting.close_combat_shooting", "shooting.aim", "shooting.shoot", "shooting.cease_fire"),
    ),
    ("The cycle: melee", ("melee.melee_attacks", "melee.take_weapons", "melee.name_target", "melee.strike")),
    (
        "The cycle: saves",
        ("volley.deal", "volley.save_dealt", "volley.throw", "volley.suffer", "volley.take_casualties"),
    ),
    (
        "The cycle: casualties",
        (
            "casualties.fall",
            "casualties.offer_allocation",
            "casualties.roll_allocation",
            "casualties.choose_casualties",
            "casualties.take_off",
            "casualties.name_leader",
        ),
    ),
    ("The cycle: consolidation", ("consolidation.consolidate_in_cycle", "activation.reset_counters")),
    ("Leadership", ("leadership.check_leaderships", "leadership.take_check", "leadership.fight_on")),
    (
        "Losers fall back",
        ("falling_back.fall_back", "falling_back.run", "falling_back.rout", "winning.name_winner", "winning.recover"),
    ),
    ("Winners consolidate", ("pursuit.pursue", "pursuit.pursue_one", "pursuit.pursue_in_press", "pursuit.run_down")),
    ("Defender becomes attacker", ("cycle.look_round", "cycle.count", "cycle.swap_roles", "cycle.start_again")),
    ("The end of a combat", ("endless.draw", "ending.end_combat", "winning.offer_relief")),
    ("After the phase", ("phase.end_of_phase",)),
)
