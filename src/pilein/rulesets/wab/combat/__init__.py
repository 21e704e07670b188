"""Close combat: blows, saves, the result, break tests, flight and pursuit (WAB-CC to WAB-BR)."""

STEPS = (("Close combat", ("combat_phase.close_combat_phase",)),)
