"""Kernel: clauses, the table they ask, positions, records and rulings."""
