"""SVG drawings: a game before and after play, a battle turn by turn, and charts."""
