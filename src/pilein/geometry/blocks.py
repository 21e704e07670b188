"""Blocks of models in ranks and files, each a single value that determines every model's place."""

from functools import cached_property, lru_cache
from typing import Final, Literal

import msgspec

from pilein.geometry.shapes import Place, Point, Shape, rectangle
from pilein.geometry.ticks import TURN, heading, turned

EMPTY: Final = -1  # in a slot

Face = Literal["front", "right", "rear", "left"]
Segment = tuple[Point, Point]


class Block(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """Grid of models in base contact.

    (`x`, `y`) is the midpoint of the front edge of the front rank, in ticks. `files` is the number of columns.
    `width` and `depth` are the size of a cell in ticks, across and along the facing. `slots` holds model numbers or
    EMPTY, rank by rank from the front, and within a rank from left to right as seen from behind.
    """

    x: int
    y: int
    facing: int
    files: int
    width: int
    depth: int
    slots: tuple[int, ...]

    @cached_property
    def outline(self) -> Shape:
        """Smallest rectangle of cells that contains every model. `pilein.fast` requires that this property call no
        function of this module.
        """
        taken = [divmod(slot, self.files) for slot, model in enumerate(self.slots) if model != EMPTY]
        if not taken:
            raise ValueError("a block without models has no outline")
        rows, files = sorted({row for row, _ in taken}), sorted({file for _, file in taken})
        return self.cells(rows[0], rows[-1], files[0], files[-1])

    def cells(self, front: int, rear: int, left: int, right: int) -> Shape:
        """Rectangle of the cells between two ranks and two files, counted from zero and inclusive."""
        x, y = self.centre((left + right) / 2, (front + rear) / 2)
        return rectangle(x, y, (right - left + 1) * self.width, (rear - front + 1) * self.depth, self.facing)

    def centre(self, file: float, row: float) -> Point:
        """Centre of a cell. Half-integer arguments give the midpoint between cells."""
        right = (file - (self.files - 1) / 2) * self.width
        dx, dy = turned(right, -(row + 0.5) * self.depth, self.facing)
        return self.x + dx, self.y + dy


def place_of(block: Block, slot: int) -> Place:
    """Return the place of the model in a slot, rounded to the nearest tick."""
    x, y = block.centre(*_cell(block, slot))
    return Place(round(x), round(y), block.facing)


def cell_shape(block: Block, slot: int) -> Shape:
    """Return the outline of a slot, unrounded, so that neighbours touch exactly and never overlap."""
    return _rectangle_of(block.x, block.y, block.facing, block.files, block.width, block.depth, slot)


@lru_cache(maxsize=16384)
def _rectangle_of(x: int, y: int, facing: int, files: int, width: int, depth: int, slot: int) -> Shape:
    """Return the outline of a slot. The result is cached, because a block stays in place while models are removed."""
    block = Block(x, y, facing, files, width, depth, ())
    file, row = _cell(block, slot)
    return block.cells(row, row, file, file)


def outline(block: Block) -> Shape:
    """Return the smallest rectangle of cells that contains every model. The result is cached.

    Raises ValueError for an empty block.
    """
    return block.outline


@lru_cache(maxsize=256)
def bands(block: Block) -> tuple[Shape, ...]:
    """Return rectangles that together contain every model, merging consecutive ranks with the same end files."""
    spans: list[tuple[int, int, int, int]] = []  # the first and the last rank, the first and the last file
    for rank, row in enumerate(_rows(block)):
        taken = [file for file, model in enumerate(row) if model != EMPTY]
        if taken and spans and spans[-1][1:] == (rank - 1, taken[0], taken[-1]):
            spans[-1] = (spans[-1][0], rank, taken[0], taken[-1])
        elif taken:
            spans.append((rank, rank, taken[0], taken[-1]))
    return tuple(block.cells(*one) for one in spans)


def ranks(block: Block) -> tuple[tuple[int, ...], ...]:
    """Return the model numbers of each non-empty rank, from the front and from left to right."""
    models = [tuple(model for model in row if model != EMPTY) for row in _rows(block)]
    return tuple(row for row in models if row)


def slot_of(block: Block, model: int) -> int:
    """Return the slot of a model. Raises ValueError if the model is not in the block."""
    return block.slots.index(model)


def face(block: Block, side: Face) -> Segment:
    """Return the two ends of one side of the outline, clockwise: the front runs from left to right."""
    rear_left, rear_right, front_right, front_left = outline(block).core
    return {
        "front": (front_left, front_right),
        "right": (front_right, rear_right),
        "rear": (rear_right, rear_left),
        "left": (rear_left, front_left),
    }[side]


def with_slots(block: Block, slots: tuple[int, ...]) -> Block:
    """Return a copy with the contents of the slots replaced."""
    return msgspec.structs.replace(block, slots=slots)


def moved(block: Block, x: int, y: int, facing: int) -> Block:
    """Return a copy with the midpoint of its front edge at (x, y) and the given facing."""
    return msgspec.structs.replace(block, x=x, y=y, facing=facing % TURN)


def gaps_in(slots: tuple[int, ...], files: int) -> tuple[int, ...]:
    """Return the empty slots in front of the last rank, foremost first. For a single rank, return the empty slots
    between its models.
    """
    filled = [slot for slot, model in enumerate(slots) if model != EMPTY]
    inside = range(filled[-1] // files * files) or range(filled[0], filled[-1])
    return tuple(slot for slot in inside if slots[slot] == EMPTY)


def fronted(block: Block) -> Block:
    """Return the block without its empty front ranks. No model moves."""
    dead = next((slot for slot, model in enumerate(block.slots) if model != EMPTY), 0) // block.files
    if not dead:
        return block
    back, (sine, cosine) = dead * block.depth, heading(block.facing)
    shorter = with_slots(block, block.slots[dead * block.files :])
    return moved(shorter, round(block.x - sine * back), round(block.y - cosine * back), block.facing)


def regrouped(block: Block, files: int | None = None) -> Block:
    """Return the block closed up towards the front and left, without moving the midpoint of its front.

    `files` is the new number of columns, by default the old one. Raises ValueError if `files` is less than one.
    """
    columns = block.files if files is None else files
    if columns < 1:
        raise ValueError(f"a block must have at least one file, not {columns}")
    models = tuple(model for model in block.slots if model != EMPTY)
    return msgspec.structs.replace(block, files=columns, slots=models)


def _rows(block: Block) -> list[tuple[int, ...]]:
    """Return the slots of each rank from the front, including empty slots."""
    return [block.slots[start : start + block.files] for start in range(0, len(block.slots), block.files)]


def _cell(block: Block, slot: int) -> tuple[int, int]:
    """Return the file and rank of a slot, counted from zero."""
    row, file = divmod(slot, block.files)
    return file, row
