"""Running a clause once for all positions that it cannot tell apart: it sees only what it looks at."""
