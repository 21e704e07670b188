"""Where shapes stop a straight front that moves forward, and which of them it then touches."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from pilein.geometry.blocks import EMPTY, Block
from pilein.geometry.free_intervals import hanging
from pilein.geometry.gaps import Table
from pilein.geometry.marches import EDGE, SLIVER, FrontCell, March
from pilein.geometry.rounded import Span
from pilein.geometry.runs import too_near
from pilein.geometry.shapes import Point, Shape
from pilein.geometry.ticks import CONTACT, ROUNDING

NEVER = 1e30
CLEAR = 2.0  # ticks by which a front keeps beside what it passes, more than snapping can shift it
SHORT = CONTACT + CLEAR  # ticks by which a front stops short of what it may not touch
Side = tuple[float, float, float, float]  # an edge that looks at the front: from (x, y) to (x, y), from left to right


class Obstacle(NamedTuple):
    """A shape as the front sees it: across to the right, ahead of it, both in ticks from where it starts.

    It reaches from `left` to `right`; its nearest part is `near` ahead, from `low` to `high` across; its furthest is
    `far` ahead, the ends of its left and right sides `far_on_left` and `far_on_right`. `corners` and `edges` make up
    the side that faces the front, with a rim of `radius` round the corners.
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
    far_on_left: float
    far_on_right: float


class Stop(NamedTuple):
    """A place where the front is stopped, the obstacles touched there and the models of the front that touch them."""

    across: float
    ahead: float
    touched: tuple[int, ...]
    front: tuple[FrontCell, ...]


def obstacles_to(march: March, shapes: Mapping[int, Shape]) -> tuple[Obstacle, ...]:
    """Return numbered shapes as the front of a block sees them, the nearest first; without those all behind it."""
    found = (
        _obstacle(number, tuple(march.seen(x, y) for x, y in shape.core), shape.radius)
        for number, shape in shapes.items()
    )
    return tuple(sorted((one for one in found if one.far > -march.depth), key=lambda one: (one.near, one.number)))


def _obstacle(number: int, corners: tuple[Point, ...], radius: float) -> Obstacle:
    across = [x for x, _ in corners]
    near = min([y for _, y in corners])
    lowest = [x for x, y in corners if y <= near + EDGE]
    left, right = min(across) - radius, max(across) + radius
    edges = tuple(_lifted(corners[place - 1], corner, radius) for place, corner in enumerate(corners))
    facing = tuple(edge for edge in edges if edge[2] > edge[0]) if len(corners) > 1 else ()
    far = max([y for _, y in corners]) + radius
    far_on_left = max([y for x, y in corners if x <= min(across) + EDGE])
    far_on_right = max([y for x, y in corners if x >= max(across) - EDGE])
    low, high = min(lowest), max(lowest)
    return Obstacle(
        number, left, right, near - radius, low, high, radius, corners, facing, far, far_on_left, far_on_right
    )


def stop(march: March, obstacles: tuple[Obstacle, ...], across: float, *, corners: bool = False) -> Stop | None:
    """Return where the front stops so far to the right of straight ahead; None where nothing, or what it overlaps, is.

    `obstacles` are ordered by `near`. What the front only grazes with its end, no more than CONTACT wide, is touched
    where `corners` count, unless the file at that end has gone past it.
    """
    left, right = across - march.half, across + march.half
    obstacles = tuple(one for one in obstacles if not _is_behind(march, one, left - EDGE, right + EDGE))
    ahead = NEVER
    for one in obstacles:
        if one.near >= ahead:
            break
        ahead = min(ahead, height(one, left, right))
    if not -ROUNDING <= ahead < NEVER:
        return None
    on_left, on_right = (ahead - depth - CONTACT for depth in _depths_of_ends(march.block))
    begun = [one for one in obstacles if one.near <= ahead + CONTACT]
    reached = [
        one
        for one in begun
        if (one.right > left + CONTACT or one.far_on_right >= on_left)
        and (one.left < right - CONTACT or one.far_on_left >= on_right)
    ]
    reached = [one for one in reached if height(one, left - EDGE, right + EDGE) <= ahead + CONTACT]
    touched: list[int] = []
    front: list[FrontCell] = []
    for cell in march.front:
        met = [one.number for one in reached if _meets(one, cell, across, ahead, -EDGE if corners else CONTACT)]
        touched += [number for number in met if number not in touched]
        if met:
            front.append(cell)
    return Stop(across, ahead, tuple(touched), tuple(front)) if touched else None


def _is_behind(march: March, one: Obstacle, left: float, right: float) -> bool:
    """Say whether all of an obstacle between two lines is behind the back of the block as it stands at first."""
    if one.near >= -march.depth:
        return False
    turned = _obstacle(one.number, tuple((-x, -y) for x, y in one.corners), one.radius)  # by half, to see its far side
    return height(turned, -right, -left) >= march.depth


@lru_cache(maxsize=256)
def _depths_of_ends(block: Block) -> tuple[int, int]:
    """Return how deep the leftmost and the rightmost file are, in ticks from the front rank."""
    cells = [divmod(slot, block.files) for slot, model in enumerate(block.slots) if model != EMPTY]
    first, files = min(cells)[0], [file for _, file in cells]
    left, right = (max(row for row, file in cells if file == end) for end in (min(files), max(files)))
    return (left - first + 1) * block.depth, (right - first + 1) * block.depth


def tried(march: March, obstacles: tuple[Obstacle, ...], *, corners: bool = False) -> tuple[float, ...]:
    """Return where to try a front: straight ahead, and with an end where an obstacle begins or ends to be touched.

    With `corners` that is also where it meets an end of it with a corner.
    """
    found = {0.0}
    for one in obstacles:
        for edge in {one.low + SLIVER, one.high}:
            found.add(edge - march.half)
        for edge in {one.high - SLIVER, one.low}:
            found.add(edge + march.half)
        found.update((one.left - march.half - CLEAR, one.right + march.half + CLEAR))
        found.update((one.low - march.half, one.high + march.half) if corners else ())
    return tuple(sorted(found, key=lambda across: (abs(across), across)))


def finer(march: March, obstacles: tuple[Obstacle, ...], limit: float, others: tuple[Obstacle, ...] = ()) -> set[float]:
    """Return where else than `tried` a front may stand better, on ways no longer than `limit` ticks.

    There the edge of a file meets an end of an obstacle, or an end of the front a slanted edge of one: where the block
    has moved least or only aside, level with the nearest part of another, or short of others that may not be touched.
    """
    inner = {cell.left for cell in march.front} - {-march.half}
    begun = [one for one in obstacles if one.near <= limit]
    levels = sorted({0.0} | {one.near for one in begun} | {one.near - SHORT for one in others if one.near <= limit})
    found: set[float] = set()
    for place, one in enumerate(begun):
        ends = {end - edge for end in (one.low, one.high) for edge in inner}
        for x in (one.left + SLIVER, one.right - SLIVER, *_slanted(one, march, levels)):
            ends.add(x - march.half if x < one.low else x + march.half)
        aside, before = sqrt(limit * limit - max(0.0, one.near) ** 2), begun[:place]
        found.update(end for end in ends if abs(end) <= aside and not _is_stopped(march, before, end, one.near))
    return found


def _is_stopped(march: March, nearer: Sequence[Obstacle], across: float, ahead: float) -> bool:
    """Say whether the nearest part of something stops the front before it is so far ahead."""
    left, right = across - march.half, across + march.half
    return any(
        one.near < ahead - CONTACT
        and one.low < right
        and one.high > left
        and not _is_behind(march, one, left - EDGE, right + EDGE)
        for one in nearer
    )


def _slanted(one: Obstacle, march: March, levels: Sequence[float]) -> Iterator[float]:
    """Return where the slanted or round sides of an obstacle reach a level, or are nearest to an end of the front."""
    aside, before = march.least()
    for ax, ay, bx, by in one.edges:
        low, high = min(ay, by), max(ay, by)
        if high <= low + EDGE:
            continue
        yield from (ax + (bx - ax) * (level - ay) / (by - ay) for level in levels if low < level < high)
        px, dx, dy = aside + (march.half if by < ay else -march.half), bx - ax, by - ay
        part = ((px - ax) * dx + (before - ay) * dy) / (dx * dx + dy * dy)
        if 0 < part < 1:
            yield ax + part * dx
    for x, y in one.corners if one.radius else ():
        for level in (level for level in levels if y - one.radius < level < y):
            beside = sqrt(one.radius * one.radius - (y - level) * (y - level))
            yield from (x - beside, x + beside)
        for px in (aside + march.half, aside - march.half):
            far = sqrt((x - px) * (x - px) + (y - before) * (y - before))
            if far > one.radius:
                yield x - (x - px) * one.radius / far


def asides(
    march: March, ahead: float, obstacles: Sequence[Shape], kept_off: Sequence[Shape], table: Table
) -> tuple[float, ...]:
    """Return where a block that goes so far ahead just passes what stands in its band, to the right of straight ahead.

    There it ends touching nothing of `kept_off` and with all of itself on the table.
    """
    taken = list(_taken(march, ahead, obstacles, kept_off, table))
    ends = {end for one in taken for end in one}
    return tuple(sorted(end for end in ends if not any(low + 1 < end < high - 1 for low, high in taken)))


def _taken(
    march: March, ahead: float, obstacles: Sequence[Shape], kept_off: Sequence[Shape], table: Table
) -> Iterator[Span]:
    """Return the spans across in which there is no room for a block that goes so far ahead."""
    way = march.way(1.0, 0.0)
    band, held = march.corridor(0.0, ahead, 2 * CLEAR), march.outline(0.0, ahead)
    passed = (too_near(band, way, one, 0.0) for one in obstacles)
    touched = (too_near(held, way, one, CONTACT) for one in kept_off)
    for found in (*passed, *touched, *hanging(held, (0.0, 0.0), way, table)):
        if found is not None:
            yield found[0] - CLEAR, found[1] + CLEAR


def height(one: Obstacle, left: float, right: float) -> float:
    """Return how far ahead the nearest part of an obstacle is between two lines; NEVER if it is beside them."""
    if right <= one.left or left >= one.right:
        return NEVER
    if left <= one.high and right >= one.low:
        return one.near
    return _height_at(one, right if right < one.low else left)


def _meets(one: Obstacle, cell: FrontCell, across: float, ahead: float, least: float) -> bool:
    """Say whether a model of the front touches an obstacle on more than `least` ticks; below zero: or beside it."""
    left, right = cell.left + across, cell.right + across
    if min(right, one.right) - max(left, one.left) <= least:
        return False
    beside = max(0.0, -least)
    return height(one, left - beside, right + beside) <= ahead + CONTACT


def _height_at(one: Obstacle, across: float) -> float:
    """Return how far ahead an obstacle begins on one line."""
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
    """Return an edge of a counter-clockwise core, moved outward by its rim."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = sqrt(dx * dx + dy * dy)
    if not radius or not length:
        return *start, *end
    ox, oy = dy / length * radius, -dx / length * radius
    return start[0] + ox, start[1] + oy, end[0] + ox, end[1] + oy
