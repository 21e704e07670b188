"""Choice among the positions where a charging block may stand (SH-MV-14, SH-MV-16, SH-MV-17)."""

from collections.abc import Callable, Iterator
from functools import partial
from heapq import heapify, heappop
from math import sqrt

from pilein.geometry.block_sweep import BlockSweep
from pilein.geometry.blocks import Block, bands, outline
from pilein.geometry.first_contact import asides
from pilein.geometry.gaps import is_on_table, overlaps, touches
from pilein.geometry.shapes import Arc, Shape
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.block_stands import Approach, Stand, are_flush, attempts
from pilein.rulesets.scrollhammer.charge.terms import FURTHEST, Bounds, bounds, clearance
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.movement.marching import Pose, poses_between
from pilein.tabletop.plane import shapes_of

# --- The room that a charging block needs: its straight corridor, and its place at the end (SH-R-21) -------------


PUSHES = (0.0, 1.0, 2.0, 3.0)  # ticks of clearance a block may keep, so that its place on whole ticks overlaps nothing


class Room:
    """Obstacles to one charging block, which moves as a rectangle. The outlines of other blocks may have notches.

    Instances must not be modified.
    """

    __slots__ = ("battle", "bodies", "bounds", "obstacles", "others", "start", "strangers")

    def __init__(self, battle: Battle, unit: int, targets: tuple[int, ...]) -> None:
        """Collect all obstacles on the table apart from the moving unit."""
        standing = battle.plane.standings[unit]
        self.battle = battle
        self.start = outline(standing) if isinstance(standing, Block) else None
        self.bounds: Bounds = bounds(battle.setup)
        bodies: list[Shape] = []
        others: list[Shape] = []
        strangers: list[Shape] = []
        for other, stand in enumerate(battle.plane.standings):
            if other == unit or not battle.plane.living(other):
                continue
            shapes = tuple(shapes_of(stand, battle.setup).values())
            held = bands(stand) if isinstance(stand, Block) else shapes
            bodies += held
            others += () if other in targets else held
            if battle.side(other) != battle.side(unit) and clearance(battle, other, targets):
                strangers += shapes
        self.bodies = tuple(bodies)
        self.obstacles = (*bodies, *self.bounds.walls)
        self.others = (*others, *self.bounds.walls)
        self.strangers = tuple(strangers)

    def settled(self, march: BlockSweep, across: float, ahead: float) -> Block | None:
        """Return the block at its final position in whole ticks, or None if its corridor or position is not free."""
        if not self._may_pass(march.corridor(across, ahead)):
            return None
        for push in PUSHES:
            block = march.arrived(across, ahead - push)
            held = outline(block)
            if self.is_free(held):
                may_stand = is_on_table(self.bounds.size, held) and not self.touches_strangers(held)
                return block if may_stand and self._gets_there(held) else None
        return None

    def _gets_there(self, held: Shape) -> bool:
        """Whether the block can reach a position without passing through an obstacle (SH-MV-07)."""
        return self.start is None or bool(self.poses_to(held))

    def poses_to(self, held: Shape) -> tuple[Pose, ...]:
        """Return the poses along a path to a position that avoids all obstacles, or an empty tuple if there is no such
        path (SH-MV-11).

        No charging model passes through another model, friend or enemy (SH-MV-07).
        """
        charge, start = self.battle.charge, self.start
        assert start is not None, "only a block has a march"
        reach = 0 if charge is None else charge.range * INCH
        limit = max(reach, sqrt((held.x - start.x) ** 2 + (held.y - start.y) ** 2))
        poses = poses_between(start, held, self.obstacles, limit, self.bounds.size)
        if poses is None and not self.battle.holds("SH-MV-07"):
            poses = poses_between(start, held, self.bounds.walls, limit, self.bounds.size)
        return poses or ()

    def asides(self, march: BlockSweep, ahead: float) -> tuple[float, ...]:
        """Sideways shifts in ticks, positive to the right, at which a block at the given depth just clears its
        obstacles.
        """
        return asides(march, ahead, self.obstacles, self.strangers, self.bounds.size)

    def is_free(self, held: Shape) -> bool:
        """Whether a rectangle overlaps no obstacle."""
        return not any(overlaps(held, one) for one in self.obstacles)

    def _may_pass(self, corridor: Shape) -> bool:
        """Whether a corridor passes through no wall and, under SH-MV-07, no model."""
        if any(overlaps(corridor, wall) for wall in self.bounds.walls):
            return False
        return not any(overlaps(corridor, body) for body in self.bodies) or not self.battle.holds("SH-MV-07")

    def touches_strangers(self, held: Shape) -> bool:
        """Whether the block would touch enemies outside its target units (SH-MV-09)."""
        return any(touches(held, one) for one in self.strangers)


Merit = tuple[int, ...]
Settled = tuple[Stand, Block]
Rating = Callable[[Stand], Merit | None]

SAME = INCH // 20  # stands no further apart than this count as one


def best_stands(battle: Battle, table: Table, unit: int, target: int, arc: Arc | None) -> tuple[Settled, ...]:
    """Return the best free stand of a charging block and all equally good stands, or an empty tuple if no stand is free
    (SH-R-21).

    Among stands in range, the best stand touches the most enemies. Ties are broken by the correct overhang (SH-R-24),
    then by the number of models in contact, then by the shortest move. If no stand is in range, the stand with the
    shortest move is the best, except under `outer-corner`, when the result is empty.
    """
    assert battle.charge is not None
    room = Room(battle, unit, battle.charge.targets)
    reach = battle.charge.range * INCH + CONTACT
    beyond: list[Stand] = []
    for stands in attempts(battle, table, unit, target, arc):
        near = Candidates(room, stands, partial(_merit_within, table, reach))
        found = _refined(near, stands, _first_free(room, near), reach)
        if found:
            return found
        beyond += near.unrated
    beyond = are_flush(battle, table, unit, target, arc, beyond)
    if not beyond or table.rule("SH-R-21") == "outer-corner":
        return ()
    far = Candidates(room, beyond, partial(_merit_of_effort, table))
    found = _first_free(room, far)
    return _refined(far, beyond, found, found[0][0].effort if found else FURTHEST)


def _merit_within(table: Table, reach: float, stand: Stand) -> Merit | None:
    return merit(table, stand) if is_within(table, stand, reach) else None


def _merit_of_effort(table: Table, stand: Stand) -> Merit:
    return stand.effort, *merit(table, stand)


def _refined(
    candidates: "Candidates", stands: list[Stand], found: tuple[Settled, ...], limit: float
) -> tuple[Settled, ...]:
    """Return the best stand, or a better stand near it in which a file lines up with an enemy or an end of the front
    meets a slanted edge.
    """
    best = candidates.rating(found[0][0]) if found else None
    rated_stands = ((candidates.rating(stand), stand) for stand in _finer(candidates.room, stands, limit))
    candidates.go_on_with(
        [stand for rated, stand in rated_stands if rated is not None and (best is None or rated < best)]
    )
    refined = _first_free(candidates.room, candidates)
    rated = candidates.rating(refined[0][0]) if refined else None
    return refined if rated is not None and (best is None or rated < best) else found


def _finer(room: Room, stands: list[Stand], limit: float) -> Iterator[Stand]:
    """Yield further stands on the same approaches that move no model more than `limit` ticks."""
    for approach, is_at_target in dict.fromkeys((stand.approach, stand.is_at_target) for stand in stands):
        for stand in approach.finer(limit, room.others):
            if stand.is_at_target == is_at_target:
                yield stand


def free_stands(battle: Battle, table: Table, unit: int, target: int, arc: Arc | None, limit: float) -> Iterator[Stand]:
    """Yield all stands in contact with a target that have room for the block, refined up to `limit` ticks away."""
    assert battle.charge is not None
    room = Room(battle, unit, battle.charge.targets)
    for stands in attempts(battle, table, unit, target, arc):
        candidates = Candidates(room, [*stands, *_finer(room, stands, limit)], lambda _: ())
        while candidates.queue:
            _, stand = candidates.pop()
            if room.settled(stand.march, stand.across, stand.ahead):
                yield stand
            else:
                candidates.look_beside(stand)


def is_within(table: Table, stand: Stand, reach: float) -> bool:
    """Whether a stand is within charge range.

    By default, the range limits the model that reaches contact. Under `outer-corner` it limits every model, measured
    along the arc of the wheel (SH-R-21). Touching corners are in contact, except under SH-R-04 `edges-only`.
    """
    if stand.nearest > reach and (stand.nearest_at_corners > reach or table.rule("SH-R-04") == "edges-only"):
        return False
    longest = stand.march.longest_wheel(stand.across, stand.ahead)
    return longest <= reach or table.rule("SH-R-21") != "outer-corner"


def merit(table: Table, stand: Stand) -> Merit:
    """Sort key of a stand; smaller keys are better.

    A charge brings as many of the enemy's front rank as possible into contact (SH-MV-14).
    """
    enemies, corners = (stand.enemies, stand.corners) if table.holds("SH-MV-14") else (0, 0)
    return -enemies, -corners, misplaced(table, stand), -len(stand.front), stand.effort


def misplaced(table: Table, stand: Stand) -> int:
    """Distance in ticks between a block's surplus files and their correct position, or 0 if it has no surplus files
    (SH-R-24).

    Surplus files overhang on the side from which the charge came (SH-MV-16). If the block turned by no more than the
    width of a base, they overhang on both sides (SH-MV-17).
    """
    if stand.surplus <= CONTACT:
        return 0
    reading = table.rule("SH-R-24")
    if reading == "player-choice":
        return 0
    is_straight = stand.march.travel <= stand.march.block.width + CONTACT
    if reading == "always-centred" or (is_straight and table.holds("SH-MV-17")):
        return round(abs(stand.shift))
    origin, all_out = _side_of_origin(stand), stand.surplus / 2
    if origin and table.holds("SH-MV-16"):
        return round(abs(stand.shift - origin * all_out))
    return round(abs(abs(stand.shift) - all_out))


def files_out(stand: Stand) -> tuple[float, float]:
    """Numbers of files by which the block overhangs the left and the right end of the side."""
    assert stand.side is not None
    beyond = stand.march.half - stand.side.half
    cell = stand.march.cell
    return max(0.0, beyond - stand.shift) / cell, max(0.0, beyond + stand.shift) / cell


def _side_of_origin(stand: Stand) -> int:
    """Side from which the charge came: -1 for left, 1 for right, 0 if in line with the middle of the target
    (SH-R-24).
    """
    assert stand.side is not None
    beside = -stand.march.seen(stand.side.x, stand.side.y)[0]
    return 0 if abs(beside) <= CONTACT else 1 if beside > 0 else -1


TURNS = 4  # maximum number of successive sidesteps from a blocked stand
LEVELS = 24  # maximum number of depths at which sidesteps are tried


class Candidates:
    """Priority queue of stands, best first. Stands that tie keep their order of insertion. Each stand is inserted only
    once.

    If a stand has no room, `look_beside` inserts stands at the same depth that just clear its obstacles. `unrated`
    collects the stands that have no rating.
    """

    __slots__ = ("asked", "queue", "rating", "room", "turns", "unrated")

    def __init__(self, room: Room, stands: list[Stand], rating: Rating) -> None:
        """Rate the initial stands and insert them into the queue."""
        self.room, self.rating = room, rating
        self.asked: set[tuple[Approach, int]] = set()
        self.turns: dict[tuple[Approach, float], int] = {}
        self.queue: list[tuple[Merit, int, Stand]] = []
        self.unrated: list[Stand] = []
        self._put(stands, 0)

    def pop(self) -> tuple[Merit, Stand]:
        """Remove the best stand from the queue and return it."""
        rating, _, stand = heappop(self.queue)
        return rating, stand

    def look_beside(self, stand: Stand) -> None:
        """Insert stands beside a blocked stand into the queue."""
        turn, level = self.turns[stand.approach, stand.across] + 1, (stand.approach, round(stand.ahead))
        if turn > TURNS or level in self.asked or len(self.asked) == LEVELS:
            return
        self.asked.add(level)
        places = self.room.asides(stand.march, stand.ahead)
        found = [one for across in places if (one := stand.approach.at(across)) is not None]
        self._put([one for one in found if one.is_at_target == stand.is_at_target], turn)

    def go_on_with(self, stands: list[Stand]) -> None:
        """Replace the stands that remain in the queue."""
        self.queue.clear()
        self._put(stands, 0)

    def _put(self, stands: list[Stand], turn: int) -> None:
        for stand in stands:
            place = stand.approach, stand.across
            if place not in self.turns:
                self.turns[place] = turn
                rating = self.rating(stand)
                if rating is None:
                    self.unrated.append(stand)
                else:
                    self.queue.append((rating, len(self.turns), stand))
        heapify(self.queue)


def _first_free(room: Room, candidates: Candidates) -> tuple[Settled, ...]:
    """Return the best stand that has room, together with all stands that are as good, for instance because their
    overhangs are equally good.
    """
    found: list[Settled] = []
    best: Merit = ()
    while candidates.queue:
        rating, stand = candidates.pop()
        if found and not _is_equal_stand(found[0][0], best, rating):
            break
        if any(_is_same_stand(stand, other) for other, _ in found):
            continue
        block = room.settled(stand.march, stand.across, stand.ahead)
        if block is None:
            candidates.look_beside(stand)
        else:
            found.append((stand, block))
            best = best or rating
    return tuple(found)


def _is_equal_stand(stand: Stand, best: Merit, other: Merit) -> bool:
    compared = slice(None, -2) if stand.surplus > CONTACT else slice(None)
    return best[compared] == other[compared]


def _is_same_stand(stand: Stand, other: Stand) -> bool:
    if stand.march.facing != other.march.facing:
        return False
    return abs(stand.across - other.across) <= SAME and abs(stand.ahead - other.ahead) <= SAME
