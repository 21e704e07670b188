"""Whether obstacles wall a model in, or what it makes for, as far as its range goes."""

from bisect import bisect_left
from collections.abc import Sequence
from math import sqrt

from pilein.geometry.hulls import Point
from pilein.geometry.pockets import Pockets
from pilein.geometry.rings import Stretch, ends, middle, nearest
from pilein.geometry.space import Space
from pilein.geometry.ticks import CONTACT

LEEWAY = 2 * CONTACT  # ticks: more than a place is off the ring on which it was looked for


def is_clear(space: Space, here: Point, stretches: Sequence[Stretch]) -> bool:
    """Whether nothing is in the way from a point straight to one of some stretches."""
    return any(space.hit(here, nearest(stretch, *here)) is None for stretch in stretches)


class Enclosure:
    """What bars the ways of at most `limit` ticks from a point to some free stretches. Treat as frozen.

    All such ways lie in a box, and its edge counts as an obstacle. All is reckoned for a mover slimmer by LEEWAY.
    """

    __slots__ = ("here", "pockets")

    def __init__(self, space: Space, here: Point, stretches: Sequence[Stretch], limit: float) -> None:
        """Look at the obstacles of a space in which the point lies inside of none."""
        low, high = _box(space, here, stretches, limit)
        wide = space.widest
        inside = space.barriers[bisect_left(space.xs, low[0] - wide) : bisect_left(space.xs, high[0] + wide)]
        bodies = [one.shape for one in inside if low[1] - one.reach < one.y < high[1] + one.reach]
        self.here = here
        self.pockets = Pockets(bodies, space.keep - LEEWAY, low, high)

    def open_of(self, stretches: Sequence[Stretch]) -> tuple[Stretch, ...]:
        """Those of some free stretches to which there may be a way."""
        return tuple(stretch for stretch in stretches if not self.pockets.part(self.here, middle(stretch)))


def _box(space: Space, here: Point, stretches: Sequence[Stretch], limit: float) -> tuple[Point, Point]:
    """The lower left and the upper right corner of a box that holds the stretches and all ways to them.

    Ways of a length that join two points lie in an ellipse about these.
    """
    left, bottom = right, top = here
    for stretch in stretches:
        (x, y), end = middle(stretch), ends(stretch)[0]
        half = sqrt((end[0] - x) ** 2 + (end[1] - y) ** 2)
        length, dx, dy = limit + half, x - here[0], y - here[1]
        across, along = sqrt(max(0.0, length * length - dy * dy)) / 2, sqrt(max(0.0, length * length - dx * dx)) / 2
        mid_x, mid_y = here[0] + dx / 2, here[1] + dy / 2
        left, right = min(left, mid_x - across, x - half), max(right, mid_x + across, x + half)
        bottom, top = min(bottom, mid_y - along, y - half), max(top, mid_y + along, y + half)
    low = max(left, space.low[0] - LEEWAY), max(bottom, space.low[1] - LEEWAY)
    return low, (min(right, space.high[0] + LEEWAY), min(top, space.high[1] + LEEWAY))
