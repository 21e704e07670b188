"""Ways that keep to some levels of the structures on a table (WS-CM-03)."""

from collections.abc import Iterable, Iterator
from itertools import pairwise, product

from pilein.geometry.routes import Route
from pilein.geometry.shapes import Place, Points, hull
from pilein.geometry.ticks import CONTACT, INCH
from pilein.rulesets.warstrike.crossing import SLIVER, floor_at, floors_of
from pilein.rulesets.warstrike.detours import a_sliver_wider, left_of, way_among
from pilein.rulesets.warstrike.state import Battle
from pilein.tabletop.movement.terms import Bars
from pilein.tabletop.plane import Plane

Levels = tuple[int, int]  # the lowest and the highest, in ticks
Corners = list[tuple[float, float]]


def levels_between(battle: Battle, start: Place, end: Place) -> tuple[Levels, ...]:
    """The levels that a way may keep to, those of its start and its end among them; the narrowest first, but not all.

    On an L-shaped floor a way round the inner corner keeps to that floor alone.
    """
    heights = sorted({0, *(floor.height for floor in floors_of(battle.setup))})
    ends = floor_at(battle, start.x, start.y), floor_at(battle, end.x, end.y)
    lows = [height for height in reversed(heights) if height <= min(ends)]
    highs = [height for height in heights if height >= max(ends)]
    return tuple(product(lows, highs))[:-1]


def way_on_levels(plane: Plane, bars: Bars, model: int, place: Place, levels: Levels, limit: float) -> Route | None:
    """The shortest way whose middle keeps off higher floors, and does not step down from the lowest level."""
    low, high = levels
    floors, start = floors_of(plane.setup), plane.place(model)
    higher = (floor.outline for floor in floors if floor.height > high)
    barred = [a_sliver_wider(part.core) for outline in higher for part in outline.convex_parts()]
    if low:
        kept = (floor.outline for floor in floors if floor.height >= low)
        barred += _outside((part.core for outline in kept for part in outline.convex_parts()), start, limit)
    return way_among(plane, bars, model, place, barred, limit)


def _outside(parts: Iterable[Points], centre: Place, limit: float) -> list[Points]:
    """The ground within reach of a place that lies outside of convex parts, in convex pieces that overlap."""
    far = limit + INCH
    corners = ((-far, -far), (far, -far), (far, far), (-far, far))
    pieces = [[(centre.x + right, centre.y + ahead) for right, ahead in corners]]
    for part in parts:
        pieces = [rest for piece in pieces for rest in _without(piece, hull(part))]
    return [tuple(piece) for piece in pieces]


def _without(piece: Corners, part: Points) -> Iterator[Corners]:
    """Convex pieces that cover what of a convex polygon lies outside of another, and overlap: no way fits between."""
    inside, edges = piece, tuple(pairwise((*part, part[0])))
    for start, end in edges:
        inside = left_of(start, end, inside)
    if not _has_width(inside):
        yield piece
        return
    yield from filter(_has_width, (left_of(end, start, piece) for start, end in edges))


def _has_width(piece: Corners) -> bool:
    """Whether a convex polygon is more than what lies between two floors that meet."""
    shadows = ([x for x, _ in piece], [y for _, y in piece], [x + y for x, y in piece], [x - y for x, y in piece])
    return bool(piece) and all(max(shadow) - min(shadow) > SLIVER + CONTACT for shadow in shadows)
