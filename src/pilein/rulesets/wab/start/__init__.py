"""Start of turn: units return, panic and terror from nearness (WAB-SEQ-02, WAB-SEQ-03, WAB-ST)."""

STEPS = (("Start of turn", ("start_phase.start_of_turn",)),)
