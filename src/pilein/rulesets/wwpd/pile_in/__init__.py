"""Pile-ins: that of the opponent after the charges, and that of all at the end of the phase."""
