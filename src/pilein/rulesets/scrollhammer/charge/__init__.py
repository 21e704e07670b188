"""Charge sub-phase: declarations, reactions, the charge range, and the moves of loose models and blocks."""
