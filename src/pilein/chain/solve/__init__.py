"""Solvers of a chain: ends, durations and events with their probabilities, in floats or fractions."""
