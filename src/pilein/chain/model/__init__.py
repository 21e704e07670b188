"""The rules as a transition model: reads of a clause, its outcomes, and the positions they hold for."""
