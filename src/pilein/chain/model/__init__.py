"""The rules as a transition model: a clause's reads, its outcomes, and the positions they hold for."""
