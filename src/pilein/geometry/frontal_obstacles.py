"""Shapes in the coordinates of a straight front that moves forward.

The first coordinate is the distance to the right of the front, and the second is the distance ahead of it.
"""

from collections.abc import Mapping
from math import sqrt
from typing import Final, NamedTuple

from pilein.geometry.block_sweep import BlockSweep
from pilein.geometry.shapes import Point, Shape
from pilein.geometry.tolerance import PATH

NEVER: Final = 1e30
Side = tuple[float, float, float, float]  # an edge that faces the front: from (x, y) to (x, y), from left to right


class Obstacle(NamedTuple):
    """Shape in the coordinates of the front: across to the right and ahead, in ticks from the start of the front.

    The shape extends from `left` to `right`. Its nearest part is `near` ahead, from `low` to `high` across, and its
    furthest part is `far` ahead. Its leftmost part extends from `near_on_left` to `far_on_left` ahead; the rightmost
    part is described in the same way. `corners` and `edges` form the side that faces the front, with a rim of
    `radius` around the corners.
    """

    number: int
    left: float
    right: float
    near: float
    low: float
    high: float
    radius: float
    corners: tuple[Point, ...]
    edges: tuple[Side, ...]
    far: float
    near_on_left: float
    far_on_left: float
    near_on_right: float
    far_on_right: float


def obstacles_to(march: BlockSweep, shapes: Mapping[int, Shape], room: float = 0.0) -> tuple[Obstacle, ...]:
    """Return numbered shapes as seen by the front of a block, nearest first, leaving out shapes wholly behind the
    block.

    All shapes are widened by `room` ticks.
    """
    found = (
        _obstacle(number, tuple(march.seen(x, y) for x, y in shape.core), shape.radius + room)
        for number, shape in shapes.items()
    )
    return tuple(sorted((one for one in found if one.far > -march.depth), key=lambda one: (one.near, one.number)))


def _obstacle(number: int, corners: tuple[Point, ...], radius: float) -> Obstacle:
    across = [x for x, _ in corners]
    near = min([y for _, y in corners])
    lowest = [x for x, y in corners if y <= near + PATH]
    left, right = min(across) - radius, max(across) + radius
    edges = tuple(_lifted(corners[place - 1], corner, radius) for place, corner in enumerate(corners))
    facing = tuple(edge for edge in edges if edge[2] > edge[0]) if len(corners) > 1 else ()
    far = max([y for _, y in corners]) + radius
    on_left = [y for x, y in corners if x <= min(across) + PATH]
    on_right = [y for x, y in corners if x >= max(across) - PATH]
    return Obstacle(
        number,
        left,
        right,
        near - radius,
        min(lowest),
        max(lowest),
        radius,
        corners,
        facing,
        far,
        min(on_left),
        max(on_left),
        min(on_right),
        max(on_right),
    )


def is_behind(march: BlockSweep, one: Obstacle, left: float, right: float) -> bool:
    """Return whether the part of an obstacle between two lines lies wholly behind the block's starting position."""
    if one.near >= -march.depth:
        return False
    turned = _obstacle(
        one.number, tuple((-x, -y) for x, y in one.corners), one.radius
    )  # turned by half a turn, to see its far side
    return height(turned, -right, -left) >= march.depth


def height(one: Obstacle, left: float, right: float) -> float:
    """Return the distance ahead to an obstacle's nearest part between two lines, or NEVER if the obstacle lies beside
    them.
    """
    if right <= one.left or left >= one.right:
        return NEVER
    if left <= one.high and right >= one.low:
        return one.near
    return _height_at(one, right if right < one.low else left)


def _height_at(one: Obstacle, across: float) -> float:
    """Return the distance ahead to an obstacle along one line."""
    best = NEVER
    for x, y in one.corners if one.radius else ():
        beside = across - x
        if abs(beside) <= one.radius:
            best = min(best, y - sqrt(one.radius * one.radius - beside * beside))
    for ax, ay, bx, by in one.edges:
        if ax <= across <= bx:
            best = min(best, ay + (by - ay) * (across - ax) / (bx - ax))
    return best


def _lifted(start: Point, end: Point, radius: float) -> Side:
    """Return an edge of a counter-clockwise core, moved outward by the rim."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    if not radius or not length:
        return *start, *end
    ox, oy = dy / length * radius, -dx / length * radius
    return start[0] + ox, start[1] + oy, end[0] + ox, end[1] + oy
