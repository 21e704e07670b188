"""Plain geometry of the table: bases, gaps, arcs, sight, blocks and routes, in whole ticks."""
