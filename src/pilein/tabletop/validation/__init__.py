"""Validation of scenarios not read from a file: scenarios in records, and those built in Python."""
