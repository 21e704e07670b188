"""Placement rules and goals for the models of a field: obstacles to avoid, and models to stay with or to touch."""

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import takewhile

from pilein.geometry.advances import Advance
from pilein.geometry.gaps import closing_step, corners_only, touches
from pilein.geometry.shapes import Base, Place, Point, Shape, shape
from pilein.geometry.ticks import INCH, QUARTER, TURN, bearing
from pilein.geometry.tolerance import SNAP
from pilein.placement.contact import Goals, nearest_inside
from pilein.placement.moves import Measure, Move
from pilein.placement.rules import Body, OnTable, Rule, Within, no_words
from pilein.placement.zones import FAR, GROUND, NOBODY, WALL
from pilein.tabletop.distances import gaps_from_units
from pilein.tabletop.memo import Memo, Note
from pilein.tabletop.movement.ground import bodies_kept_off, ground_for, table_of, walls_of, why_not_beside
from pilein.tabletop.movement.local_searches import looked_by, looked_for_named
from pilein.tabletop.movement.memory import FieldMemo
from pilein.tabletop.movement.sides import closed_ground
from pilein.tabletop.movement.terms import Bars, Sides, Terms
from pilein.tabletop.movement.ways import further, slack_of
from pilein.tabletop.plane import Plane

ASTRAY = "there the model would be out of coherency"
FREE = Note[tuple[Plane, dict[tuple[Bars, str], Rule]]]("free of others")  # of a set-up: of its newest field alone
CLOSED = FieldMemo[tuple[Sides, str], Rule]("closed sides")
ON_TABLE = Memo[tuple[int, int], OnTable]("on the table")  # of a set-up


def move_on(
    plane: Plane, model: int, bars: Bars, rules: Sequence[Rule], limit: float, measure: Measure | None = None
) -> Move:
    """Return a model's move on a field, subject to the given obstacles and rules."""
    ground = ground_for(plane, bars, model)
    return Move(model, plane.setup.base(model), plane.place(model), ground, rules, limit, measure)


def free_ground(plane: Plane, bars: Bars, *, kept_off: str) -> list[Rule]:
    """Return the rules that a model must end on the table, overlap no model, and avoid impassable ground.

    `kept_off` names the kind of unit that models must avoid, for example "a unit that is not a target".
    """
    return [*_on_table(plane, bars), _free(plane, bars, kept_off)]


def move_by(
    plane: Plane,
    terms: Terms,
    model: int,
    rules: Sequence[Rule],
    *,
    round_the_corner: str,
    measure: Measure | None = None,
) -> Move:
    """Return a model's move under its terms, restricted by the given rules.

    The model touches blocks only at their open sides and, if the terms name `mates`, ends in coherency with one of
    them. `round_the_corner` is the message for places at a closed side. The coherency rule comes last.
    """
    sides = [closed_sides(plane, terms.sides, round_the_corner)] if terms.sides.bound else []
    mates = [coherency_with(plane, terms.mates, terms.coherency, ASTRAY)] if terms.mates else []
    move = move_on(plane, model, terms.bars, (*rules, *sides, *mates), terms.reach, measure)
    move.by_edges = terms.by_edges
    return move


def search_move(plane: Plane, terms: Terms, model: int, *rules: Rule) -> Move:
    """Return a model's move under its terms as a search uses it: on free ground, and subject to the given `rules`.

    Callers explain refusals themselves, because the rules about terrain and closed sides have no message here.
    """
    return move_by(plane, terms, model, (*free_ground(plane, terms.bars, kept_off=""), *rules), round_the_corner="")


def closed_sides(plane: Plane, sides: Sides, words: str) -> Rule:
    """Return the rule that a model may touch a block only at its open side."""
    known = CLOSED.on(plane)
    key = sides, words
    if key not in known:
        shut = (ground for _, grounds in closed_ground(plane, sides) for ground in grounds)
        known[key] = Rule([Body(GROUND, one) for one in shut], lambda *_: words)
    return known[key]


def way_into_coherency(plane: Plane, terms: Terms, model: int) -> Advance | None:
    """Shortest path of a model to a place in coherency with other models of its unit, or None if no path is within its
    reach.

    The model keeps its facing if it can.
    """
    move = search_move(plane, terms, model)
    return nearest_inside(move, move.rules[-1], (move.start.facing, *_corners_first(plane, terms, move)))


def _corners_first(plane: Plane, terms: Terms, move: Move) -> list[int]:
    """Facings at which a base that is not round reaches furthest towards the nearest of the `mates` in the terms."""
    base, (x, y) = move.base, move.here
    if base.kind == "round":
        return []
    mate = min((plane.shape(mate) for mate in terms.mates), key=lambda one: (one.x - x) ** 2 + (one.y - y) ** 2)
    is_square = base.kind == "rectangle"
    corner = bearing(base.width, base.depth) if is_square else 0 if base.depth > base.width else QUARTER
    return [(bearing(mate.x - x, mate.y - y) - corner) % TURN]


def coherency_with(plane: Plane, mates: Sequence[int], distance: int, words: str = "") -> Rule:
    """Return the rule that a model must end within a distance, in ticks, of one of the `mates`."""
    words = words or f'there the model would be more than {distance / INCH:g}" from every other model of its unit'
    bodies = [Body(mate, plane.shape(mate), float(distance)) for mate in mates]
    return Rule(bodies, lambda *_: words, is_inside=True)


def clearance_from(plane: Plane, others: Sequence[int], distance: int, words: str) -> Rule:
    """Return the rule that a model must end further than a distance, in ticks, from each of the given models."""
    bodies = [Body(other, plane.shape(other), distance + 1.0) for other in others]
    return Rule(bodies, lambda *_: words)


def straight_reach(plane: Plane, model: int, reach: int) -> Rule:
    """Return the rule that a model must end within `reach` ticks of its starting place, measured in a straight line."""
    start, words = plane.place(model), further(reach)
    here = float(start.x), float(start.y)
    return Within([(here, here)], float(reach), lambda *_: words)


class ByEdges(Rule):
    """Contact rule that ignores contact at corners."""

    __slots__ = ()

    def broken_by(self, base: Base, _mover: int, place: Place, _most: float = SNAP) -> int | None:
        """Return None if the mover would touch a body at more than a corner, else NOBODY."""
        body = shape(base, place)
        if any(touches(body, one.shape) and not corners_only(body, one.shape) for one in self.bodies):
            return None
        return NOBODY


def touching(plane: Plane, goals: Sequence[int], *, within: float = 0.0, by_edges: bool = False) -> Rule:
    """Return the rule that a model must end in contact with a goal, or within `within` ticks of it.

    Overlaps are left to another rule, and the message is left to the question. If `by_edges` is set, contact at
    corners does not count.
    """
    bodies = [Body(goal, plane.shape(goal), within) for goal in goals]
    return (ByEdges if by_edges else Rule)(bodies, no_words, is_inside=True)


def by_gap(plane: Plane, model: int, goals: Sequence[int], within: float = FAR) -> tuple[tuple[float, int], ...]:
    """Goals within a distance of a model, nearest first, with their gaps from the model in ticks."""
    units = tuple(dict.fromkeys(plane.setup.unit_of[goal] for goal in goals))
    wanted = frozenset(goals)
    near = takewhile(lambda pair: pair[0] <= within, gaps_from_units(plane, model, units))
    return tuple([pair for pair in near if pair[1] in wanted and pair[1] != model])


def goals_of(plane: Plane, model: int, goals: Sequence[int], within: float = FAR) -> Goals:
    """Models within a distance of a model that it may touch, as (gap, number, outline), nearest first."""
    return [(gap, goal, plane.shape(goal)) for gap, goal in by_gap(plane, model, goals, within)]


def goals_within(plane: Plane, model: int, goals: Sequence[int], limit: float) -> Goals:
    """Return the goals that a model may touch by a path of at most `limit` ticks, as (gap, number, outline), nearest
    first.

    The area around the goals is recorded as examined, because searches for a path depend on it.
    """
    own, far = plane.shape(model), limit + slack_of(plane, model)
    looked_for_named(plane, model).at(own.x, own.y, own.reach + far)
    looked_by(plane, model).at(own.x, own.y, own.reach + far)
    return goals_of(plane, model, goals, far)


def straight_lines(plane: Plane, model: int, goals: Sequence[int]) -> list[tuple[Point, Point]]:
    """Return, for each goal, the straight line along which a model comes into contact with the goal soonest."""
    body = plane.shape(model)
    ahead = [closing_step(body, plane.shape(goal)) for goal in goals]
    return [((body.x, body.y), (body.x + dx, body.y + dy)) for dx, dy in ahead]


def _free(plane: Plane, bars: Bars, kept_off: str) -> Rule:
    newest = FREE.on(plane.setup)
    if newest is None or newest[0] is not plane:
        newest = FREE.keep(plane.setup, (plane, {}))
    known, key = newest[1], (bars, kept_off)
    if key not in known:
        others = [_body(other, body) for other, body in bodies_kept_off(plane, bars)]
        walls = [_body(WALL - number, wall) for number, wall in enumerate(walls_of(plane, bars))]
        known[key] = Rule([*others, *walls], partial(_in_the_way, plane, bars, kept_off))
    return known[key]


@lru_cache(maxsize=16384)
def _body(label: int, body: Shape) -> Body:
    """Return a body for rules. Bodies are cached, because most of them stay in place and thousands of fields share
    them.
    """
    return Body(label, body)


def _in_the_way(plane: Plane, bars: Bars, kept_off: str, base: Base, place: Place, label: int) -> str:
    if label >= 0:
        return why_not_beside(plane, bars, label, shape(base, place), kept_off)
    kinds = [kind for kind in bars.walls for _ in plane.setup.parts_of(kind)]
    return f"there the model would stand on {kinds[WALL - label]} ground"


def _on_table(plane: Plane, bars: Bars) -> list[Rule]:
    size = table_of(plane, bars)
    if size is None:
        return []
    known = ON_TABLE.on(plane.setup)
    if size not in known:
        known[size] = OnTable(size, lambda *_: "there the model would leave the table")
    return [known[size]]
