"""Plain geometry of the table: bases, gaps, arcs, sight, blocks and routes, in whole ticks."""

from pilein.fast.twin import folders

__path__[:0] = folders(__path__[0])  # what has been compiled comes before what it was compiled of
