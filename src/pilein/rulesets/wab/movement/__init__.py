"""Movement: charges, rallies, compulsory moves, chargers, remaining moves (WAB-SEQ-04 to WAB-TE)."""

STEPS = (
    ("Movement", ("movement_phase.movement_phase",)),
    ("Flight", ("flight.take_flight", "flight.flights", "flight.run_away")),
)
