"""Saves, wounds, and who is taken off (CP-SV)."""
