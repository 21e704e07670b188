"""Units that Fight in Ranks: how blocks charge, close up and reform."""
