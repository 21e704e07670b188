"""Rallies, compulsory moves and all other moves of the movement phase."""
