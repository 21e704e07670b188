"""Compiled twin of the geometry: machine code from the same sources, for simulations of many phases."""
