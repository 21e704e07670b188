"""Ellipses as a rounded polygon: the inner parallel curve in short chords, and a rim round it."""

from functools import lru_cache
from math import sqrt

from pilein.geometry.angles import QUARTER, heading
from pilein.geometry.hulls import Point

STEPS = 16  # chords in a quarter


@lru_cache(maxsize=64)
def ellipse(width: float, depth: float) -> tuple[tuple[Point, ...], float]:
    """Return the core round the origin, counter-clockwise, and the rim of an ellipse, both in ticks.

    The rim is the smallest radius of curvature, and half of what the chords cut off: the error is even.
    """
    right, ahead = width / 2, depth / 2
    rim = min(right, ahead) * min(right, ahead) / max(right, ahead)
    quarter = [_inner(right, ahead, rim, QUARTER * step // STEPS) for step in range(STEPS + 1)]
    half = quarter[:-1] + [(-x, y) for x, y in reversed(quarter[1:])]
    ring = half + [(-x, -y) for x, y in half]
    return tuple(ring), rim + _cut_off(quarter) / 2


def _inner(right: float, ahead: float, rim: float, angle: int) -> Point:
    """Return the point of the ellipse at a parameter, drawn inward along the normal by the rim."""
    sine, cosine = heading(angle)
    across, along = cosine * ahead, sine * right  # the normal, not yet of length one
    length = sqrt(across * across + along * along)
    return right * cosine - rim * across / length, ahead * sine - rim * along / length


def _cut_off(quarter: list[Point]) -> float:
    """Return how far chords cut inside the curve at most: a quarter of the bend over two of them."""
    bends = [_bend(a, b, c) for a, b, c in zip(quarter, quarter[1:], quarter[2:], strict=False)]
    return max(bends) / 4


def _bend(a: Point, b: Point, c: Point) -> float:
    """Return the distance of b from the line through a and c."""
    dx, dy = c[0] - a[0], c[1] - a[1]
    return abs((b[0] - a[0]) * dy - (b[1] - a[1]) * dx) / sqrt(dx * dx + dy * dy)
