"""The kernel: clauses, the table they ask, positions, records and rulings."""
