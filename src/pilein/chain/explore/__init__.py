"""Exploration of a battle: all reachable positions are found and compiled into a chain."""
