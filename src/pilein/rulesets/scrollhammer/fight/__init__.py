"""The Fight sub-phase: combats, Initiative steps, blows, saves and losses."""
