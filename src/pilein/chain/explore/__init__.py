"""Exploring a battle: every position that it can come to, compiled into a chain."""
