"""Validation of scenarios that were not read from a file, such as scenarios in records or built in Python."""
