"""Plane geometry of the table in whole ticks. The package covers bases, gaps, arcs, sight, blocks and routes."""

from pilein.fast.twin import folders

__path__[:0] = folders(__path__[0])  # the compiled modules come first
