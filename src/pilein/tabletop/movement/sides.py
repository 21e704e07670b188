"""Contact with blocks on one side only, at places along that side and around its corners."""

from functools import lru_cache
from typing import Final

from pilein.geometry.blocks import EMPTY, Block, cell_shape, gaps_in, outline, with_slots
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import Arc, ContactLocus, Line, contact_locus, middle
from pilein.geometry.gaps import overlaps, within
from pilein.geometry.rounded import Vector
from pilein.geometry.shapes import Base, Shape, rectangle
from pilein.geometry.ticks import QUARTER, TURN, turned
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.movement.ground import ground_for
from pilein.tabletop.movement.memory import FieldMemo
from pilein.tabletop.movement.terms import ALL_ROUND, Sides, Terms
from pilein.tabletop.plane import Plane

ROOMS = FieldMemo[tuple[object, ...], ConfigurationSpace]("rooms")
FILLED: Final = EMPTY + 1  # any model
APART: Final = CONTACT + 1  # ticks: the smallest gap without contact
NEARLY: Final = 1 - 1e-6  # cosine of an angle within rounding error
HAIR: Final = 2  # ticks by which a model that fills a gap may stick out
THICK: Final = APART - HAIR  # depth of a strip along a side that any model touching the side reaches into
OUT = (APART + HAIR) / 2  # distance of the strip's middle beyond the side
TURNED = {
    "front": 2 * QUARTER,
    "left": QUARTER,
    "rear": 0,
    "right": 3 * QUARTER,
}  # facing, relative to the block's, of a model that faces this side
OUTWARD = {"front": (0.0, 1.0), "rear": (0.0, -1.0), "left": (-1.0, 0.0), "right": (1.0, 0.0)}


def ring_round(plane: Plane, terms: Terms, base: Base, model: int) -> ContactLocus:
    """Places in contact with a model. For a model of a block, only places at the open side count. If corner contact
    does not count, the ends of each face are left out.
    """
    found = _ring_at_side(plane, terms.sides, base, model)
    if terms.by_edges and base.kind == "rectangle" and not plane.shape(model).radius:
        found = tuple(_without_corners(one) for one in found if isinstance(one, Line))
    return found


def wraps(plane: Plane, sides: Sides, body: Shape, contact: tuple[int, ...]) -> bool:
    """Whether an outline in contact with the given models touches a block anywhere other than at its open side and the
    corners of that side.
    """
    if not sides.bound:
        return False
    unit_of = plane.setup.unit_of
    return any(
        _is_round_the_corner(plane, sides, unit, body) for unit in dict.fromkeys(unit_of[one] for one in contact)
    )


def bound_side(plane: Plane, sides: Sides, unit: int) -> str:
    """The only side of a unit that may be touched, or ALL_ROUND."""
    side = sides.of(unit)
    return side if side != ALL_ROUND and isinstance(plane.standings[unit], Block) else ALL_ROUND


def is_at_open_side(plane: Plane, sides: Sides, model: int) -> bool:
    """Whether a model is exposed at the open side of its block, or does not stand in ranks."""
    unit = plane.setup.unit_of[model]
    block, side = plane.standings[unit], bound_side(plane, sides, unit)
    if side == ALL_ROUND or sides.holes_are_open:
        return True
    return isinstance(block, Block) and model in _models_open_to(block, side, sides)


def room_to_end(plane: Plane, terms: Terms, model: int) -> ConfigurationSpace:
    """Ground on which a model may end: its `ground_for` without the areas along the closed sides of blocks.

    Paths over this ground keep half a base width from obstacles, so that they may end anywhere along a side that
    they pass.
    """
    ground = ground_for(plane, terms.bars, model)
    shut = _shut_ground(plane, terms.sides, plane.shape(model)) if terms.sides.bound else []
    if not shut:
        return ground
    rooms = ROOMS.on(plane)
    key = (model, terms.bars, terms.sides)
    if key not in rooms:
        width, depth = ground.table or (None, None)
        rooms[key] = ConfigurationSpace(
            (*ground.shapes, *shut), width, depth, (), ground.radius + CONTACT / 2, ground.looked
        )
    return rooms[key]


def last_rank(block: Block) -> int:
    """Rank of the rearmost model, counted from zero."""
    return max(slot for slot, model in enumerate(block.slots) if model != EMPTY) // block.files


def missing(block: Block) -> tuple[int, ...]:
    """Empty slots in front of the last rank, foremost first. In a block of one rank: empty slots between its models."""
    return gaps_in(block.slots, block.files)


@lru_cache(maxsize=256)
def beside_last_rank(block: Block) -> tuple[int, ...]:
    """Empty slots at both ends of the last rank, behind models of the rank in front. A single rank has none.

    Slots behind an empty slot, and slots between models of the last rank, are excluded.
    """
    empty = _empty_in_last_rank(block)
    filled = [slot for slot in _slots_of_last_rank(block) if slot not in empty]
    ends = (slot for slot in empty if not filled[0] < slot < filled[-1])
    return tuple(slot for slot in ends if block.slots[slot - block.files] != EMPTY)


@lru_cache(maxsize=256)
def holes(block: Block) -> tuple[int, ...]:
    """Gaps inside a block, between its outermost ranks and files. By default, other models cannot enter the gaps.

    If a whole front rank or outer file has died, the next rank or file becomes the face.
    """
    filled = [divmod(slot, block.files) for slot, model in enumerate(block.slots) if model != EMPTY]
    first, left, right = min(filled)[0], min(file for _, file in filled), max(file for _, file in filled)
    return tuple(
        slot for slot in missing(block) if slot // block.files >= first and left <= slot % block.files <= right
    )


@lru_cache(maxsize=256)
def ground_held(block: Block) -> Shape:
    """Outline of a block, including its gaps."""
    held = holes(block)
    return outline(
        with_slots(block, tuple(FILLED if slot in held else model for slot, model in enumerate(block.slots)))
    )


def is_before(block: Block, side: str, body: Shape) -> bool:
    """Whether an outline stands wholly in front of a side of a block or against it. Holes count as part of the block.

    A disc that touches a corner may extend past the end of the side, as long as its centre is in the quarter in
    front of the side.
    """
    held = ground_held(block)
    assert held.frame is not None
    ox, oy = turned(*OUTWARD[side], block.facing)
    half, wide = held.frame[3:1:-1] if side in {"front", "rear"} else held.frame[2:]
    ahead = min((x - held.x) * ox + (y - held.y) * oy for x, y in body.core) - half
    if ahead - body.radius >= -CONTACT or not body.is_disc:
        return ahead - body.radius >= -CONTACT
    return ahead + CONTACT >= abs((body.x - held.x) * oy - (body.y - held.y) * ox) - wide >= 0


def is_beside_last_rank(block: Block, body: Shape) -> bool:
    """Whether an outline stands beside an incomplete last rank without reaching around the corner."""
    return _is_in_an_open_place(block, "rear", body, beside_last_rank(block))


@lru_cache(maxsize=256)
def models_on(block: Block, side: str) -> tuple[int, ...]:
    """Models in the outermost row of a side, not counting holes."""
    cells = [(*divmod(slot, block.files), model) for slot, model in enumerate(block.slots) if model != EMPTY]
    axis = 0 if side in {"front", "rear"} else 1
    edge = (min if side in {"front", "left"} else max)(cell[axis] for cell in cells)
    return tuple(cell[2] for cell in cells if cell[axis] == edge)


def _models_open_to(block: Block, side: str, sides: Sides) -> tuple[int, ...]:
    """Models in the outermost row of a side and, at the rear, models in front of the last rank's empty slots."""
    outermost = models_on(block, side)
    if side != "rear" or not sides.last_rank_is_open:
        return outermost
    return (*outermost, *(block.slots[slot - block.files] for slot in beside_last_rank(block)))


def _ring_at_side(plane: Plane, sides: Sides, base: Base, model: int) -> ContactLocus:
    round_it = contact_locus(base, plane.shape(model))
    unit = plane.setup.unit_of[model]
    side = bound_side(plane, sides, unit) if sides.bound else ALL_ROUND
    block = plane.standings[unit]
    if side == ALL_ROUND or not isinstance(block, Block):
        return round_it
    if not sides.holes_are_open and model not in _models_open_to(block, side, sides):
        return ()
    facing, out = (block.facing + TURNED[side]) % TURN, turned(*OUTWARD[side], block.facing)
    lines = [one for one in round_it if isinstance(one, Line) and _is_facing(one, facing)]
    corners = (_half_before(one, out) for one in round_it if isinstance(one, Arc) and base.kind == "round")
    return (*lines, *filter(None, corners))


def _half_before(corner: Arc, out: Vector) -> Arc | None:
    """Half of a disc's path around a corner, in the quarter in front of the side. `out` points away from the side."""
    (cx, cy), (mx, my), radius = corner.centre, middle(corner), corner.radius
    half = (mx - cx) / radius, (my - cy) / radius
    if _is_along(corner.start, out):
        return Arc(corner.centre, radius, corner.start, half)
    return Arc(corner.centre, radius, half, corner.end) if _is_along(corner.end, out) else None


def _is_along(way: Vector, out: Vector) -> bool:
    return way[0] * out[0] + way[1] * out[1] > NEARLY


def _without_corners(line: Line) -> Line:
    """Part of a face where a base touches more than a corner, or the midpoint of the face if there is no such part."""
    (ax, ay), (bx, by) = line.start, line.end
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    part = min(0.5, 2 * APART / length) if length else 0.0
    dx, dy = part * (bx - ax), part * (by - ay)
    return Line((ax + dx, ay + dy), (bx - dx, by - dy), line.facing)


def _is_facing(line: Line, facing: int) -> bool:
    return min((line.facing - facing) % TURN, (facing - line.facing) % TURN) <= 1


def _is_round_the_corner(plane: Plane, sides: Sides, unit: int, body: Shape) -> bool:
    block, side = plane.standings[unit], bound_side(plane, sides, unit)
    if side == ALL_ROUND or not isinstance(block, Block):
        return False
    if is_before(block, side, body):
        return False
    places = _open_places(block, side, sides)
    return not _is_in_an_open_place(block, side, body, places)


def _is_in_an_open_place(block: Block, side: str, body: Shape, places: tuple[int, ...]) -> bool:
    """Whether an outline stands in or at an open slot of a side without reaching around the corner."""
    in_one = any(within(body, cell_shape(block, slot), 0) for slot in places)
    return in_one and not any(overlaps(body, shut) for shut in _cells_all_but(block, side, places))


def closed_ground(plane: Plane, sides: Sides) -> list[tuple[int, tuple[Shape, ...]]]:
    """Units in ranks, each with the areas around it in which an outline would touch a closed side."""
    found: list[tuple[int, tuple[Shape, ...]]] = []
    for unit, _ in sides.bound:
        block, side = plane.standings[unit], bound_side(plane, sides, unit)
        if side != ALL_ROUND and isinstance(block, Block):
            places = _open_places(block, side, sides)
            found.append((unit, _cells_all_but(block, side, places) if places else (_other_sides(block, side),)))
    return found


def _shut_ground(plane: Plane, sides: Sides, body: Shape) -> list[Shape]:
    """Areas around blocks where an outline would touch a closed side. Blocks that the outline already touches are left
    out.
    """
    found: list[Shape] = []
    for _, grounds in closed_ground(plane, sides):
        if not any(overlaps(body, ground) for ground in grounds):
            found += grounds
    return found


def _open_places(block: Block, side: str, sides: Sides) -> tuple[int, ...]:
    """Slots that other models may enter to touch a side of a block. The slots lie within the block's rectangle."""
    if sides.holes_are_open:
        return _open_holes(block, side)
    return beside_last_rank(block) if side == "rear" and sides.last_rank_is_open else ()


@lru_cache(maxsize=256)
def _open_holes(block: Block, side: str) -> tuple[int, ...]:
    """Gaps in the outermost row of a side, and gaps that open onto them. At the rear, all empty slots of the last rank
    are included.
    """
    held = (*missing(block), *_empty_in_last_rank(block)) if side == "rear" else missing(block)
    return tuple(slot for slot in held if all(one in held for one in _outwards(block, side, slot)))


def _slots_of_last_rank(block: Block) -> range:
    last = last_rank(block)
    return range(last * block.files, (last + 1) * block.files)


def _empty_in_last_rank(block: Block) -> tuple[int, ...]:
    slots = _slots_of_last_rank(block) if last_rank(block) else ()
    return tuple(slot for slot in slots if block.slots[slot : slot + 1] in {(), (EMPTY,)})


def _outwards(block: Block, side: str, slot: int) -> range:
    """Slots between a given slot of a block and one of the block's sides."""
    row, file = divmod(slot, block.files)
    if side == "front":
        return range(file, slot, block.files)
    if side == "rear":
        return range(slot + block.files, (last_rank(block) + 1) * block.files, block.files)
    return range(row * block.files, slot) if side == "left" else range(slot + 1, (row + 1) * block.files)


@lru_cache(maxsize=256)
def _cells_all_but(block: Block, side: str, places: tuple[int, ...]) -> tuple[Shape, ...]:
    """Strips along the other sides of a block, and all other empty slots. For a side with open slots, this result
    replaces that of `_other_sides`.
    """
    held = ground_held(block)
    assert held.frame is not None
    right, ahead = held.frame[2:]
    ox, oy = OUTWARD[side]
    strips = []
    for other, (across, along) in OUTWARD.items():
        if other == side:
            continue
        dx, dy, width, depth = across * (right + OUT), along * (ahead + OUT), 2 * (right + APART), 2 * (ahead + APART)
        if across * ox + along * oy == 0:  # as far as the open side, except for its corners
            cut = APART + CONTACT + (_depth_open_at(block, other) if side == "rear" else 0)
            dx, dy = dx - ox * cut / 2, dy - oy * cut / 2
            width, depth = width - abs(ox) * cut, depth - abs(oy) * cut
        width, depth = (THICK, depth) if across else (width, THICK)
        dx, dy = turned(dx, dy, block.facing)
        strips.append(rectangle(held.x + dx, held.y + dy, width, depth, block.facing))
    rows = last_rank(block)
    slots = range((rows + 1) * block.files) if rows else missing(block)
    empty = (slot for slot in slots if block.slots[slot : slot + 1] in {(), (EMPTY,)} and slot not in places)
    cells = (cell_shape(block, slot) for slot in empty)
    return (*strips, *(cell for cell in cells if overlaps(cell, held)))


def _depth_open_at(block: Block, end: str) -> int:
    """Depth in ticks of the gap at one end of a block's last rank, or zero if a model stands at that end."""
    beside = beside_last_rank(block)
    files = {slot % block.files for slot, model in enumerate(block.slots) if model != EMPTY}
    outermost = last_rank(block) * block.files + (min(files) if end == "left" else max(files))
    return block.depth if outermost in beside else 0


@lru_cache(maxsize=256)
def _other_sides(block: Block, side: str) -> Shape:
    """Rectangle of a block, widened by the contact distance except at the open side, where it is narrowed."""
    held = ground_held(block)
    assert held.frame is not None
    out = turned(*OUTWARD[side], block.facing)
    inward = (APART + CONTACT) / 2
    is_across = side in {"left", "right"}
    width, depth = (1, 2 * APART) if is_across else (2 * APART, 1)
    x, y = held.x - out[0] * inward, held.y - out[1] * inward
    return rectangle(x, y, 2 * held.frame[2] + width, 2 * held.frame[3] + depth, block.facing)
