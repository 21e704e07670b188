"""Drivers that run the clauses: game, script and sampler."""
