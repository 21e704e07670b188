"""Front, flanks and rear: which side of a rectangle a point lies to."""

from typing import Literal

from pilein.geometry.angles import heading
from pilein.geometry.hulls import Point
from pilein.geometry.shapes import Place

Arc = Literal["front", "left", "right", "rear"]

ON_LINE = 1.0  # tick: points are snapped to whole ticks, so a line is as wide as that on either side


def arc(place: Place, width: float, depth: float, point: Point) -> tuple[Arc, ...]:
    """Return the arcs that a point lies in, in the order front, left, right, rear.

    The lines between arcs run outwards from the corners of the rectangle round `place` at 45 degrees. A point on a
    line, to within a tick, lies in both arcs; inside the rectangle the nearest side counts, or all that are.
    """
    sine, cosine = heading(place.facing)
    dx, dy = point[0] - place.x, point[1] - place.y
    right = dx * cosine - dy * sine
    ahead = dx * sine + dy * cosine
    beyond: tuple[tuple[Arc, float], ...] = (
        ("front", ahead - depth / 2),
        ("left", -right - width / 2),
        ("right", right - width / 2),
        ("rear", -ahead - depth / 2),
    )
    most = max(by for _, by in beyond)
    return tuple(name for name, by in beyond if by >= most - ON_LINE)
