"""Dice as plain mathematics: rolls, what they can show, and with what weights."""
