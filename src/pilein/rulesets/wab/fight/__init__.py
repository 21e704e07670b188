"""Close combat phase: combats, the order of attacks, blows and casualties."""
