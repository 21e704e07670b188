"""End of a combat: consolidation, and blocks that reform."""
