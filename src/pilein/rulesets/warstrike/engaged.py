"""Engaged and unengaged models (WS-EN)."""

from math import sqrt

from pilein.geometry.gaps import gap, shortest_line, within
from pilein.geometry.polygons import Polygon
from pilein.geometry.shapes import Shape
from pilein.geometry.sight import sees
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.warstrike.state import Battle
from pilein.tabletop.distances import are_circles_near, circle_of_unit

Enemies = dict[int, tuple[int, ...]]  # model -> the enemy models it is engaged with


def engaged(battle: Battle, table: Table, unit: int) -> Enemies:
    """Engaged models of a unit, each with the enemy models it may strike, in order."""
    targets = frozenset(foe for foe in range(len(battle.statuses)) if is_target(battle, table, unit, foe))
    unit_of = battle.setup.unit_of
    found: Enemies = {}
    for model, enemies in _all_engaged(battle, table, unit).items():
        kept = tuple(enemy for enemy in enemies if unit_of[enemy] in targets)
        if kept:
            found[model] = kept
    return found


def is_target(battle: Battle, table: Table, unit: int, foe: int) -> bool:
    """Whether a unit may attack an enemy, because the enemy is in the combat or, under WS-R-33 `still-a-target`, has
    fallen back.

    In the press, which has no positions, a unit that has run further than 6 inches is out of reach.
    """
    if battle.side(foe) == battle.side(unit) or not battle.lives(foe):
        return False
    if battle.status(foe).broken_off:
        near = (one for one, inches in battle.combat.fled if inches * INCH <= close_distance(battle))
        return foe in near and table.rule("WS-R-33") == "still-a-target"
    return foe in battle.combat.units


def unengaged(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Models of a unit that are not engaged (WS-EN-02)."""
    models, met = battle.models(unit), _all_engaged(battle, table, unit)
    return tuple(model for model in models if model not in met) if met and table.holds("WS-EN-02") else models


def engaged_with(battle: Battle, table: Table, unit: int, by: int) -> tuple[int, ...]:
    """Models of a unit that are engaged with models of the unit `by`, in order (WS-EN-01)."""
    if not battle.is_on_table:
        is_met = unit in battle.field.touched_units(by) and is_target(battle, table, by, unit)
        return battle.field.touching(unit) if is_met and table.holds("WS-EN-01") else ()
    met = {enemy for enemies in engaged(battle, table, by).values() for enemy in enemies}
    return tuple(model for model in battle.models(unit) if model in met)


def is_across_a_wall(battle: Battle, table: Table, model: int, foes: tuple[int, ...]) -> bool:
    """Whether a model touches none of the enemies in `foes`, with which it is engaged, and is therefore engaged with
    them only across walls.
    """
    return battle.is_on_table and not {*touched(battle, table, model)} & {*foes}


def touched(battle: Battle, table: Table, model: int) -> tuple[int, ...]:
    """Enemy models that touch a model and are therefore engaged with it (WS-EN-01)."""
    enemies = battle.plane.contacts.enemies[model]
    return enemies if enemies and table.holds("WS-EN-01") else ()


def across_walls(battle: Battle, table: Table, model: int) -> tuple[int, ...]:
    """Enemy models with which a model is engaged across a wall, because both models touch the wall and are within 1
    inch of each other (WS-EN-03).
    """
    found = _faced(battle, model)
    return tuple(sorted(found)) if found and table.holds("WS-EN-03") else ()


def facing(battle: Battle, unit: int, foe: int) -> int:
    """Number of models in a unit that face an enemy unit across a wall and touch none of its models (WS-EN-03)."""
    if not battle.is_on_table:
        return 0
    foes, enemies = set(battle.models(foe)), battle.plane.contacts.enemies
    apart = [model for model in battle.models(unit) if foes.isdisjoint(enemies[model])]
    found = sum(not foes.isdisjoint(_faced(battle, model)) for model in apart)
    return found if found and battle.setup.holds("WS-EN-03") else 0


def _faced(battle: Battle, model: int) -> set[int]:
    shapes, side = battle.plane.shapes, battle.setup.side_of(model)
    found: set[int] = set()
    for wall in walls(battle):
        if leans_on(shapes[model], wall):
            near = (other for other in shapes if battle.setup.side_of(other) != side)
            found |= {other for other in near if faces(battle, shapes[model], shapes[other], wall)}
    return found


def walls(battle: Battle) -> tuple[Polygon, ...]:
    """Linear obstacles and structure walls on the table."""
    return tuple(ground.outline for ground in battle.setup.grounds if ground.kind == "obstacle")


def leans_on(body: Shape, wall: Polygon) -> bool:
    """Whether a base is in contact with a wall."""
    return any(within(body, part, 0) for part in wall.convex_parts())


def is_between(wall: Polygon, start: tuple[float, float], end: tuple[float, float]) -> bool:
    """Whether the straight line between two points runs through a wall."""
    return wall.swept(0.0, (start, end))


def snapshot(battle: Battle, table: Table) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Models engaged as the half-cycle begins, recorded only under WS-R-44 `per-half-cycle`."""
    if not battle.is_on_table or table.rule("WS-R-44") == "default":
        return ()
    units = (unit for unit in battle.combat.units if battle.lives(unit))
    return tuple(pair for unit in units for pair in _engaged_now(battle, table, unit).items())


def _all_engaged(battle: Battle, table: Table, unit: int) -> Enemies:
    if battle.is_on_table and table.rule("WS-R-44") == "per-half-cycle":
        living = battle.plane.shapes
        kept = dict(battle.combat.engaged)
        models = (model for model in battle.models(unit) if model in kept)
        return {model: tuple(one for one in kept[model] if one in living) for model in models}
    return _engaged_now(battle, table, unit)


def _engaged_now(battle: Battle, table: Table, unit: int) -> Enemies:
    """Enemies that the models of a unit touch, or face across walls (WS-EN-01, WS-EN-03)."""
    met = battle.field.enemies_met(unit)
    if met and not table.holds("WS-EN-01"):
        met = {}
    if not walls(battle):
        return met
    reached = {model: {*met.get(model, ()), *across_walls(battle, table, model)} for model in battle.models(unit)}
    return {model: tuple(sorted(enemies)) for model, enemies in reached.items() if enemies}


def faces(battle: Battle, one: Shape, other: Shape, wall: Polygon) -> bool:
    """Whether a base that leans on a wall faces another base directly opposite, within 1 inch (WS-EN-03).

    The wall must lie between the centres of the bases, or between their nearest parts.
    """
    if not within(one, other, battle.number("WS-EN-03") * INCH) or not leans_on(other, wall):
        return False
    return is_between(wall, (one.x, one.y), (other.x, other.y)) or is_between(wall, *shortest_line(one, other))


# --- Units near enough for close-combat (WS-WH) ------------------------------------------------------------------


def close_distance(battle: Battle) -> int:
    """Distance in ticks within which enemies are in close-combat: 6 inches (WS-WH-01)."""
    return battle.number("WS-WH-01") * INCH


def are_close(battle: Battle, table: Table, unit: int, other: int) -> bool:
    """Whether a model of one unit is within 6 inches of a model of the other. Nothing else matters (WS-WH-01,
    WS-WH-03).
    """
    if not battle.is_on_table:
        is_met = other in battle.field.touched_units(unit)
    elif not battle.models(unit) or not battle.models(other) or not _may_be_close(battle, unit, other):
        return False
    else:
        models = battle.models(other)
        is_met = any(_is_linked(battle, table, model, foe) for model in battle.models(unit) for foe in models)
    return is_met and table.holds("WS-WH-01") and table.holds("WS-WH-03")


def _may_be_close(battle: Battle, unit: int, other: int) -> bool:
    ours, theirs = (circle_of_unit(battle.plane, one) for one in (unit, other))
    return are_circles_near(ours, theirs, close_distance(battle))


def is_close(battle: Battle, table: Table, model: int, others: tuple[int, ...], distance: int) -> bool:
    """Whether a model is within a distance of any of the other models, measured as prescribed by WS-R-06."""
    return any(_is_near(battle, table, model, other, distance) for other in others)


def enemies_near(battle: Battle, table: Table, unit: int) -> tuple[int, ...]:
    """Enemy units in the combat that are close to a unit and have not fallen back."""
    foes = battle.fighters(1 - battle.side(unit))
    return tuple(foe for foe in foes if are_close(battle, table, unit, foe))


def nearest_pairs(battle: Battle, unit: int, foes: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """Nearest pairs, each made up of a model of the unit and an enemy model. Usually there is only one such pair, but
    several may tie.
    """
    shapes = battle.plane.shapes
    pairs = [(own, foe) for own in battle.models(unit) for other in foes for foe in battle.models(other)]
    gaps = {pair: gap(shapes[pair[0]], shapes[pair[1]]) for pair in pairs}
    least = min(gaps.values(), default=0.0)
    return tuple(pair for pair, far in gaps.items() if far <= least + CONTACT)


def between_centres(one: Shape, other: Shape) -> float:
    """Distance between two centres, in ticks."""
    dx, dy = one.x - other.x, one.y - other.y
    return sqrt(dx * dx + dy * dy)


def _is_near(battle: Battle, table: Table, model: int, other: int, distance: int) -> bool:
    one, two = battle.plane.shape(model), battle.plane.shape(other)
    if not within(one, two, distance):
        return False
    return between_centres(one, two) <= distance + CONTACT or table.rule("WS-R-06") != "centres"


def _is_linked(battle: Battle, table: Table, model: int, other: int) -> bool:
    """Whether two models are near enough to bring their units into combat and, under `line-of-sight`, see each other
    (WS-R-08).
    """
    if not _is_near(battle, table, model, other, close_distance(battle)):
        return False
    blockers = tuple(ground.outline for ground in battle.setup.grounds if ground.blocks_sight)
    one, two = battle.plane.shape(model), battle.plane.shape(other)
    return not blockers or sees(one, two, blockers) or table.rule("WS-R-08") != "line-of-sight"
