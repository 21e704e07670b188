"""Compiled twin of the geometry. It is machine code made from the same sources, for simulations of many phases."""
