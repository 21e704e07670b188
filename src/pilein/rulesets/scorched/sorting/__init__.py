"""Who is engaged, paired off, and left over (CP-PH, CP-PA)."""
