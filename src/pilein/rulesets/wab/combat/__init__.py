"""Close combat: blows, saves, the result, break tests, flight and pursuit (WAB-CC to WAB-BR)."""

STEPS = (
    ("Close combat", ("combat_phase.close_combat_phase", "combats.fight_combat", "combats.destroy_caught")),
    (
        "Blows",
        (
            "who_fights.announce",
            "order_of_attack.next_blows",
            "blows.strike",
            "blows.take_losses",
            "blows.score_blows",
            "breaking_early.answer_small",
        ),
    ),
    ("The result", ("closing_up.close_up", "result.work_out", "combat_phase.after_combats")),
    (
        "Break tests",
        ("break_tests.break_tests", "break_tests.break_test", "break_tests.fail_test", "break_tests.break_unit"),
    ),
    ("Friends are shaken", ("combat_phase.shaken_friends",)),
    (
        "Flight and pursuit",
        (
            "pursuit.declare_pursuits",
            "pursuit.declare_pursuit",
            "pursuit.broken_flee",
            "pursuit.flee_from_combat",
            "pursuit.leave_press",
            "pursuit.pursuits",
            "pursuit.pursue",
        ),
    ),
    ("Giving ground", ("giving_ground.give_grounds", "giving_ground.give_ground")),
    ("Ranks are tidied", ("combat_phase.tidied", "combat_phase.forgotten")),
)
