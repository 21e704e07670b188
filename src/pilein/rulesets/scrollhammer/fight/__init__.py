"""Fight sub-phase: combats and their Initiative steps, attacks, wounds, casualties and the score."""
