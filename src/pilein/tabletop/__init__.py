"""Concepts shared by all games: units, field, contacts, losses and scenario files."""

from pilein.fast.twin import folders

__path__[:0] = folders(__path__[0])  # the compiled modules come first
