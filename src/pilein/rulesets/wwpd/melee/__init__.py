"""Melees: how the contacts divide into them, and the blows exchanged in one."""
