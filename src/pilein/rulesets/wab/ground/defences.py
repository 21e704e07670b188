"""Who stands in a defended position (WAB-R-66)."""

from pilein.geometry.angles import heading
from pilein.geometry.blocks import Block
from pilein.geometry.gaps import overlaps, touches
from pilein.geometry.shapes import Shape
from pilein.rulesets.wab.movement.clearance import bodies_of
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.plane import Standing


def is_defended(battle: Battle, unit: int) -> bool:
    """WAB-R-66. Whether a unit stands behind an obstacle or in a building, or the scenario says so."""
    if battle.status(unit).defended:
        return True
    if not battle.is_on_table:
        return False
    standing = battle.plane.standings[unit]
    bodies = bodies_of(battle, standing)
    buildings, obstacles = battle.setup.parts_of("structure"), battle.setup.parts_of("obstacle")
    if any(overlaps(body, part) for part in buildings for body in bodies):
        return True
    return any(_is_before(standing, part) and touches(body, part) for part in obstacles for body in bodies)


def _is_before(standing: Standing, part: Shape) -> bool:
    """Whether a piece of ground lies before the front of ranks; loose models face all round."""
    if not isinstance(standing, Block):
        return True
    sine, cosine = heading(standing.facing)
    return (part.x - standing.x) * sine + (part.y - standing.y) * cosine > 0
