"""Pictures of a game: the table before and after, to scale."""
