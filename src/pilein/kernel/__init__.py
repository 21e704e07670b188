"""The kernel: clauses, the table that they ask, positions, records and rulings."""
