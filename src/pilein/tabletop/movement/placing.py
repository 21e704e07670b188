"""Placement rules and goals for the models of a field: obstacles to avoid, and models to stay with or to touch."""

from collections.abc import Sequence

from pilein.geometry.gaps import closing_step
from pilein.geometry.shapes import Base, Place, Point, shape
from pilein.geometry.ticks import INCH
from pilein.placement.contact import Goals
from pilein.placement.moves import Measure, Move
from pilein.placement.rules import Body, OnTable, Rule, Within, no_words
from pilein.placement.zones import WALL
from pilein.tabletop.memo import Memo
from pilein.tabletop.movement.ground import bodies_kept_off, ground_for, table_of, walls_of, why_not_beside
from pilein.tabletop.movement.landings import by_gap
from pilein.tabletop.movement.memory import FieldMemo
from pilein.tabletop.movement.terms import Bars
from pilein.tabletop.plane import Plane

FREE = FieldMemo[tuple[Bars, str], Rule]("free of others")
ON_TABLE = Memo[tuple[int, int], OnTable]("on the table")  # of a set-up


def move_on(
    plane: Plane, model: int, bars: Bars, rules: Sequence[Rule], limit: float, measure: Measure | None = None
) -> Move:
    """Return a model's move on a field, subject to the given obstacles and rules."""
    ground = ground_for(plane, bars, model)
    return Move(model, plane.setup.base(model), plane.place(model), ground, rules, limit, measure)


def free_ground(plane: Plane, bars: Bars, *, kept_off: str) -> list[Rule]:
    """Rules: a model ends on the table, overlaps no model, and stands on no impassable ground.

    `kept_off` names the kind of unit that models must avoid, for example "a unit that is not a target".
    """
    return [*_on_table(plane, bars), _free(plane, bars, kept_off)]


def coherency_with(plane: Plane, mates: Sequence[int], distance: int) -> Rule:
    """Rule: a model ends within `distance` ticks of one of its mates."""
    words = f'there it would be more than {distance / INCH:g}" from every other model of its unit'
    bodies = [Body(mate, plane.shape(mate), float(distance)) for mate in mates]
    return Rule(bodies, lambda *_: words, is_inside=True)


def straight_reach(plane: Plane, model: int, reach: int) -> Rule:
    """Rule: a model ends within `reach` ticks of its starting place, measured in a straight line."""
    start, words = plane.place(model), f'that is further than {reach / INCH:g}"'
    here = float(start.x), float(start.y)
    return Within([(here, here)], float(reach), lambda *_: words)


def touching(plane: Plane, goals: Sequence[int], *, within: float = 0.0) -> Rule:
    """Rule: a model ends within `within` ticks of a goal, by default in contact. A separate rule forbids overlaps.

    The question supplies the message for a refusal.
    """
    bodies = [Body(goal, plane.shape(goal), within) for goal in goals]
    return Rule(bodies, no_words, is_inside=True)


def goals_of(plane: Plane, model: int, goals: Sequence[int]) -> Goals:
    """Models to touch, as (gap, number, outline), nearest first."""
    return [(gap, goal, plane.shape(goal)) for gap, goal in by_gap(plane, model, goals)]


def straight_lines(plane: Plane, model: int, goals: Sequence[int]) -> list[tuple[Point, Point]]:
    """Return, for each goal, the straight line along which a model comes into contact with the goal soonest."""
    body = plane.shape(model)
    ahead = [closing_step(body, plane.shape(goal)) for goal in goals]
    return [((body.x, body.y), (body.x + dx, body.y + dy)) for dx, dy in ahead]


def _free(plane: Plane, bars: Bars, kept_off: str) -> Rule:
    known = FREE.on(plane)
    key = bars, kept_off
    if key not in known:
        others = [Body(other, body) for other, body in bodies_kept_off(plane, bars)]
        walls = [Body(WALL - number, wall) for number, wall in enumerate(walls_of(plane, bars))]
        known[key] = Rule([*others, *walls], lambda *where: _in_the_way(plane, bars, kept_off, *where))
    return known[key]


def _in_the_way(plane: Plane, bars: Bars, kept_off: str, base: Base, place: Place, label: int) -> str:
    if label >= 0:
        return why_not_beside(plane, bars, label, shape(base, place), kept_off)
    kinds = [kind for kind in bars.walls for _ in plane.setup.parts_of(kind)]
    return f"there it would stand on {kinds[WALL - label]} ground"


def _on_table(plane: Plane, bars: Bars) -> list[Rule]:
    size = table_of(plane, bars)
    if size is None:
        return []
    known = ON_TABLE.on(plane.setup)
    if size not in known:
        known[size] = OnTable(size, lambda *_: "there it would leave the table")
    return [known[size]]
