"""Scrollhammer: the close combat phase, clause by clause."""
