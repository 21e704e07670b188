"""Fights by the million, walked over a compiled chain."""
