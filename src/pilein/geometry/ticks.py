"""Lengths in whole ticks, 127000 to the inch and 5000 to the millimetre, so that both units are whole numbers."""

from functools import lru_cache
from math import atan2, sqrt
from typing import Final

INCH: Final = 127000
MM: Final = 5000
OVERLAP: Final = 0.01  # ticks: float noise


def ticks(inches: float) -> int:
    """Convert a length in inches to the nearest whole number of ticks."""
    return round(inches * INCH)


def inches(length: float) -> float:
    """Convert a length in ticks to inches, for display."""
    return length / INCH


# -----------------------------------------------------------------------------------------------------------------
# Angles in whole hundredths of a degree, clockwise from up the table, with our own sine table. Results use only
# + - * / and the square root, so that every machine gets the same bits.


TURN: Final = 36000
QUARTER: Final = 9000
RADIANS: Final = 3.141592653589793 / 36000  # radians in half of a hundredth of a degree, the step of the table
TERMS: Final = 9  # terms of the series: its error at 45 degrees is below the last bit


def heading(angle: int) -> tuple[float, float]:
    """Return the unit vector (x, y) along a facing given in hundredths of a degree.

    Quarter turns and mirror images are exact: `heading(a + 9000)` is `heading(a)` swapped, with one sign changed.
    """
    return _heading(angle % TURN)


@lru_cache(maxsize=TURN)
def _heading(angle: int) -> tuple[float, float]:
    quarter, rest = divmod(angle, QUARTER)
    sine, cosine = _first_quarter(2 * rest)
    vector = ((sine, cosine), (cosine, -sine), (-sine, -cosine), (-cosine, sine))[quarter]
    return vector[0] + 0.0, vector[1] + 0.0  # adding zero turns -0.0 into 0.0


@lru_cache(maxsize=2 * TURN)
def _first_quarter(halves: int) -> tuple[float, float]:
    """Return the sine and cosine of an angle from 0 to 90 degrees, given in halves of a hundredth of a degree."""
    if halves > QUARTER:
        cosine, sine = _first_quarter(2 * QUARTER - halves)
        return sine, cosine
    if halves == QUARTER:
        return sqrt(0.5), sqrt(0.5)
    return _series(halves * RADIANS)


def _series(radians: float) -> tuple[float, float]:
    """Return the sine and cosine of an angle from 0 to 45 degrees, by power series with the smallest term first."""
    square = radians * radians
    sine = cosine = 1.0
    for term in range(TERMS, 0, -1):
        sine = 1.0 - sine * square / (2 * term * (2 * term + 1))
        cosine = 1.0 - cosine * square / (2 * term * (2 * term - 1))
    return radians * sine, cosine


def bearing(dx: float, dy: float) -> int:
    """Return the direction of (dx, dy) to the nearest hundredth of a degree, or 0 for the zero vector.

    The library's arctangent gives a first estimate, and the sine table decides, so that all machines agree.
    """
    across, along = abs(dx), abs(dy)
    sharp = _from_axis(across, along) if across <= along else QUARTER - _from_axis(along, across)
    if dx >= 0:
        return sharp if dy >= 0 else 2 * QUARTER - sharp
    return (TURN - sharp) % TURN if dy >= 0 else 2 * QUARTER + sharp


def _from_axis(across: float, along: float) -> int:
    """Return the angle from 0 to 4500 whose tangent is `across / along`."""
    if across == 0:
        return 0
    guess = round(atan2(across, along) / (2 * RADIANS))
    while _is_beyond(across, along, 2 * guess + 1):
        guess += 1
    while guess > 0 and not _is_beyond(across, along, 2 * guess - 1):
        guess -= 1
    return guess


def _is_beyond(across: float, along: float, halves: int) -> bool:
    sine, cosine = _first_quarter(halves)
    return across * cosine > along * sine


def turned(x: float, y: float, angle: int) -> tuple[float, float]:
    """Rotate a local offset (x to the right, y forward) of a body facing `angle` into table coordinates."""
    sine, cosine = heading(angle)
    return x * cosine + y * sine, y * cosine - x * sine
