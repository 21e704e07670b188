"""Points, and the smallest convex polygon round them."""

from collections.abc import Sequence

Point = tuple[float, float]


def hull(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return the corners of the smallest convex polygon round some points, counter-clockwise."""
    ordered = sorted(set(points))
    if len(ordered) in (1, 2):
        return tuple(ordered)
    return _chain(ordered) + _chain(ordered[::-1])


def _chain(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return one half of a hull without its last point."""
    chain: list[Point] = []
    for x, y in points:
        while len(chain) > 1 and _is_left_or_straight(chain[-2], chain[-1], (x, y)):
            chain.pop()
        chain.append((x, y))
    return tuple(chain[:-1])


def _is_left_or_straight(a: Point, b: Point, c: Point) -> bool:
    """Say whether b lies on the line from a to c or to its left, and so is no corner of a lower chain."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) <= 0
