"""Flight and pursuit: the directions and lengths of runs, and the loose masses of fleeing models."""
