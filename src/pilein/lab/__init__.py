"""Results about scenarios: odds, simulations, comparisons, drawings."""
