"""Drivers that run clauses: games, scripts and the sampler."""
