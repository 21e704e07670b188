"""Movement: charges, rallies, compulsory moves, chargers, remaining moves (WAB-SEQ-04 to WAB-TE)."""

STEPS = (
    ("Movement", ("movement_phase.movement_phase",)),
    ("Disengagements", ("disengaging.declare_disengagements", "disengaging.disengage")),
    ("Charges declared", ("declaring.declare_charges", "declaring.launch", "declaring.dare", "declaring.declare")),
    (
        "Charges answered",
        ("answering.answer_charge", "answering.react", "answering.measure", "answering.carry_out"),
    ),
    ("Stand and shoot", ("stand_and_shoot.stand_and_shoot", "stand_and_shoot.shaken_charger")),
    ("Flight from charges", ("answering.flee_from_charge", "answering.flee_at_once")),
    ("Fire and flee", ("fire_and_flee.fire_and_flee", "fire_and_flee.flee_after_fire")),
    ("Charges redirected", ("answering.redirect_charges", "answering.redirect")),
    ("Rallies", ("rallying.rallies", "rallying.rally", "rallying.rallied_reform")),
    ("Compulsory moves", ("compulsory.compulsory_moves", "compulsory.draw_back", "compulsory.flee_to_edge")),
    (
        "Chargers move",
        (
            "charge_moves.move_chargers",
            "counter_charge.counter_charge",
            "charge_moves.move_charger",
            "charge_moves.run_down",
        ),
    ),
    ("Remaining moves", ("moving.remaining_moves", "moving.remaining_move")),
    ("Flight", ("flight.take_flight", "flight.flights", "flight.run_away")),
)
