"""Drivers that play the clauses: game, script, chain and sampler."""
