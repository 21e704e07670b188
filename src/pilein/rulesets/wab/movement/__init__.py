"""Movement: charges, rallies, compulsory moves, chargers, remaining moves (WAB-SEQ-04 to WAB-TE)."""

STEPS = (
    ("Movement", ("movement_phase.movement_phase",)),
    ("Rallies", ("rallying.rallies", "rallying.rally", "rallying.rallied_reform")),
    ("Compulsory moves", ("compulsory.compulsory_moves", "compulsory.draw_back", "compulsory.flee_to_edge")),
    ("Flight", ("flight.take_flight", "flight.flights", "flight.run_away")),
)
