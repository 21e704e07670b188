"""Leadership tests, panic, fear, terror, frenzy (WAB-LT, WAB-PA to WAB-FZ)."""

STEPS = (
    ("Panic", ("panic.panic_test", "shot_panic.shot_panic", "charge_panic.charge_panic")),
    ("The General lost", ("general_lost.answer", "general_lost.answer_at_once")),
    ("Fear and terror", ("fear.fear_of_charge", "fear.fear_to_charge", "terror.terror_test")),
)
