"""Lengths as whole ticks: 127000 to the inch, 5000 to the millimetre, so both are whole numbers."""

INCH = 127000
MM = 5000
CONTACT = 254  # ticks, 0.002 inch: the widest gap that counts as touching, and the slack of every "within"
OVERLAP = 0.01  # ticks: float noise; a separation below minus this is an overlap


def ticks(inches: float) -> int:
    """Return the whole number of ticks nearest to a length in inches."""
    return round(inches * INCH)


def inches(length: float) -> float:
    """Return a length in ticks as inches, for people to read."""
    return length / INCH
