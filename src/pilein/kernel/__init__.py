"""What all rules stand on: clauses, the table they ask, positions, records and rulings."""
