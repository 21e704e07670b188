"""What weapons do: rows of the equipment table, hands, AP (CP-EQ and the rows)."""
