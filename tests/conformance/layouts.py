"""Formations for the models of random units, laid out about an origin and then moved to a free place on the table."""

from collections.abc import Callable, Sequence
from random import Random

from msgspec import Struct

from pilein.geometry.blocks import Block, cell_shape
from pilein.geometry.gaps import overlaps, separation
from pilein.geometry.polygons import Polygon
from pilein.geometry.shapes import Base, Place, Shape, shape
from pilein.geometry.ticks import INCH, bearing, heading, ticks, turned
from pilein.geometry.tolerance import CONTACT

TRIES = 60
APART = (0.0, 0.0, 0.02, 0.3, 0.9, 1.5)  # inches between neighbours of a loose unit
FAR = 60 * INCH
QUARTER = 9000
Shapes = list[Shape]


class Stand(Struct, frozen=True):
    """The formation of a unit, in ticks: the positions of loose models, or the place and the number of files of a
    block.
    """

    loose: tuple[Place, ...] = ()
    block: Block | None = None

    def at(self, dx: int, dy: int) -> "Stand":
        if self.block is not None:
            block = self.block
            return Stand(
                block=Block(block.x + dx, block.y + dy, *(getattr(block, name) for name in block.__struct_fields__[2:]))
            )
        return Stand(tuple(Place(place.x + dx, place.y + dy, place.facing) for place in self.loose))

    def shapes(self, bases: Sequence[Base]) -> Shapes:
        if self.block is not None:
            return [cell_shape(self.block, slot) for slot in range(len(self.block.slots))]
        return [shape(base, place) for base, place in zip(bases, self.loose, strict=True)]


class Board(Struct):
    """A table under construction, with its size, its forbidden ground, and the side and the outlines of each unit."""

    width: int
    depth: int
    barred: list[Polygon]
    units: list[tuple[int, Shapes]]

    def has_room(self, shapes: Shapes) -> bool:
        """Return whether the outlines fit on the table beside all units placed so far."""
        others = [other for _, placed in self.units for other in placed]
        return (
            all(self._is_on(one) for one in shapes)
            and not any(ground.overlaps_shape(one) for ground in self.barred for one in shapes)
            and not any(overlaps(one, other) for one in shapes for other in others)
        )

    def _is_on(self, one: Shape) -> bool:
        xs, ys, rim = [x for x, _ in one.core], [y for _, y in one.core], one.radius
        return min(*xs, *ys) >= rim and max(xs) + rim <= self.width and max(ys) + rim <= self.depth


def block(chance: Random, bases: Sequence[Base], facing: int) -> Stand:
    """Return a block about the origin. The block faces in the direction `facing`."""
    files = min(len(bases), chance.choice((1, 2, 3, 4, 5, 5, 5, 7)))
    width, depth = max(base.width for base in bases), max(base.depth for base in bases)
    return Stand(block=Block(0, 0, facing, files, width, depth, tuple(range(len(bases)))))


def loose(chance: Random, bases: Sequence[Base], facing: int) -> Stand:
    """Return rows of loose models about the origin, usually all facing in the direction `facing`. The models touch or
    stand apart, in straight or staggered files.
    """
    cell = max(max(base.width, base.depth) for base in bases) + 4 + ticks(chance.choice(APART))
    files = chance.choice((1, 3, 4, 5, 6, 10))
    shift = chance.choice((0.0, 0.0, 0.5))
    places = []
    for number in range(len(bases)):
        row, file = divmod(number, files)
        right = (file - (min(files, len(bases)) - 1) / 2 + shift * (row % 2)) * cell
        dx, dy = turned(right, -row * cell, facing)
        places.append(Place(round(dx), round(dy), facing))
    if chance.random() < 0.2:
        turning = [chance.randrange(4) * QUARTER for _ in places]
        places = [
            Place(place.x, place.y, (place.facing + turn) % 36000) for place, turn in zip(places, turning, strict=True)
        ]
    return Stand(tuple(places))


def put(chance: Random, board: Board, side: int, make: Callable[[int], Stand], bases: Sequence[Base]) -> Stand | None:
    """Put a unit on the board, either free or against an enemy, and return its formation. If there is no room, return
    None.
    """
    for _ in range(TRIES):
        foes = [shapes for other, shapes in board.units if other != side]
        if foes and chance.random() < 0.45:
            stand = _against(chance, chance.choice(foes), make, bases)
        else:
            stand = _somewhere(chance, board, side, make)
        if stand is not None and board.has_room(stand.shapes(bases)) and not _overlap_itself(stand.shapes(bases)):
            board.units.append((side, stand.shapes(bases)))
            return stand
    return None


def _somewhere(chance: Random, board: Board, side: int, make: Callable[[int], Stand]) -> Stand:
    """Place a unit at random near the middle of its side's half of the table."""
    ahead = 0 if side == 0 else 2 * QUARTER
    facing = (ahead + chance.choice((0, 0, 0, chance.randrange(-4500, 4500), chance.randrange(36000)))) % 36000
    x = board.width // 2 + round(chance.uniform(-9, 9) * INCH)
    y = board.depth // 2 + round(chance.uniform(0.3, 8) * INCH) * (-1 if side == 0 else 1)
    return make(facing).at(x, y)


def _against(chance: Random, foes: Shapes, make: Callable[[int], Stand], bases: Sequence[Base]) -> Stand | None:
    """Place a unit in contact with an enemy, square to a side of one of its models or at any angle, at a place that the
    unit could have reached from afar.
    """
    foe = chance.choice(foes)
    if foe.frame is not None and chance.random() < 0.8:
        way = (bearing(foe.frame[0], foe.frame[1]) + chance.randrange(4) * QUARTER) % 36000
    else:
        way = chance.randrange(36000)
    stand = make((way + 18000) % 36000)
    sine, cosine = heading(way)
    aside = round(chance.choice((0, 0, chance.uniform(-2, 2))) * INCH)
    x, y = foe.x + aside * cosine, foe.y - aside * sine

    def far(distance: int) -> Stand:
        return stand.at(round(x + distance * sine), round(y + distance * cosine))

    def is_free(distance: int) -> bool:
        shapes = far(distance).shapes(bases)
        return not any(overlaps(one, other) for one in shapes for other in foes)

    found = far(_least(is_free))
    near = min(separation(one, other) for one in found.shapes(bases) for other in foes)
    return found if near <= CONTACT else None


def _least(is_free: Callable[[int], bool]) -> int:
    """Return the shortest distance beyond which the path outwards is free, found to the tick by bisection."""
    low, high = 0, FAR
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_free(middle) else (middle, high)
    return high


def _overlap_itself(shapes: Shapes) -> bool:
    return any(overlaps(one, other) for place, one in enumerate(shapes) for other in shapes[:place])
