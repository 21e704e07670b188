"""Who is near enough to whom for close-combat (WS-WH)."""

from math import sqrt

from pilein.geometry.gaps import gap, within
from pilein.geometry.shapes import Shape
from pilein.geometry.sight import sees
from pilein.geometry.ticks import CONTACT, INCH
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.rulebook import says
from pilein.rulesets.warstrike.state import Battle
from pilein.tabletop.circles import are_circles_near, circle_of_unit
from pilein.tabletop.press import Press

CLOSE = 6 * INCH  # WS-WH-01


@says("WS-WH-01", "WS-WH-03", without=False)
def are_close(battle: Battle, table: Table, unit: int, other: int) -> bool:
    """WS-WH-01, WS-WH-03. A model of one unit is within 6 inches of a model of the other; nothing else counts."""
    if isinstance(battle.field, Press):
        return other in battle.field.touched_units(unit)
    models = battle.models(other)
    if not models or not battle.models(unit) or not _may_be_close(battle, unit, other):
        return False
    return any(is_close(battle, table, model, models) for model in battle.models(unit))


def _may_be_close(battle: Battle, unit: int, other: int) -> bool:
    ours, theirs = (circle_of_unit(battle.plane, one) for one in (unit, other))
    return are_circles_near(ours, theirs, CLOSE)


def is_close(battle: Battle, table: Table, model: int, others: tuple[int, ...], distance: int = CLOSE) -> bool:
    """Whether a model is within some distance of any of others, as WS-R-06 measures and WS-R-08 looks."""
    return any(_is_near(battle, table, model, other, distance) for other in others)


def enemies_near(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """The enemy units of the combat that are close to a unit and have not fallen back."""
    foes = battle.fighters(1 - battle.side(unit))
    return tuple(foe for foe in foes if are_close(battle, table, unit, foe))


def nearest_pairs(battle: Battle, unit: int, foes: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """The models of a unit and of enemies that are nearest to each other: (own, enemy), several if as near."""
    shapes = battle.plane.shapes
    pairs = [(own, foe) for own in battle.models(unit) for other in foes for foe in battle.models(other)]
    gaps = {pair: gap(shapes[pair[0]], shapes[pair[1]]) for pair in pairs}
    least = min(gaps.values(), default=0.0)
    return tuple(pair for pair, far in gaps.items() if far <= least + CONTACT)


def between_centres(one: Shape, other: Shape) -> float:
    """How far two centres are apart, in ticks."""
    dx, dy = one.x - other.x, one.y - other.y
    return sqrt(dx * dx + dy * dy)


def _is_near(battle: Battle, table: Table, model: int, other: int, distance: int) -> bool:
    one, two = battle.plane.shape(model), battle.plane.shape(other)
    if not within(one, two, distance):
        return False
    if between_centres(one, two) > distance + CONTACT and table.rule("WS-R-06") == "centres":
        return False
    blockers = tuple(ground.outline for ground in battle.setup.grounds if ground.blocks_sight)
    return not blockers or sees(one, two, blockers) or table.rule("WS-R-08") != "line-of-sight"
