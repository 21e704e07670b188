"""Who sees whom (SH-R-09)."""

from collections.abc import Iterator
from math import sqrt

from pilein.geometry.polygons import Polygon
from pilein.geometry.shapes import Shape
from pilein.geometry.sight import sees
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.state import Battle
from pilein.tabletop.circles import are_circles_near, circle_of, circle_of_unit
from pilein.tabletop.plane import shapes_of

Blockers = tuple[Polygon | Shape, ...]


def sees_model(battle: Battle, table: Table, model: int, other: int) -> bool:
    """SH-R-09. Whether an open straight line runs from some part of a model's base to some part of another's.

    Ground marked so obstructs it; under `models-block` other models do too; `by-eye` the players say.
    """
    shapes = battle.plane.shapes
    return sees_shape(battle, table, shapes[model], shapes[other], (model, other))


def sees_shape(battle: Battle, table: Table, looker: Shape, seen: Shape, ends: tuple[int, ...]) -> bool:
    """The same for an outline; `ends` are models that stand in nobody's way."""
    grounds = obstructions(battle)
    others = _bodies_between(battle, looker, seen, ends)
    first = next(others, None)
    if not grounds and first is None:
        return True
    reading = table.rule("SH-R-09")
    if reading == "by-eye":
        return True
    if reading != "models-block":
        return sees(looker, seen, grounds)
    return sees(looker, seen, (*grounds, *(() if first is None else (first, *others))))


def _bodies_between(battle: Battle, looker: Shape, seen: Shape, ends: tuple[int, ...]) -> Iterator[Shape]:
    """The models that may come between two outlines; units far from both are passed over."""
    plane = battle.plane
    about = circle_of((looker, seen))
    for unit, standing in enumerate(plane.standings):
        if plane.lives(unit) and are_circles_near(circle_of_unit(plane, unit), about, 0):
            for number, body in shapes_of(standing, plane.setup).items():
                if number not in ends and _is_near(body, looker, seen):
                    yield body


def obstructions(battle: Battle) -> Blockers:
    """The ground that blocks lines of sight."""
    return tuple(ground.outline for ground in battle.setup.grounds if ground.blocks_sight)


def _is_near(body: Shape, start: Shape, end: Shape) -> bool:
    """Whether a body may come between two others: its circle reaches into the band between theirs."""
    dx, dy = end.x - start.x, end.y - start.y
    length = sqrt(dx * dx + dy * dy) or 1.0
    px, py = body.x - start.x, body.y - start.y
    along, aside = (px * dx + py * dy) / length, abs(px * dy - py * dx) / length
    return 0 < along < length and aside < body.reach + max(start.reach, end.reach)
