"""Kernel of the engine. It defines clauses, the table through which they act, positions, records and rulings."""
