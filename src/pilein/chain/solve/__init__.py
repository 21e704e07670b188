"""Solvers that compute a chain's ends, durations and events with their probabilities, in floats or fractions."""
