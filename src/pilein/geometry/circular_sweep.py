"""Circular sweep of a mover around a centre that it always faces. The result holds the parts of its path that are clear
of other shapes.

The sweep is computed by conservative advancement: as long as no point of the mover has moved further than the gap to
the nearest shape, contact is impossible. Likewise, an overlap cannot end before a point of the mover has moved as far
as the overlap is deep. Results are exact to a tenth of a tick, but intervals narrower than two ticks may be missed.
Steps grow along a shape that the mover passes at a nearly constant gap.
"""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final

from pilein.geometry.contact_locus import Arc
from pilein.geometry.gaps import TableSize, margin, separation
from pilein.geometry.rounded import ROUND, Vector, quarters
from pilein.geometry.shapes import Base, Place, Shape, disc, shape

FACING_BACK: Final = 27000  # facing of a mover at +x of a centre that faces it
STRIDE: Final = 2.0  # ticks: the shortest step
GRAZING: Final = 64.0  # ticks: the shortest step where the gap hardly changes
GROWTH, SLOWLY = 1.5, 0.75  # growth of the steps there, and the share of the gap that must be left
FINE: Final = 0.1  # ticks: precision of the ends of an interval
LONGEST: Final = 0.5  # radians


def clear_arcs(arc: Arc, mover: Base, others: Sequence[Shape], table: TableSize) -> list[Arc]:
    """Return the parts of an arc where the mover, facing the centre, is clear of all other shapes and on the table."""
    outline = _beside(mover, arc)

    def room(turn: Vector) -> float:
        placed = _turned(outline, arc, turn)
        return _least_gap(placed, others, margin(table, placed))

    found = _by_middle(arc, room, outline.reach)
    return _advanced(arc, room, outline.reach) if found is None else found


def _least_gap(placed: Shape, others: Sequence[Shape], least: float) -> float:
    """Return the smallest separation from the other shapes, capped at `least`. Nearest shapes are checked first."""
    bounds = []
    for number, other in enumerate(others):
        dx, dy = other.x - placed.x, other.y - placed.y
        bound = sqrt(dx * dx + dy * dy) - other.reach - placed.reach
        if bound < least:
            bounds.append((bound, number))
    for bound, number in sorted(bounds):
        if bound >= least:
            break
        least = min(least, separation(placed, others[number]))
    return least


def _by_middle(arc: Arc, room: Callable[[Vector], float], reach: float) -> list[Arc] | None:
    """Try to decide a whole arc by the gap at its middle.

    Returns a list with the arc if the arc is clear, an empty list if it is blocked, or None if the gap does not
    decide.
    """
    (ax, ay), (bx, by) = arc.start, arc.end
    if ax * bx + ay * by < 0:
        return None
    x, y = _unit(ax + bx, ay + by)
    gap = room((x, y))
    if abs(gap) <= reach * sqrt((x - ax) * (x - ax) + (y - ay) * (y - ay)):
        return None
    return [arc] if gap > 0 else []


def _advanced(arc: Arc, room: Callable[[Vector], float], reach: float) -> list[Arc]:
    first = quarters(*arc.start)
    length = (quarters(*arc.end) - first) % ROUND
    found: list[Arc] = []
    here, gap = arc.start, room(arc.start)
    opened, stride = here if gap >= 0 else None, STRIDE
    while (quarters(*here) - first) % ROUND < length:
        ahead = _stepped(here, min(LONGEST, max(abs(gap), stride) / reach))
        if (quarters(*ahead) - first) % ROUND >= length:
            ahead = arc.end
        room_ahead = room(ahead)
        if (gap >= 0) != (room_ahead >= 0):
            border = _border(here, ahead, room, reach)
            if opened is None:
                opened = border
            else:
                found.append(Arc(arc.centre, arc.radius, opened, border))
                opened = None
        stride = min(stride * GROWTH, GRAZING) if abs(room_ahead) > SLOWLY * abs(gap) else STRIDE
        here, gap = ahead, room_ahead
        if here == arc.end:
            break
    return found if opened is None else [*found, Arc(arc.centre, arc.radius, opened, arc.end)]


def _border(start: Vector, end: Vector, room: Callable[[Vector], float], reach: float) -> Vector:
    """Return the boundary between a clear and a blocked direction, on the clear side."""
    is_closing = room(start) >= 0
    while abs(end[0] - start[0]) + abs(end[1] - start[1]) > FINE / reach:
        middle = _unit(start[0] + end[0], start[1] + end[1])
        if (room(middle) >= 0) == is_closing:
            start = middle
        else:
            end = middle
    return start if is_closing else end


def _stepped(turn: Vector, angle: float) -> Vector:
    """Return a direction turned counter-clockwise by an angle in radians or by slightly less, but never by more."""
    x, y = turn
    return _unit(x - y * angle, y + x * angle)


def _unit(x: float, y: float) -> Vector:
    length = sqrt(x * x + y * y)
    return x / length, y / length


def _beside(mover: Base, arc: Arc) -> Shape:
    """Return the outline of a mover at +x of the origin, with a `reach` measured from the origin."""
    outline = shape(mover, Place(0, 0, FACING_BACK))
    core = tuple((x + arc.radius, y) for x, y in outline.core)
    return Shape(core, outline.radius, arc.radius, 0.0, arc.radius + outline.reach)


def _turned(outline: Shape, arc: Arc, turn: Vector) -> Shape:
    """Return an outline rotated about an arc's centre from +x to a direction."""
    (cx, cy), (ux, uy) = arc.centre, turn
    x, y = cx + arc.radius * ux, cy + arc.radius * uy
    if outline.is_disc:
        return disc(x, y, outline.radius)
    core = tuple((cx + px * ux - py * uy, cy + px * uy + py * ux) for px, py in outline.core)
    return Shape(core, outline.radius, x, y, outline.reach - arc.radius)
