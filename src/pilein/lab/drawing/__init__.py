"""SVG drawings of a game before and after, of a battle turn by turn, and of charts."""
