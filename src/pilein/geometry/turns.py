"""Directions as vectors: their order round the circle, and how long an arc is, the same on every
machine.
"""

from math import sqrt

ROUND = 4.0  # a whole turn, in quarters
HALF_TURN = 3.141592653589793
Vector = tuple[float, float]

_EIGHTH = 0.41421356237309503  # tangent of an eighth of a half turn
_SIXTEENTH = 0.198912367379658
_TERMS = 11


def quarters(x: float, y: float) -> float:
    """Return where (x, y) lies on the way counter-clockwise from +x, 0 to 4, one for each quarter
    turn.

    It rises with the angle but not evenly within a quarter: fit to order directions, not to
    measure.
    """
    whole = abs(x) + abs(y)
    if x > 0 <= y:
        return y / whole
    if y > 0 >= x:
        return 1.0 - x / whole
    if x < 0 >= y:
        return 2.0 - y / whole
    return (3.0 + x / whole) % ROUND if whole else 0.0


def direction(order: float) -> Vector:
    """Return the unit vector whose `quarters` is `order`."""
    quarter = int(order) % 4
    part = order - int(order)
    length = sqrt(part * part + (1.0 - part) * (1.0 - part))
    along, across = (1.0 - part) / length, part / length
    return ((along, across), (-across, along), (-along, -across), (across, -along))[quarter]


def sweep(cross: float, dot: float) -> float:
    """Return the turn, 0 to two half turns in radians, from one vector to another of that cross and
    dot product.
    """
    across, along = abs(cross), abs(dot)
    if across <= along:
        sharp = _arctangent(across / along) if along else 0.0
    else:
        sharp = HALF_TURN / 2 - _arctangent(along / across)
    if dot < 0:
        sharp = HALF_TURN - sharp
    return sharp if cross >= 0 else 2 * HALF_TURN - sharp


def _arctangent(slope: float) -> float:
    """Return the angle of a slope from 0 to 1: halved towards nought by the addition rule, then by
    its series.
    """
    turned = 0.0
    if slope > _EIGHTH:
        slope = (slope - 1.0) / (slope + 1.0)
        turned = HALF_TURN / 4
    if abs(slope) > _SIXTEENTH:
        part = _EIGHTH if slope > 0 else -_EIGHTH
        slope = (slope - part) / (1.0 + slope * part)
        turned += HALF_TURN / 8 if part > 0 else -HALF_TURN / 8
    square = slope * slope
    series = 0.0
    for term in range(2 * _TERMS + 1, 0, -2):
        series = 1.0 / term - square * series
    return turned + slope * series
