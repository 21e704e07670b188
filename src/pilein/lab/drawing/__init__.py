"""SVG drawings: a game before and after, a battle turn by turn, and charts of figures."""
