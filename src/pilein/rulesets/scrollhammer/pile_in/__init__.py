"""Pile ins, at the start of a step and at the end of a combat."""
