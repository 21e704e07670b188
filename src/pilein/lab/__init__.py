"""Results computed from scenarios: odds, simulations, comparisons and drawings."""
