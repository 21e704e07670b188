"""A block that wheels on a front corner, to go straight on with some point of its front to an aim."""

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

from pilein.geometry.angles import QUARTER, TURN, bearing, heading
from pilein.geometry.blocks import Block, face, moved
from pilein.geometry.hulls import Point
from pilein.geometry.turns import HALF_TURN

LEFT, RIGHT = -1, 1  # the corner that stays where it is
GRAIN = 1  # hundredths of a degree: a turn no larger is none


class Wheel(NamedTuple):
    """A wheel: the corner it turns on, its angle (to the right, in hundredths of a degree), its cost and its end.

    `length`, in ticks, is the way of the outermost model.
    """

    corner: int
    turn: int
    length: float
    block: Block


def wheels_to(block: Block, aim: Point, part: float) -> Iterator[Wheel]:
    """The wheels, to the left and to the right, after which a point of the front goes straight to an aim.

    `part` says which point: 0 the left corner, 1 the right one, 0.5 the middle. A wheel that would have to go the wrong
    way round for its corner comes with a turn of the wrong sign.
    """
    left, right = face(block, "front")
    width = _far(left, right)
    for corner, pivot, offset in ((LEFT, left, part * width), (RIGHT, right, (part - 1) * width)):
        dx, dy = aim[0] - pivot[0], aim[1] - pivot[1]
        ahead = dx * dx + dy * dy - offset * offset
        if ahead >= 0:
            facing = bearing(dx, dy) - bearing(offset, sqrt(ahead)) if dx or dy else block.facing
            turn = signed(facing - block.facing)
            yield wheeled(block, corner, 0 if abs(turn) <= GRAIN else turn)


def wheeled(block: Block, corner: int, turn: int) -> Wheel:
    """A block wheeled on a corner by so many hundredths of a degree to the right."""
    if not turn:
        return Wheel(corner, 0, 0.0, block)
    left, right = face(block, "front")
    pivot = left if corner == LEFT else right
    sine, cosine = heading(block.facing)
    dx, dy = block.x - pivot[0], block.y - pivot[1]
    across, ahead = dx * cosine - dy * sine, dx * sine + dy * cosine
    sine, cosine = heading(block.facing + turn)
    x, y = pivot[0] + across * cosine + ahead * sine, pivot[1] + ahead * cosine - across * sine
    length = _far(left, right) * abs(turn) * HALF_TURN / (2 * QUARTER)
    return Wheel(corner, turn, length, moved(block, round(x), round(y), block.facing + turn))


def signed(angle: int) -> int:
    """An angle as a turn to the right, up to half a turn, or to the left where it is negative."""
    return (angle + TURN // 2) % TURN - TURN // 2


def _far(one: Point, other: Point) -> float:
    dx, dy = other[0] - one[0], other[1] - one[1]
    return sqrt(dx * dx + dy * dy)
