"""Pile-ins of loose models and blocks, in each Initiative step and at the end of a combat."""
