"""Charges: declarations, answers to them, and the moves of chargers."""
