"""Drawings as SVG: a game before and after, a battle turn by turn, charts of figures."""
