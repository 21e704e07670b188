"""Rules as a transition model: a clause's reads, its outcomes, and the positions for which they hold."""
