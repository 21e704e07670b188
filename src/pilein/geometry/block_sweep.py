"""Movement of a block that first turns on the spot to a facing and then slides. The distances that its models move are
measured as well.
"""

from math import sqrt
from typing import Final, NamedTuple

from pilein.geometry.blocks import EMPTY, Block, face, moved
from pilein.geometry.rounded import HALF_TURN
from pilein.geometry.shapes import Arc, Point, Shape, rectangle
from pilein.geometry.ticks import QUARTER, TURN, heading
from pilein.geometry.tolerance import CONTACT, PATH

SLIVER: Final = 2.0 * CONTACT  # ticks of overlap that suffice for contact


class FrontCell(NamedTuple):
    """Model at the front edge, with its number, its stretch of the edge, and its displacement due to the turn."""

    model: int
    left: float
    right: float
    dx: float
    dy: float


class BlockSweep:
    """Block that has turned about the centre of its outline to face `facing`. Treat as frozen.

    Shifts are given as (`across`, `ahead`), in ticks to the right and forward after the turn. Stretches of the front
    edge are measured to the right of its midpoint. `travel` is the length in ticks of the arc that the front corners
    describe in the turn.
    """

    __slots__ = (
        "block",
        "cell",
        "cells",
        "cosine",
        "depth",
        "facing",
        "front",
        "half",
        "sine",
        "sums",
        "travel",
        "x",
        "y",
    )

    def __init__(self, block: Block, facing: int) -> None:
        """Turn a block to a facing. Raises ValueError if it has no models."""
        self.block = block
        self.facing = facing % TURN
        self.sine, self.cosine = heading(facing)
        files, rows = _bounds(block)
        self.cell = block.width
        self.half = (files[1] - files[0] + 1) * block.width / 2
        self.depth = (rows[1] - rows[0] + 1) * block.depth
        middle = (files[0] + files[1]) / 2, (rows[0] + rows[1]) / 2
        centre = _from_block(block, middle)
        self.x, self.y = _turned(*centre, *heading(block.facing))
        self.x += block.x
        self.y += block.y
        self.cells = _shifts(block, middle, (self.sine, self.cosine))
        first = rows[0] * block.files
        self.front = tuple(
            FrontCell(model, right - block.width / 2, right + block.width / 2, dx, dy)
            for slot, model, right, _, dx, dy in self.cells
            if first <= slot < first + block.files
        )
        self.sums = _sums(self.cells)
        self.travel = 2 * self.half * _angle(block.facing, self.facing)

    def way(self, across: float, ahead: float) -> Point:
        """Convert a shift to an offset on the table."""
        return across * self.cosine + ahead * self.sine, ahead * self.cosine - across * self.sine

    def seen(self, x: float, y: float) -> Point:
        """Return a point on the table as (across, ahead) from the midpoint of the front edge after the turn."""
        dx, dy = x - self.x, y - self.y
        return dx * self.cosine - dy * self.sine, dx * self.sine + dy * self.cosine - self.depth / 2

    def outline(self, across: float, ahead: float) -> Shape:
        """Return the outline of the block after a shift."""
        dx, dy = self.way(across, ahead)
        return rectangle(self.x + dx, self.y + dy, 2 * self.half, self.depth, self.facing)

    def corridor(self, across: float, ahead: float, less: float = CONTACT) -> Shape:
        """Return the area that the block sweeps when it moves straight forward to its position after a shift.

        The area is narrowed and shortened by `less` ticks, because a block may pass through a gap that is too narrow
        by CONTACT.
        """
        back = max(0.0, ahead)
        dx, dy = self.way(across, ahead - back / 2)
        return rectangle(self.x + dx, self.y + dy, 2 * self.half - less, self.depth + back - less, self.facing)

    def arrived(self, across: float, ahead: float) -> Block:
        """Return the block after a shift, snapped to the nearest tick."""
        files, rows = _bounds(self.block)
        middle = _from_block(self.block, ((files[0] + files[1]) / 2, (rows[0] + rows[1]) / 2))
        dx, dy = self.way(across - middle[0], ahead - middle[1])
        return moved(self.block, round(self.x + dx), round(self.y + dy), self.facing)

    def squares(self, across: float, ahead: float) -> float:
        """Return the sum of the squared displacements of all models after a shift, in square ticks."""
        dx, dy = self.way(across, ahead)
        square, x, y = self.sums
        return square + 2 * (dx * x + dy * y) + len(self.cells) * (dx * dx + dy * dy)

    def least(self) -> Point:
        """Return the shift (across, ahead) that minimises the total movement of the models. It is the mean displacement
        due to the turn, negated.
        """
        _, x, y = self.sums
        count = -len(self.cells)
        return (x * self.cosine - y * self.sine) / count, (x * self.sine + y * self.cosine) / count

    def displacement(self, cell: FrontCell, across: float, ahead: float) -> float:
        """Return the straight-line displacement of a front model after a shift."""
        dx, dy = self.way(across, ahead)
        return sqrt((cell.dx + dx) ** 2 + (cell.dy + dy) ** 2)

    def longest_wheel(self, across: float, ahead: float) -> float:
        """Return the longest path of any model if the block wheels on its inner front corner and then moves straight
        ahead.
        """
        angle = _angle(self.block.facing, self.facing)
        is_right = (self.facing - self.block.facing) % TURN <= TURN // 2
        corner = (self.half if is_right else -self.half), self.depth / 2
        before = _turned(*corner, *heading(self.block.facing))
        after = _turned(*corner, self.sine, self.cosine)
        dx, dy = self.way(across, ahead)
        straight = sqrt((dx + after[0] - before[0]) ** 2 + (dy + after[1] - before[1]) ** 2)
        far = max((right - corner[0]) ** 2 + (up - corner[1]) ** 2 for _, _, right, up, _, _ in self.cells)
        return sqrt(far) * angle + straight


def _bounds(block: Block) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the first and last file, and the first and last rank, that contain a model."""
    taken = [slot for slot, model in enumerate(block.slots) if model != EMPTY]
    if not taken:
        raise ValueError("a block without models cannot move")
    files = [slot % block.files for slot in taken]
    return (min(files), max(files)), (taken[0] // block.files, taken[-1] // block.files)


def _from_block(block: Block, cell: Point) -> Point:
    """Return the centre of a cell (file, row) relative to the midpoint of the block's front, as distances to the right
    and ahead.
    """
    return (cell[0] - (block.files - 1) / 2) * block.width, -(cell[1] + 0.5) * block.depth


def _shifts(block: Block, middle: Point, way: Point) -> tuple[tuple[int, int, float, float, float, float], ...]:
    """For each model, return its slot, its number, its offset from the centre of the outline, and its displacement due
    to the turn.
    """
    before = heading(block.facing)
    found = []
    for slot, model in enumerate(block.slots):
        if model != EMPTY:
            row, file = divmod(slot, block.files)
            right, up = (file - middle[0]) * block.width, (middle[1] - row) * block.depth
            bx, by = _turned(right, up, *before)
            ax, ay = _turned(right, up, *way)
            found.append((slot, model, right, up, ax - bx, ay - by))
    return tuple(found)


def _sums(cells: tuple[tuple[int, int, float, float, float, float], ...]) -> tuple[float, float, float]:
    """Return the sum of the squared displacements, and the components of the summed displacement."""
    square = x = y = 0.0
    for *_, dx, dy in cells:  # one by one: `sum` rounds floats differently from Python 3.12 on
        square += dx * dx + dy * dy
        x += dx
        y += dy
    return square, x, y


def _turned(right: float, up: float, sine: float, cosine: float) -> Point:
    return right * cosine + up * sine, up * cosine - right * sine


def _angle(before: int, after: int) -> float:
    turn = (after - before) % TURN
    return min(turn, TURN - turn) * 2 * HALF_TURN / TURN


# --- A block flush against a side of another block: offsets along it, and models in contact -----------------------


TURNED = {"front": 2 * QUARTER, "left": QUARTER, "rear": 0, "right": 3 * QUARTER}  # facing of a block against a side

Stretch = tuple[float, float]


class Side(NamedTuple):
    """Side of a block, seen from outside. Stretches are measured from the midpoint of the side, from left to right.

    `facing` is the facing of a block placed against this side. (`x`, `y`) is the midpoint of the side, `half` is
    half its length, and `cell` the length of the part that belongs to one model. `cells` are the occupied parts.
    """

    facing: int
    x: float
    y: float
    half: float
    cell: int
    cells: tuple[Stretch, ...]


class Meeting(NamedTuple):
    """Contact along a side: the number of models met there, and the attacking models that meet them."""

    enemies: int
    front: tuple[FrontCell, ...]


def side(block: Block, arc: Arc) -> Side:
    """Return a side of a block's outline. Raises ValueError if the block has no models."""
    (ax, ay), (bx, by) = face(block, arc)
    cell = block.width if arc in ("front", "rear") else block.depth
    cells = [divmod(slot, block.files)[::-1] for slot, model in enumerate(block.slots) if model != EMPTY]
    axis = 1 if arc in ("front", "rear") else 0  # for a cell (file, row), the index that all cells on the side share
    depths = [place[axis] for place in cells]
    line = min(depths) if arc in ("front", "left") else max(depths)
    along = [place[1 - axis] for place in cells]
    low, high = min(along), max(along)
    turn = -1 if arc in ("front", "right") else 1  # seen from the front, left and right are swapped
    middles = sorted(turn * (place[1 - axis] - (low + high) / 2) * cell for place in cells if place[axis] == line)
    half = (high - low + 1) * cell / 2
    stretches = tuple((middle - cell / 2, middle + cell / 2) for middle in middles)
    return Side((block.facing + TURNED[arc]) % TURN, (ax + bx) / 2, (ay + by) / 2, half, cell, stretches)


def places_along(march: BlockSweep, side: Side) -> tuple[float, ...]:
    """Return possible offsets of the front's midpoint to the right of the side's midpoint.

    If front and side have cells of the same width, their files are aligned, with at least one file against the side. If
    not, the front is centred on the side, stands straight ahead of its start, or is aligned at one end with the edge of
    a model.
    """
    if march.cell == side.cell:
        files, parts = round(2 * march.half / march.cell), round(2 * side.half / side.cell)
        first = march.half - side.half
        return tuple(first + place * side.cell for place in range(1 - files, parts))
    edges = sorted({edge for cell in side.cells for edge in cell} | {-side.half, side.half})
    widest = widest_shift(march, side)
    straight = min(max(-march.seen(side.x, side.y)[0], -widest), widest)
    found = {0.0, straight}
    found.update(edge + end for edge in edges for end in (-march.half, march.half))
    return tuple(sorted(place for place in found if abs(place) <= widest))


def finer_along(march: BlockSweep, side: Side) -> tuple[float, ...]:
    """Return further offsets at which a front with a different cell width may meet more models or move less.

    At each offset the edge of a file is just past the edge of a model.
    """
    if march.cell == side.cell:
        return ()
    edges = {edge for cell in side.cells for edge in cell}
    ends = {end for cell in march.front for end in (cell.left, cell.right)}
    found = {edge - end + past for edge in edges for end in ends for past in (-SLIVER, SLIVER)}
    widest = widest_shift(march, side)
    return tuple(sorted(place for place in found if abs(place) <= widest))


def meeting(march: BlockSweep, side: Side, shift: float) -> Meeting:
    """Return the models that meet edge to edge when the front is shifted `shift` ticks to the right of the side's
    midpoint.
    """
    enemies = 0
    front: list[FrontCell] = []
    for low, high in side.cells:
        met = [
            cell for cell in march.front if cell.left + shift < high - CONTACT and cell.right + shift > low + CONTACT
        ]
        enemies += bool(met)
        front += [cell for cell in met if cell not in front]
    return Meeting(enemies, tuple(front))


def meeting_at_corners(march: BlockSweep, side: Side, shift: float) -> tuple[FrontCell, ...]:
    """Return the models of the front that meet a model on the side, counting corner contact."""
    return tuple(
        cell
        for cell in march.front
        if any(cell.left + shift <= high + PATH and cell.right + shift >= low - PATH for low, high in side.cells)
    )


def widest_shift(march: BlockSweep, side: Side) -> float:
    """Return the maximum offset between the midpoints of the front and the side at which front and side still touch."""
    return march.half + side.half - CONTACT - 1
