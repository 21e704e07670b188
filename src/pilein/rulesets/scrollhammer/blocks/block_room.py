"""The room that a charging block needs: its straight corridor, and its place at the end (SH-R-21)."""

from pilein.geometry.blocks import Block, outline
from pilein.geometry.gaps import overlaps, touches
from pilein.geometry.marches import March
from pilein.geometry.shapes import Shape
from pilein.geometry.ticks import OVERLAP
from pilein.rulesets.scrollhammer.charge.charge_ways import Bounds, bounds, clearance
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.plane import outline_of, shapes_of

PUSHES = (0.0, 1.0, 2.0, 3.0)  # ticks that a block may keep off, so that its place on whole ticks overlaps nothing


class Room:
    """What stands in the way of one charging block; a block on its route is one rectangle. Treat as frozen."""

    __slots__ = ("battle", "bodies", "bounds", "obstacles", "strangers")

    def __init__(self, battle: Battle, unit: int, targets: tuple[int, ...]) -> None:
        """See the table as it stands, without the unit that moves."""
        self.battle = battle
        self.bounds: Bounds = bounds(battle.setup)
        bodies: list[Shape] = []
        strangers: list[Shape] = []
        for other, standing in enumerate(battle.plane.standings):
            if other == unit or not battle.plane.living(other):
                continue
            shapes = tuple(shapes_of(standing, battle.setup).values())
            bodies += (outline_of(standing),) if isinstance(standing, Block) else shapes
            if battle.side(other) != battle.side(unit) and clearance(battle, other, targets):
                strangers += shapes
        self.bodies = tuple(bodies)
        self.obstacles = (*bodies, *self.bounds.walls)
        self.strangers = tuple(strangers)

    def settled(self, march: March, across: float, ahead: float) -> Block | None:
        """The block where it arrives, on whole ticks; None where its corridor or its place is not free."""
        if not self._may_pass(march.corridor(across, ahead)):
            return None
        for push in PUSHES:
            block = march.arrived(across, ahead - push)
            held = outline(block)
            if self.is_free(held):
                return block if self.is_on_table(held) and not self.touches_strangers(held) else None
        return None

    def is_free(self, held: Shape) -> bool:
        """Whether a rectangle overlaps nothing."""
        return not any(overlaps(held, one) for one in self.obstacles)

    def is_on_table(self, held: Shape) -> bool:
        """Whether no corner hangs over the table edge."""
        if self.bounds.size is None:
            return True
        width, depth = self.bounds.size
        return all(-OVERLAP <= x <= width + OVERLAP and -OVERLAP <= y <= depth + OVERLAP for x, y in held.core)

    def _may_pass(self, corridor: Shape) -> bool:
        """SH-MV-07. No charging model passes through another, friend or enemy; nor through a wall."""
        if any(overlaps(corridor, wall) for wall in self.bounds.walls):
            return False
        return not any(overlaps(corridor, body) for body in self.bodies) or not self.battle.holds("SH-MV-07")

    def touches_strangers(self, held: Shape) -> bool:
        """SH-MV-09. Whether it would touch enemies that are no targets."""
        return any(touches(held, one) for one in self.strangers)
