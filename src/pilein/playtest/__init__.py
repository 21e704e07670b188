"""Playtests of rules texts and of units: what a ruling, a sentence, a number or a price changes."""
