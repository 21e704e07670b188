"""Compiled twin of the core, which speeds up simulations of many phases.

Searches and geometry are compiled to machine code from the same sources.
"""
