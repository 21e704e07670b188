"""Compiled twin of the geometry: the same sources as machine code, for simulations of many phases."""
