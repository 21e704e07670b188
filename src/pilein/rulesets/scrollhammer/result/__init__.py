"""What follows the blows: the score, Morale, Sweeping Advances, falling back, consolidation."""
