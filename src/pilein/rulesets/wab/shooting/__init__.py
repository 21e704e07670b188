"""Shooting phase, and the shots with which units answer charges."""
