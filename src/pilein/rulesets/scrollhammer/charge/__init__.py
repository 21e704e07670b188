"""The Charge sub-phase: declaring, reactions, range, and the moves of skirmishers and hordes."""
