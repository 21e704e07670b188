"""Kernel: clauses, the table at which they run, positions, records and rulings."""
