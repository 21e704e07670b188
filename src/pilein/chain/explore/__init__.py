"""Exploration of a battle, which finds all reachable positions and compiles them into a chain."""
