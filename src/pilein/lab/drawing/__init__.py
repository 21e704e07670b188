"""Drawings as SVG: a game before and after, a battle turn by turn, figures as columns and bars."""
