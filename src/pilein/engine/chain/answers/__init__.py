"""Choices left open: what each answer leads to, and which is best."""
