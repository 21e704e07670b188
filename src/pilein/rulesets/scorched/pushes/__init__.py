"""Knock back on the real table (CP-MA)."""
