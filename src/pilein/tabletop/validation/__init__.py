"""Scenarios judged by the rules of the notation, where no scenario file was read: those of records, and of Python."""
