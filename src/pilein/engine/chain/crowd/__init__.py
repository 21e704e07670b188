"""Compiling large battles: positions go on by the thousand, as arrays."""
