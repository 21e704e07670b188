"""Paths of charging blocks to their targets: a wheel, a straight move and lining up (WAB-CH-06, WAB-CH-07,
WAB-R-36).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, groupby, pairwise
from math import ceil, sqrt
from typing import NamedTuple

from pilein.geometry.block_sweep import BlockSweep, Side, meeting, places_along, side
from pilein.geometry.blocks import EMPTY, Block, cell_shape, face, moved, outline
from pilein.geometry.gaps import gap, touches
from pilein.geometry.rounded import HALF_TURN
from pilein.geometry.shapes import Arc, Point, Shape, distance
from pilein.geometry.straight_sweeps import span_too_near
from pilein.geometry.ticks import INCH, QUARTER, TURN, bearing, heading
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.clearance import bodies_of, shifted
from pilein.rulesets.wab.going import cost, factor_at, stretches
from pilein.rulesets.wab.nearness import middle
from pilein.rulesets.wab.sight import front_middle
from pilein.rulesets.wab.state import Battle, Charge
from pilein.tabletop.memo import Kept, Memo, kept
from pilein.tabletop.movement.straight_runs import ROUNDING

# --- A block that wheels on a front corner, then moves straight until a point of its front meets an aim ----------


LEFT, RIGHT = -1, 1  # the corner that stays where it is
SWEEP = INCH / 4  # distance the outermost model moves between two collision checks
GRAIN = 1  # hundredths of a degree: smaller turns are ignored


class Wheel(NamedTuple):
    """Wheel of a block, with its pivot corner, its angle in hundredths of a degree to the right, its length, and the
    block afterwards.

    `length` is the path in ticks of the outermost model, which travels furthest (WAB-MN-03).
    """

    corner: int
    turn: int
    length: float
    block: Block


def wheels_to(block: Block, aim: Point, part: float) -> Iterator[Wheel]:
    """Yield the wheels to the left and to the right after which a point of the front directly faces the aim.

    `part` selects the point of the front: 0 for the left corner, 1 for the right corner, and 0.5 for the middle. If
    a wheel would have to turn backwards, its `turn` has the wrong sign.
    """
    left, right = face(block, "front")
    width = distance(left, right)
    for corner, pivot, offset in ((LEFT, left, part * width), (RIGHT, right, (part - 1) * width)):
        dx, dy = aim[0] - pivot[0], aim[1] - pivot[1]
        ahead = dx * dx + dy * dy - offset * offset
        if ahead >= 0:
            facing = bearing(dx, dy) - bearing(offset, sqrt(ahead)) if dx or dy else block.facing
            turn = signed(facing - block.facing)
            yield wheeled(block, corner, 0 if abs(turn) <= GRAIN else turn)


def wheeled(block: Block, corner: int, turn: int) -> Wheel:
    """Wheel a block on a corner by an angle in hundredths of a degree to the right."""
    if not turn:
        return Wheel(corner, 0, 0.0, block)
    left, right = face(block, "front")
    pivot = left if corner == LEFT else right
    sine, cosine = heading(block.facing)
    dx, dy = block.x - pivot[0], block.y - pivot[1]
    across, ahead = dx * cosine - dy * sine, dx * sine + dy * cosine
    sine, cosine = heading(block.facing + turn)
    x, y = pivot[0] + across * cosine + ahead * sine, pivot[1] + ahead * cosine - across * sine
    furthest, _ = furthest_from_corner(block.files, block.width, block.depth, block.slots, corner)
    length = furthest * abs(turn) * HALF_TURN / (2 * QUARTER)
    return Wheel(corner, turn, length, moved(block, round(x), round(y), block.facing + turn))


@lru_cache(maxsize=4096)
def furthest_from_corner(files: int, width: int, depth: int, slots: tuple[int, ...], corner: int) -> tuple[float, int]:
    """Return the model that travels furthest in a wheel, as (distance from the pivot corner, slot of the model)
    (WAB-MN-03).

    The distance is measured to the model's outer front corner. In a line this model is in the front rank; in a
    column it is the last model.
    """
    taken = [divmod(slot, files) for slot, model in enumerate(slots) if model != EMPTY]
    first, last, front = min(file for _, file in taken), max(file for _, file in taken), taken[0][0]

    def far(row: int, file: int) -> float:
        across = file - first + 1 if corner == LEFT else last - file + 1
        return sqrt(((row - front) * depth) ** 2 + (across * width) ** 2)

    return max((far(row, file), row * files + file) for row, file in taken)


def steps_of(block: Block, wheel: Wheel) -> tuple[Block, ...]:
    """Return the poses of a block at every quarter of an inch along a wheel and at the end of the wheel."""
    looks = max(1, ceil(wheel.length / SWEEP))
    return tuple(wheeled(block, wheel.corner, wheel.turn * look // looks).block for look in range(1, looks + 1))


def cost_of_wheel(battle: Battle, table: Table, unit: int, block: Block, wheel: Wheel) -> float:
    """Return the cost of a wheel in ticks of movement, according to the ground under the model that travels furthest
    (WAB-R-54).

    Under `slowest-for-all` the cost depends on the worst ground that any part of the block touches.
    """
    if not battle.setup.grounds or not wheel.turn:
        return wheel.length
    stands = (block, *steps_of(block, wheel))
    dear = factor_at(battle, unit, [outline(one) for one in stands])
    if dear > 1 and table.rule("WAB-R-54") == "slowest-for-all":
        return wheel.length * dear
    _, slot = furthest_from_corner(block.files, block.width, block.depth, block.slots, wheel.corner)
    spent, gone = 0.0, wheel.length / (len(stands) - 1)
    for here, there in pairwise(cell_shape(one, slot) for one in stands):
        dx, dy = there.x - here.x, there.y - here.y
        far = sqrt(dx * dx + dy * dy) or 1.0
        spent += cost(stretches(battle, table, unit, (here,), (dx / far, dy / far), gone))
    return spent


def signed(angle: int) -> int:
    """Convert an angle to a turn of half a circle or less. The turn is negative if it is to the left."""
    return (angle + TURN // 2) % TURN - TURN // 2


NEAREST = 5  # loose models tried two at a time
ASIDE = 4 * CONTACT  # hundredths of a degree by which a direction may miss its aim


Touch = tuple[int, tuple[int, ...]]  # number of its own models that touch, and the enemies touched


class Way(NamedTuple):
    """Path into contact, with the wheel, the distance straight ahead, and the final standing of the block.

    `own` is the number of the block's models that touch an enemy. `met` holds the numbers of the enemies touched,
    either loose models or parts of a side.
    """

    wheel: Wheel
    straight: float
    end: Block
    own: int
    met: tuple[int, ...]

    @property
    def contacts(self) -> int:
        """Number of models on both sides that are in contact."""
        return self.own + len(self.met)

    @property
    def length(self) -> float:
        """Length of the path in ticks, not counting the cost of ground."""
        return self.wheel.length + self.straight


def ways(battle: Battle, charge: Charge, longest: float) -> Iterator[Way]:
    """Yield a block's paths into contact that are no longer than `longest` ticks, beginning with those that bring the
    most models into contact. Among equal paths, the shortest comes first.
    """
    block, target = battle.plane.standings[charge.unit], battle.plane.standings[charge.target]
    assert isinstance(block, Block)
    if isinstance(target, Block):
        yield from _to_ranks(battle, block, side(target, struck_side(battle, charge)), longest)
    else:
        yield from sorted(_to_crowd(battle, block, charge.target, longest), key=lambda way: (-way.contacts, way.length))


def struck_side(battle: Battle, charge: Charge) -> Arc:
    """Side of the target block with which a charger lines up. If the charge strikes a flank, this is the flank that
    faces the charger.
    """
    if charge.arc != "flank":
        return "front" if charge.arc == "front" else "rear"
    block = battle.plane.standings[charge.target]
    assert isinstance(block, Block)
    sine, cosine = heading(block.facing)
    x, y = front_middle(battle, charge.unit)
    return "right" if (x - block.x) * cosine - (y - block.y) * sine > 0 else "left"


def charge_wheels(battle: Battle, block: Block, aim: Point, part: float) -> Iterator[Wheel]:
    """Yield the wheels with which a charge may begin.

    A charging unit may not manoeuvre except for a wheel at the start (WAB-CH-06). It may wheel once, to line up on
    its target (WAB-MN-02). If either sentence is switched off, the unit goes straight ahead.
    """
    if not (battle.holds("WAB-CH-06") and battle.holds("WAB-MN-02")):
        yield wheeled(block, LEFT, 0)
        return
    yield from (wheel for wheel in wheels_to(block, aim, part) if is_one_wheel(battle, wheel))


def is_one_wheel(battle: Battle, wheel: Wheel) -> bool:
    """Whether a wheel is allowed in a charge. It must go forward, on the standing corner, and through a quarter turn at
    most (WAB-CH-07).
    """
    return 0 <= wheel.turn * wheel.corner <= QUARTER or not battle.holds("WAB-CH-07")


def _to_ranks(battle: Battle, block: Block, against: Side, longest: float) -> Iterator[Way]:
    """Yield the paths to places flush against a side of a block, in line with its files or straight ahead of the
    charger.
    """
    for rank in range(len(_places(block, against).alike)):
        for way in _equal_paths(battle, block, against, rank):
            if way.length <= longest:
                yield way


class Places(NamedTuple):
    """Places that a block may take along a side. `march` is the block turned to face the side. `alike` holds (contacts,
    shift) for each place, grouped by the number of contacts.
    """

    march: BlockSweep
    alike: tuple[tuple[tuple[Touch, float], ...], ...]


PLACES_ALONG = Memo[Side, Places]("places_along")
WAYS_ALONG = Memo[tuple[Side, int, frozenset[str]], Kept[tuple[Way, ...]]]("ways_along")


def _places(block: Block, against: Side) -> Places:
    """Return the places of a block along a side, most contacts first. The result is cached on the block."""
    known = PLACES_ALONG.on(block)
    if against not in known:
        march = BlockSweep(block, against.facing)
        across, _ = march.seen(against.x, against.y)
        shifts = dict.fromkeys((-across, *places_along(march, against)))
        rated = [
            (_contacts(march, against, shift), shift) for shift in shifts if meeting(march, against, shift).enemies
        ]
        rated.sort(key=lambda pair: -_number(pair[0]))
        groups = (tuple(alike) for _, alike in groupby(rated, key=lambda pair: _number(pair[0])))
        known[against] = Places(march, tuple(groups))
    return known[against]


def _equal_paths(battle: Battle, block: Block, against: Side, rank: int) -> tuple[Way, ...]:
    """Paths to places with equally many contacts, shortest first. The result is cached for the rule sentences in
    force.
    """

    def worked_out() -> tuple[Way, ...]:
        return tuple(sorted(_flush(battle, block, against, rank), key=lambda way: round(way.length)))

    return kept(WAYS_ALONG.on(block), (against, rank, battle.setup.struck), worked_out)


def _flush(battle: Battle, block: Block, against: Side, rank: int) -> Iterator[Way]:
    march, alike = _places(block, against)
    across, ahead = march.seen(against.x, against.y)
    for touch, shift in alike[rank]:
        end = march.arrived(across + shift, ahead)
        for sign, part in _leading_parts(march, against, shift):
            for wheel, straight in _led_by(battle, block, end, (sign, part)):
                yield Way(wheel, straight, end, *touch)


def _leading_parts(march: BlockSweep, against: Side, shift: float) -> Iterator[tuple[int, float]]:
    """Yield, for an arrival at an angle to the left and to the right, the point of a front that touches a side first,
    as (direction in which the front still has to turn, part).

    The point is a corner of the front, unless that corner overhangs the side, in which case it is the point that
    meets the end of the side. `part` has the same meaning as in `wheels_to`.
    """
    width = 2 * march.half
    left, right = shift - march.half, shift + march.half
    yield LEFT, (max(left, -against.half) - left) / width
    yield RIGHT, (min(right, against.half) - left) / width


def _contacts(march: BlockSweep, against: Side, shift: float) -> Touch:
    """Number of the block's models that touch a side, and the stretches of the side that they touch, including
    corners.
    """
    ours = [(cell.left + shift - CONTACT, cell.right + shift + CONTACT) for cell in march.front]
    theirs = against.cells
    met = [one for one in ours if any(one[0] <= high and low <= one[1] for low, high in theirs)]
    parts = [part for part, (low, high) in enumerate(theirs) if any(one[0] <= high and low <= one[1] for one in ours)]
    return len(met), tuple(parts)


def _number(touch: Touch) -> int:
    return touch[0] + len(touch[1])


def _led_by(battle: Battle, block: Block, end: Block, leading: tuple[int, float]) -> Iterator[tuple[Wheel, float]]:
    """Yield the wheels after which the leading point goes straight to its place, each with the remaining distance."""
    sign, part = leading
    aim = _on_front(end, part)
    for wheel in charge_wheels(battle, block, aim, part):
        rest = sign * signed(end.facing - wheel.block.facing)
        if -GRAIN <= rest <= QUARTER:
            aside, straight = _way_to(wheel.block, _on_front(wheel.block, part), aim)
            if abs(aside) <= ASIDE and straight >= -CONTACT:
                yield wheel, max(0.0, straight)


def _on_front(block: Block, part: float) -> Point:
    left, right = face(block, "front")
    return left[0] + part * (right[0] - left[0]), left[1] + part * (right[1] - left[1])


def _way_to(block: Block, start: Point, aim: Point) -> Point:
    """Return the offsets, to the right and ahead, from a point of a block to another point."""
    sine, cosine = heading(block.facing)
    dx, dy = aim[0] - start[0], aim[1] - start[1]
    return dx * cosine - dy * sine, dx * sine + dy * cosine


def _to_crowd(battle: Battle, block: Block, target: int, longest: float) -> Iterator[Way]:
    """Yield the paths straight into loose models.

    The block keeps its facing, or wheels towards the nearest model or the middle of the unit. Further wheels turn
    the front so that it touches two of the nearest models at once.
    """
    held = outline(block)
    numbered = sorted(enumerate(bodies_of(battle, battle.plane.standings[target])), key=lambda one: gap(held, one[1]))
    bodies = [body for _, body in numbered]
    aims = ((bodies[0].x, bodies[0].y), middle(battle, target), *_level_aims(block, bodies[:NEAREST]))
    turned = [wheel for aim in aims for wheel in charge_wheels(battle, block, aim, 0.5)]
    for wheel in (wheeled(block, RIGHT, 0), *turned):
        sine, cosine = heading(wheel.block.facing)
        found = [span_too_near(outline(wheel.block), (sine, cosine), body, 0.0) for body in bodies]
        ahead = [span[0] for span in found if span is not None and span[1] > 0]
        straight = max(0.0, min(ahead, default=longest + 1) - ROUNDING)
        if wheel.length + straight <= longest:
            end = shifted(wheel.block, straight * sine, straight * cosine)
            assert isinstance(end, Block)
            met = {number: body for number, body in numbered if touches(outline(end), body)}
            own = sum(any(touches(one, body) for body in met.values()) for one in _front(end))
            yield Way(wheel, straight, end, own, tuple(met))


def _front(block: Block) -> list[Shape]:
    taken = [slot for slot, model in enumerate(block.slots) if model != EMPTY]
    first = taken[0] // block.files
    return [cell_shape(block, slot) for slot in taken if slot // block.files == first]


def _level_aims(block: Block, bodies: Sequence[Shape]) -> Iterator[Point]:
    """Yield, for each pair of bodies, a point straight ahead of the block's front after a wheel that makes the front
    parallel to the line between the two bodies.
    """
    for one, other in combinations(bodies, 2):
        across = bearing(other.x - one.x, other.y - one.y)
        turn = min((signed(across + side - block.facing) for side in (-QUARTER, QUARTER)), key=abs)
        there = wheeled(block, RIGHT if turn > 0 else LEFT, turn).block
        sine, cosine = heading(there.facing)
        far = gap(outline(there), one) + there.depth
        yield there.x + far * sine, there.y + far * cosine


def backed(block: Block, push: float) -> Block:
    """Return a copy of a block, moved back by a distance in ticks."""
    sine, cosine = heading(block.facing)
    return moved(block, round(block.x - push * sine), round(block.y - push * cosine), block.facing)
