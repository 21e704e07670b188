"""Sampling a chain: fights by the million, walked over its arrays."""
