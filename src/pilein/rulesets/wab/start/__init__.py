"""Start of turn: units return, panic and terror from nearness (WAB-SEQ-02, WAB-SEQ-03, WAB-ST)."""

STEPS = (
    ("Start of turn", ("start_phase.start_of_turn",)),
    ("Units return", ("returning.returns", "returning.return_to_table")),
    ("Panic and terror from nearness", ("near_panic.panic_from_nearness", "near_terror.terror_from_nearness")),
)
