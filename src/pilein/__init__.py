"""Pile In: a rules engine and playtest lab for the close combat of tabletop wargames."""

__all__ = ["__version__"]

__version__ = "0.1.0"
