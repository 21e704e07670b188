"""Validation of scenarios that were not read from a file: those of records, and those built in Python."""
