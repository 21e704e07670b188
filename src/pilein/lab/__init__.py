"""Many fights at once: match-ups, sweeps, coverage and comparisons."""
