"""Kernel: clauses, the table that they question, positions, records and rulings."""
