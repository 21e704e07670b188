"""A block flush against a side of another: where along it it may stand, and which models then meet."""

from typing import NamedTuple

from pilein.geometry.angles import QUARTER, TURN
from pilein.geometry.arcs import Arc
from pilein.geometry.blocks import EMPTY, Block, face
from pilein.geometry.marches import FrontCell, March
from pilein.geometry.ticks import CONTACT

TURNED = {"front": 2 * QUARTER, "left": QUARTER, "rear": 0, "right": 3 * QUARTER}  # who stands against that side

Stretch = tuple[float, float]


class Side(NamedTuple):
    """A side of a block as those see it who face it: stretches run from their left to their right, from its middle.

    `facing` is theirs. (`x`, `y`) is the middle of the side, `half` half its length, `cell` the length of a model's
    part of it; `cells` are the parts that have a model.
    """

    facing: int
    x: float
    y: float
    half: float
    cell: int
    cells: tuple[Stretch, ...]


class Meeting(NamedTuple):
    """Who meets along a side: how many of its models, and which of those who stand against it."""

    enemies: int
    front: tuple[FrontCell, ...]


def side(block: Block, arc: Arc) -> Side:
    """Return a side of a block's outline. Raises ValueError for a block without models."""
    (ax, ay), (bx, by) = face(block, arc)
    cell = block.width if arc in ("front", "rear") else block.depth
    cells = [divmod(slot, block.files)[::-1] for slot, model in enumerate(block.slots) if model != EMPTY]
    axis = 1 if arc in ("front", "rear") else 0  # of a cell (file, row), the number that all on the side share
    depths = [place[axis] for place in cells]
    line = min(depths) if arc in ("front", "left") else max(depths)
    along = [place[1 - axis] for place in cells]
    low, high = min(along), max(along)
    turn = -1 if arc in ("front", "right") else 1  # facing a front, left and right change over
    middles = sorted(turn * (place[1 - axis] - (low + high) / 2) * cell for place in cells if place[axis] == line)
    half = (high - low + 1) * cell / 2
    stretches = tuple((middle - cell / 2, middle + cell / 2) for middle in middles)
    return Side((block.facing + TURNED[arc]) % TURN, (ax + bx) / 2, (ay + by) / 2, half, cell, stretches)


def places_along(march: March, side: Side) -> tuple[float, ...]:
    """Return how far the middle of the front may stand to the right of the side's middle.

    Where both have cells of one width, files stand in line with files, one at least against the side. Otherwise the
    front stands on the middle of the side, straight ahead of where it was, or with an end at the edge of a model.
    """
    if march.cell == side.cell:
        files, parts = round(2 * march.half / march.cell), round(2 * side.half / side.cell)
        first = march.half - side.half
        return tuple(first + place * side.cell for place in range(1 - files, parts))
    edges = sorted({edge for cell in side.cells for edge in cell} | {-side.half, side.half})
    widest = march.half + side.half - CONTACT - 1
    straight = min(max(-march.seen(side.x, side.y)[0], -widest), widest)
    found = {0.0, straight}
    found.update(edge + end for edge in edges for end in (-march.half, march.half))
    return tuple(sorted(place for place in found if abs(place) <= widest))


def meeting(march: March, side: Side, shift: float) -> Meeting:
    """Return who meets edge to edge when the front stands so far to the right of the side's middle."""
    enemies = 0
    front: list[FrontCell] = []
    for low, high in side.cells:
        met = [
            cell for cell in march.front if cell.left + shift < high - CONTACT and cell.right + shift > low + CONTACT
        ]
        enemies += bool(met)
        front += [cell for cell in met if cell not in front]
    return Meeting(enemies, tuple(front))
