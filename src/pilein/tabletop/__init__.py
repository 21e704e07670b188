"""Concepts shared by all games: units, field, contacts, losses and scenario files."""
