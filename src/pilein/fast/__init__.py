"""Compiled twin of the core: searches and geometry as machine code made from the same sources, for simulations of many
phases.
"""
