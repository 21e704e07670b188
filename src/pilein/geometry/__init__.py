"""Plain geometry of the table: bases, gaps, arcs, sight, blocks and routes, in whole ticks."""

from pilein.fast.twin import folders

__path__[:0] = folders(__path__[0])  # the compiled modules come first
