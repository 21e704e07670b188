"""First contact of a straight front that moves forward: the shapes that stop it, and the models in contact."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain
from math import sqrt
from typing import Final, NamedTuple

from pilein.geometry.block_sweep import SLIVER, BlockSweep, FrontCell
from pilein.geometry.blocks import EMPTY, Block
from pilein.geometry.contact_envelope import Line, crossings, nearest, stop_line
from pilein.geometry.free_intervals import hanging
from pilein.geometry.frontal_obstacles import NEVER, Obstacle, height, is_behind
from pilein.geometry.gaps import TableSize
from pilein.geometry.rounded import Span
from pilein.geometry.shapes import Point, Shape
from pilein.geometry.straight_sweeps import span_too_near
from pilein.geometry.tolerance import CONTACT, PATH, SNAP

CLEAR: Final = 2.0  # ticks of clearance beside passed obstacles, more than snapping can shift a front


class FrontStop(NamedTuple):
    """Position where the front is stopped, with the obstacles touched there and the front models in contact."""

    across: float
    ahead: float
    touched: tuple[int, ...]
    front: tuple[FrontCell, ...]


def stop(
    march: BlockSweep, obstacles: tuple[Obstacle, ...], across: float, *, corners: bool = False
) -> FrontStop | None:
    """Return the position at which the front stops if it is offset to the right. Return None if no obstacle stops the
    front, or if the front already overlaps an obstacle.

    `obstacles` are sorted by `near`. If `corners` is set, an obstacle that an end of the front grazes by at most
    CONTACT counts as touched, unless the file at that end has passed it.
    """
    left, right = across - march.half, across + march.half
    obstacles = tuple(one for one in obstacles if not is_behind(march, one, left - PATH, right + PATH))
    ahead = NEVER
    for one in obstacles:
        if one.near >= ahead:
            break
        ahead = min(ahead, height(one, left, right))
    if not -SNAP <= ahead < NEVER:
        return None
    back_on_left, back_on_right = (ahead - depth for depth in _depths_of_ends(march.block))
    begun = [one for one in obstacles if one.near <= ahead + CONTACT]
    reached = [
        one
        for one in begun
        if (one.right > left + CONTACT or one.far_on_right >= back_on_left - CONTACT)
        and (one.left < right - CONTACT or one.far_on_left >= back_on_right - CONTACT)
    ]
    reached = [one for one in reached if height(one, left - PATH, right + PATH) <= ahead + CONTACT]
    touched: list[int] = []
    front: list[FrontCell] = []
    for cell in march.front:
        met = [one.number for one in reached if _meets(one, cell, across, ahead, corners=corners)]
        touched += [number for number in met if number not in touched]
        if met:
            front.append(cell)
    beside = [one for one in reached if one.number not in touched and _is_at_flank(march, one, across, ahead)]
    if front and beside:
        back = ahead - march.block.depth + CONTACT
        front += [cell for cell in march.front if cell not in front and _is_along(beside, march, cell, across, back)]
    touched += [one.number for one in beside]
    return FrontStop(across, ahead, tuple(touched), tuple(front)) if front else None


@lru_cache(maxsize=256)
def _depths_of_ends(block: Block) -> tuple[int, int]:
    """Return the depths of the leftmost and rightmost files, in ticks behind the front rank."""
    cells = [divmod(slot, block.files) for slot, model in enumerate(block.slots) if model != EMPTY]
    first, files = min(cells)[0], [file for _, file in cells]
    left, right = (max(row for row, file in cells if file == end) for end in (min(files), max(files)))
    return (left - first + 1) * block.depth, (right - first + 1) * block.depth


def tried(march: BlockSweep, obstacles: tuple[Obstacle, ...], *, corners: bool = False) -> tuple[float, ...]:
    """Return offsets at which to try a front: straight ahead, and offsets at which an end of the front just touches or
    just misses an obstacle.

    If `corners` is set, the offsets at which a corner of the front meets a corner of an obstacle are included.
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


def finer(
    march: BlockSweep,
    obstacles: tuple[Obstacle, ...],
    limit: float,
    others: tuple[Obstacle, ...] = (),
    *,
    corners: bool = False,
) -> set[float]:
    """Return offsets beyond those of `tried` at which a front may stand better, on paths of at most `limit` ticks.

    At such an offset the edge of a file meets an end of an obstacle, an end of the front just passes one of the
    `others`, or an end of the front meets a slanted or round side. A meeting with a side counts where the block
    moves least, moves only sideways, or meets a second obstacle. If `corners` do not count, the edges of files are
    also tried slightly to either side.
    """
    begun = [one for one in obstacles if one.near <= limit]
    found = set(_in_line(march, begun, limit, (0.0,) if corners else (-SLIVER, 0.0, SLIVER)))
    for one in others:
        found.update(end for end in (one.left - march.half, one.right + march.half) if abs(end) <= limit)
    for across, ahead in _at_sides(march, begun, others, limit):
        is_near = ahead > -SNAP and across * across + ahead * ahead <= limit * limit
        if is_near and not _is_stopped(march, begun, across, ahead):
            found.add(across)
    return found


def _in_line(march: BlockSweep, begun: Sequence[Obstacle], limit: float, past: Sequence[float]) -> Iterator[float]:
    """Yield offsets at which the edge of a file meets an end of an obstacle's nearest part, or the front barely touches
    that end.
    """
    inner = {cell.left for cell in march.front} - {-march.half}
    for place, one in enumerate(begun):
        ends = {end - edge + more for end in (one.low, one.high) for edge in inner for more in past}
        ends.update((one.left + SLIVER - march.half, one.right - SLIVER + march.half))
        aside, before = sqrt(limit * limit - max(0.0, one.near) ** 2), begun[:place]
        yield from (end for end in ends if abs(end) <= aside and not _is_stopped(march, before, end, one.near))


def _at_sides(
    march: BlockSweep, begun: Sequence[Obstacle], others: Sequence[Obstacle], limit: float
) -> Iterator[Point]:
    """Yield positions (across, ahead) where two obstacles stop the front at once, or where the block moves least."""
    lines = [stop_line(one, march.half, limit) for one in begun]
    barred = [stop_line(one, march.half, limit) for one in others if one.near <= limit]
    yield from crossings(lines, [*barred, [Line(-limit, 0.0, limit, 0.0)]])
    least = march.least()
    for piece in chain.from_iterable(lines):
        found = nearest(piece, least)
        if found is not None:
            yield found


def _is_stopped(march: BlockSweep, nearer: Sequence[Obstacle], across: float, ahead: float) -> bool:
    """Return whether the nearest part of an obstacle stops the front short of a distance ahead."""
    left, right = across - march.half, across + march.half
    return any(
        one.near < ahead - CONTACT
        and one.low < right
        and one.high > left
        and not is_behind(march, one, left - PATH, right + PATH)
        for one in nearer
    )


def asides(
    march: BlockSweep, ahead: float, obstacles: Sequence[Shape], kept_off: Sequence[Shape], table: TableSize
) -> tuple[float, ...]:
    """Return offsets to the right at which a block just passes the obstacles in its path after moving `ahead` ticks.

    At these offsets the block touches none of the shapes in `kept_off` and lies wholly on the table.
    """
    taken = list(_taken(march, ahead, obstacles, kept_off, table))
    ends = {end for one in taken for end in one}
    return tuple(sorted(end for end in ends if not any(low + 1 < end < high - 1 for low, high in taken)))


def _taken(
    march: BlockSweep, ahead: float, obstacles: Sequence[Shape], kept_off: Sequence[Shape], table: TableSize
) -> Iterator[Span]:
    """Yield intervals of offsets at which there is no room for a block that has moved `ahead` ticks."""
    way = march.way(1.0, 0.0)
    band, held = march.corridor(0.0, ahead, 2 * CLEAR), march.outline(0.0, ahead)
    passed = (span_too_near(band, way, one, 0.0) for one in obstacles)
    touched = (span_too_near(held, way, one, CONTACT) for one in kept_off)
    for found in (*passed, *touched, *hanging(held, (0.0, 0.0), way, table)):
        if found is not None:
            yield found[0] - CLEAR, found[1] + CLEAR


def _meets(one: Obstacle, cell: FrontCell, across: float, ahead: float, *, corners: bool) -> bool:
    """Return whether a front model touches an obstacle. Corner contact counts if `corners` is set."""
    left, right = cell.left + across, cell.right + across
    if corners:
        is_beside = min(right, one.right) - max(left, one.left) > -PATH
        return is_beside and height(one, left - PATH, right + PATH) <= ahead + CONTACT
    if min(right, one.right) - max(left, one.left) <= CONTACT:
        return False
    if one.radius or one.near < ahead - CONTACT:  # a round side, or a slanted one at an end of the front
        return height(one, left, right) <= ahead + CONTACT
    return one.low < right - CONTACT and one.high > left + CONTACT


def _is_at_flank(march: BlockSweep, one: Obstacle, across: float, ahead: float) -> bool:
    """Return whether an obstacle touches a flank of a block by more than a corner."""
    before, (on_left, on_right) = ahead - CONTACT, _depths_of_ends(march.block)
    if abs(one.right - across + march.half) <= PATH:
        return one.near_on_right < before and one.far_on_right > ahead - on_left + CONTACT
    if abs(one.left - across - march.half) <= PATH:
        return one.near_on_left < before and one.far_on_left > ahead - on_right + CONTACT
    return False


def _is_along(beside: Sequence[Obstacle], march: BlockSweep, cell: FrontCell, across: float, back: float) -> bool:
    """Return whether an obstacle on a flank stands alongside the model at the same end of the front rank."""
    return any(
        (cell.left == -march.half and one.right < across and one.far_on_right > back)
        or (cell.right == march.half and one.left > across and one.far_on_left > back)
        for one in beside
    )
