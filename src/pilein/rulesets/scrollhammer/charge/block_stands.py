"""Stands of a charging block in contact with its target (SH-MV-11, SH-MV-18)."""

from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple, Protocol

from pilein.geometry.block_sweep import (
    BlockSweep,
    FrontCell,
    Side,
    finer_along,
    meeting,
    meeting_at_corners,
    places_along,
    side,
    widest_shift,
)
from pilein.geometry.blocks import Block, face
from pilein.geometry.first_contact import CLEAR, finer, stop, tried
from pilein.geometry.frontal_obstacles import obstacles_to
from pilein.geometry.gaps import corners_only, touches, within
from pilein.geometry.shapes import Arc, Shape, capsule
from pilein.geometry.ticks import bearing
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.charge.terms import FURTHEST
from pilein.rulesets.scrollhammer.nearness import foes_by_gap, nearest_models
from pilein.rulesets.scrollhammer.quarters import ARCS, charged_arc
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.plane import Loose

Further = dict[int, tuple[Arc, ...]]  # targets by unit, with the sides of blocks


class Stand(NamedTuple):
    """Position of a charging block in contact, with its movement, the number of enemies touched, and the front models
    in contact.

    `approach` finds similar stands. If the block stands against a side of another block, `side` is that side, and
    `shift` is the distance from the side's midpoint to the front's, positive to the right. `corners` counts enemies
    in other target units that are touched only at a corner. `is_at_target` is False if the stand touches only other
    targets.
    """

    march: BlockSweep
    across: float
    ahead: float
    enemies: int
    front: tuple[FrontCell, ...]
    approach: "Approach"
    side: Side | None = None
    shift: float = 0.0
    corners: int = 0
    is_at_target: bool = True

    @property
    def nearest(self) -> float:
        """Distance in ticks moved by the model in contact that moves least."""
        return min(self.march.displacement(cell, self.across, self.ahead) for cell in self.front)

    @property
    def nearest_at_corners(self) -> float:
        """Distance in ticks moved by the model in contact that moves least, even if it touches an enemy only at a
        corner.
        """
        if self.side is None:
            return self.nearest
        return self._replace(front=meeting_at_corners(self.march, self.side, self.shift)).nearest

    @property
    def effort(self) -> int:
        """Root mean square of the distances that all models move, in whole ticks."""
        return round(sqrt(self.march.squares(self.across, self.ahead) / len(self.march.cells)))

    @property
    def surplus(self) -> float:
        """Distance in ticks by which the front is wider than the side."""
        return 0.0 if self.side is None else max(0.0, 2 * (self.march.half - self.side.half))


class Approach(Protocol):
    """Approach of a block that has turned to one facing and moves straight towards a target."""

    def stands(self) -> list[Stand]:
        """Return the stands in contact along this approach, ignoring obstacles."""

    def at(self, across: float) -> Stand | None:
        """Return the stand `across` ticks to the right of straight ahead, or None if no stand is permitted there."""

    def finer(self, limit: float, others: Sequence[Shape], /) -> list[Stand]:
        """Refined stands that may be better and that move no model more than `limit` ticks.

        `others` are obstacles outside the target units.
        """


def attempts(battle: Battle, table: Table, unit: int, target: int, arc: Arc | None) -> Iterator[list[Stand]]:
    """Yield lists of stands in contact with a target, one list per facing, beginning with the preferred facing.

    Overhanging models never fold around a block, so the charging block touches only the charged side (SH-MV-18). Stands
    that touch only other targets come last (SH-R-31).
    """
    block, other = battle.plane.standings[unit], battle.plane.standings[target]
    assert isinstance(block, Block)
    if isinstance(other, Loose) or arc is None:
        yield from _without_a_side(battle, table, block, target)
        return
    found: list[Stand] = []
    for open_arc in (arc,) if table.holds("SH-MV-18") else ARCS:
        against = side(other, open_arc)
        march = BlockSweep(block, _turned_to(table, block, against.facing))
        is_flush = march.facing == against.facing
        approach = Flush(battle, table, march, target, against) if is_flush else Straight(battle, table, march, target)
        found += approach.stands()
    yield [stand for stand in found if stand.is_at_target]
    yield [stand for stand in found if not stand.is_at_target]


def _without_a_side(battle: Battle, table: Table, block: Block, target: int) -> Iterator[list[Stand]]:
    """Yield stands against a target without straight sides, first at the present facing and then facing the nearest
    enemy.

    Stands that touch only other targets come last (SH-R-31), beginning with stands flush with the charged side of a
    block (SH-MV-15).
    """
    stands = Straight(battle, table, BlockSweep(block, block.facing), target).stands()
    yield [stand for stand in stands if stand.is_at_target]
    apart = [stand for stand in stands if not stand.is_at_target]
    facing = _facing_without_a_side(battle, table, block, target)
    if facing != block.facing:
        stands = Straight(battle, table, BlockSweep(block, facing), target).stands()
        yield [stand for stand in stands if stand.is_at_target]
        apart += [stand for stand in stands if not stand.is_at_target]
    yield _flush_with_further(battle, table, block, target)
    yield apart


def are_flush(
    battle: Battle, table: Table, unit: int, target: int, arc: Arc | None, stands: list[Stand]
) -> list[Stand]:
    """Select the flush stands among the stands beyond the charge range (SH-R-21).

    A flush stand lies against a side of a block or, if the target has no sides, faces the nearest enemy.
    """
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    if not stands or (arc is not None and isinstance(battle.plane.standings[target], Block)):
        return stands
    facing = _facing_without_a_side(battle, table, block, target)
    return [stand for stand in stands if stand.side is not None or stand.march.facing == facing]


def _facing_without_a_side(battle: Battle, table: Table, block: Block, target: int) -> int:
    """Facing towards the nearest enemy, for a block that touches no enemy in range at its current facing."""
    assert battle.charge is not None
    return _turned_to(table, block, _towards_nearest(battle, battle.charge.unit, target))


def _flush_with_further(battle: Battle, table: Table, block: Block, target: int) -> list[Stand]:
    """Return the stands flush with the charged sides of those other targets that are blocks."""
    found: list[Stand] = []
    for other, arcs in _further_targets(battle, table, target).items():
        standing = battle.plane.standings[other]
        for against in (side(standing, arc) for arc in arcs) if isinstance(standing, Block) else ():
            march = BlockSweep(block, _turned_to(table, block, against.facing))
            if march.facing == against.facing:
                found += Flush(battle, table, march, other, against, is_at_target=False).stands()
    return found


def _turned_to(table: Table, block: Block, facing: int) -> int:
    """Facing of a block after it wheels or pivots as needed (SH-MV-11). Under SH-R-21 `straight` the block keeps its
    facing.
    """
    if facing == block.facing or not table.holds("SH-MV-11"):
        return block.facing
    return block.facing if table.rule("SH-R-21") == "straight" else facing


def _further_targets(battle: Battle, table: Table, target: int) -> Further:
    """Other targets of the charge. For a target that is a block, the quarters that the charge strikes are included
    (SH-MV-15).
    """
    charge, standings = battle.charge, battle.plane.standings
    assert charge is not None
    found: Further = {}
    for other in charge.targets:
        if other != target and battle.living(other):
            is_block = isinstance(standings[other], Block)
            found[other] = charged_arc(battle, charge.unit, other, table.rule("SH-R-23")) if is_block else ()
    return found


def _is_struck(battle: Battle, further: Further, other: int, held: Shape) -> bool:
    """Whether a block at the given position would touch another target on the part that the charge strikes.

    On a block this part is the charged face with its corners. A loose target may be struck anywhere.
    """
    block, arcs = battle.plane.standings[other], further.get(other, ())
    if not arcs or not isinstance(block, Block):
        return True
    return any(within(held, capsule(*face(block, arc), 0.0), 0) for arc in arcs)


def _with_further_targets(battle: Battle, table: Table, stand: Stand, further: Further) -> Stand:
    """Add the enemies in other target units to a stand. A target touched at a corner counts only if no edge is touched
    (SH-R-21).

    Contact at the last corner of a face adds no enemy to the number touched. It still counts as contact with the
    target, except under `edges-only` (SH-R-04).
    """
    held = stand.march.outline(stand.across, stand.ahead)
    for other in further:
        if not _is_struck(battle, further, other, held):
            continue
        shapes = (battle.plane.shape(foe) for foe in battle.plane.models(other))
        met = [shape for shape in shapes if touches(held, shape)]
        edges = sum(not corners_only(held, shape) for shape in met)
        corners = 0 if edges else len(met)
        if corners and table.rule("SH-R-04") == "edges-only":
            corners = 0
        stand = stand._replace(enemies=stand.enemies + edges, corners=stand.corners + corners)
    return stand


def _towards_nearest(battle: Battle, unit: int, target: int) -> int:
    """Facing from the centre of a block towards the nearest enemy model."""
    assert battle.charge is not None
    targets = tuple(one for one in battle.charge.targets if battle.living(one)) or (target,)
    model = nearest_models(battle, unit, targets)[0]
    foe = battle.plane.shape(foes_by_gap(battle, model, targets)[0][1])
    block = battle.plane.standings[unit]
    assert isinstance(block, Block)
    here = BlockSweep(block, block.facing)
    return bearing(foe.x - here.x, foe.y - here.y)


# --- The two kinds of approach ------------------------------------------------------------------------------------


class Flush:
    """Approach flush against a side of a block. Enemies in other target units also count if the front touches them."""

    __slots__ = ("across", "against", "ahead", "battle", "further", "is_at_target", "march", "table")

    def __init__(
        self, battle: Battle, table: Table, march: BlockSweep, target: int, against: Side, *, is_at_target: bool = True
    ) -> None:
        """Prepare the approach against one side of the target."""
        self.battle, self.table, self.march, self.against = battle, table, march, against
        self.across, self.ahead = march.seen(against.x, against.y)
        self.further = _further_targets(battle, table, target)
        self.is_at_target = is_at_target

    def stands(self) -> list[Stand]:
        """Return the stands along the side of the target."""
        shifts = places_along(self.march, self.against)
        return [stand for shift in shifts if (stand := self._shifted(shift)) is not None]

    def at(self, across: float) -> Stand | None:
        """Return the stand `across` ticks to the right, or None.

        No stand exists if the front would miss the side, or if all bases have the same width, so that files must
        align (SH-R-21).
        """
        shift = across - self.across
        if self.march.cell == self.against.cell or abs(shift) > widest_shift(self.march, self.against):
            return None
        return self._shifted(shift)

    def finer(self, _limit: float, _others: Sequence[Shape], /) -> list[Stand]:
        """Return the stands with a file just past the end of a model. There are none if all bases are equally wide,
        because files are then aligned.
        """
        return [stand for shift in finer_along(self.march, self.against) if (stand := self._shifted(shift)) is not None]

    def _shifted(self, shift: float) -> Stand | None:
        met = meeting(self.march, self.against, shift)
        if not met.enemies:
            return None
        across, against = self.across + shift, self.against
        stand = Stand(self.march, across, self.ahead, met.enemies, met.front, self, against, shift)
        stand = stand if self.is_at_target else stand._replace(is_at_target=False)
        return _with_further_targets(self.battle, self.table, stand, self.further) if self.further else stand


class Straight:
    """Approach to models that form no straight side: the front moves straight forward (SH-R-04)."""

    __slots__ = ("battle", "corners", "further", "march", "obstacles")

    def __init__(self, battle: Battle, table: Table, march: BlockSweep, target: int) -> None:
        """Prepare all charge targets as seen from the front."""
        assert battle.charge is not None
        self.battle, self.march = battle, march
        self.further = _further_targets(battle, table, target)
        foes = [foe for target in battle.charge.targets for foe in battle.plane.models(target)]
        self.obstacles = obstacles_to(march, {foe: battle.plane.shape(foe) for foe in foes})
        self.corners = table.rule("SH-R-04") != "edges-only"

    def stands(self) -> list[Stand]:
        """Return the stands straight ahead, and stands in which an end of the front lines up with an end of an enemy.
        If there are none, return the refined stands.
        """
        places = tried(self.march, self.obstacles, corners=self.corners)
        found = [stand for across in places if (stand := self.at(across)) is not None]
        return found if any(stand.is_at_target for stand in found) else [*found, *self.finer(FURTHEST, ())]

    def finer(self, limit: float, others: Sequence[Shape], /) -> list[Stand]:
        """Return stands in which a file is in line with an enemy or an end of the front meets a slanted edge.

        In some stands, the front just clears models that it may not pass through or touch (SH-MV-07, SH-MV-09).
        """
        kept_off = obstacles_to(self.march, dict(enumerate(others)), CONTACT + CLEAR)
        turned = max(sqrt(cell.dx * cell.dx + cell.dy * cell.dy) for cell in self.march.front)
        places = sorted(finer(self.march, self.obstacles, limit + turned, kept_off, corners=self.corners))
        return [stand for across in places if (stand := self.at(across)) is not None]

    def at(self, across: float) -> Stand | None:
        """Return the stand `across` ticks to the right, or None if there is none. Enemies in other blocks count only on
        the part that the charge strikes.
        """
        one = stop(self.march, self.obstacles, across, corners=self.corners)
        if one is None:
            return None
        stand = Stand(self.march, one.across, one.ahead, len(one.touched), one.front, self)
        if not self.further:
            return stand
        held, unit_of = self.march.outline(one.across, one.ahead), self.battle.setup.unit_of
        struck = [foe for foe in one.touched if _is_struck(self.battle, self.further, unit_of[foe], held)]
        is_at_target = any(unit_of[foe] not in self.further for foe in one.touched)
        return stand._replace(enemies=len(struck), is_at_target=is_at_target)
