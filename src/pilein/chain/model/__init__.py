"""Rules as a transition model, which holds a clause's reads, its outcomes, and the positions to which they apply."""
