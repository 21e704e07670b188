"""Lines of sight from a model to a unit: what stands or grows between them (WAB-R-70)."""

from pilein.geometry.hulls import hull
from pilein.geometry.shapes import Shape, convex
from pilein.geometry.sight import sees
from pilein.rulesets.wab.movement.clearance import bodies_of
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.plane import Plane


def has_line(battle: Battle, model: int, target: int) -> bool:
    """Whether nothing hides a unit from a model: neither ground that blocks sight nor other units.

    It is remembered on the field.
    """
    known: dict[tuple[int, int], bool] = battle.plane.__dict__.setdefault("lines_of_sight", {})
    pair = (model, target)
    if pair not in known:
        unit = battle.setup.unit_of[model]
        may_see = _has_any_line(battle, unit, target)
        known[pair] = may_see and _sees(battle, unit, battle.plane.shape(model), target)
    return known[pair]


def _has_any_line(battle: Battle, unit: int, target: int) -> bool:
    """Whether a body that holds a whole unit sees another: where it does not, none of its models does."""
    known: dict[tuple[int, int], bool] = battle.plane.__dict__.setdefault("lines_between_units", {})
    pair = (unit, target)
    if pair not in known:
        bodies = bodies_of(battle, battle.plane.standings[unit])
        whole = hull(tuple(point for body in bodies for point in body.core))
        known[pair] = _sees(battle, unit, convex(whole, max(body.radius for body in bodies)), target)
    return known[pair]


def _sees(battle: Battle, unit: int, body: Shape, target: int) -> bool:
    grounds = tuple(ground.outline for ground in battle.setup.grounds if ground.blocks_sight)
    others = [body for other, bodies in bodies_by_unit(battle) if other not in (unit, target) for body in bodies]
    for one in bodies_of(battle, battle.plane.standings[target]):
        between = tuple(other for other in others if _may_hide(other, body, one))
        if sees(body, one, (*grounds, *between)):
            return True
    return False


def bodies_by_unit(battle: Battle) -> tuple[tuple[int, tuple[Shape, ...]], ...]:
    """Each unit on the table with its outlines, blocks as one; remembered on the field."""
    plane: Plane = battle.plane
    known: tuple[tuple[int, tuple[Shape, ...]], ...] | None = plane.__dict__.get("bodies_by_unit")
    if known is None:
        units = (unit.number for unit in battle.setup.units if battle.lives(unit.number))
        known = tuple((unit, bodies_of(battle, plane.standings[unit])) for unit in units)
        plane.__dict__["bodies_by_unit"] = known
    return known


def _may_hide(other: Shape, one: Shape, another: Shape) -> bool:
    """Whether a body comes near the way from the middle of one to that of another, all taken as discs."""
    dx, dy = another.x - one.x, another.y - one.y
    px, py = other.x - one.x, other.y - one.y
    whole = dx * dx + dy * dy
    part = max(0.0, min(1.0, (px * dx + py * dy) / whole)) if whole else 0.0
    far_x, far_y = px - part * dx, py - part * dy
    reach = other.reach + max(one.reach, another.reach)
    return far_x * far_x + far_y * far_y <= reach * reach
