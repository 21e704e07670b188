"""Exploration of a battle: every reachable position, compiled into a chain."""
