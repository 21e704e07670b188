"""Ways of consolidating that come to mind: close in, or move as one body (WS-CM)."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pilein.geometry.angles import TURN, heading
from pilein.geometry.approach import nearest_contact
from pilein.geometry.gaps import gap, touches
from pilein.geometry.runs import run_to_edge, shifted, unit_vector
from pilein.geometry.shapes import Place, Shape
from pilein.rulesets.warstrike.engaged import faces, leans_on, walls
from pilein.rulesets.warstrike.flight import CLEARANCE, Way, free_run

if TYPE_CHECKING:
    from pilein.rulesets.warstrike.consolidation.unit_move import Move, Shapes, UnitMove

EIGHTH = 4500
PURSUIT = "WS-LD-04"
LEAST = 1000  # ticks: nobody moves less
TRIED = 3  # enemies that a model makes for


def plans(asked: "UnitMove") -> Iterator[tuple[str, "tuple[Move, ...]"]]:
    """Labels and moves, not all of them legal; nothing is reckoned before it is asked for."""
    foes = _foes(asked)
    if foes and asked.reach:
        closer = close_in(asked, foes)
        if closer:
            yield "close in", closer
    yield "stay", ()
    if not asked.reach:
        return
    if foes:
        way = _to_nearest(asked, foes)
        yield "towards the enemy as one", as_one(asked, way)
        yield "away from the enemy", as_one(asked, (-way[0], -way[1]))
    for turn in range(0, TURN, EIGHTH):
        yield f"at {turn // 100} degrees", as_one(asked, heading(turn))


def close_in(asked: "UnitMove", foes: tuple[int, ...]) -> "tuple[Move, ...]":
    """Each model that touches none of these comes into contact if it can, otherwise nearer; the nearest first."""
    shapes = dict(asked.battle.plane.shapes)
    moves = []
    for model in sorted(asked.battle.models(asked.unit), key=lambda one: (_nearest(shapes, one, foes), one)):
        if _is_engaged(asked, shapes, model, foes):
            continue
        move = _contact(asked, model, shapes, foes) or _slide(asked, model, shapes, foes)
        if move is not None:
            moves.append(move)
            shapes[model] = asked.body(move)
    return tuple(moves)


def as_one(asked: "UnitMove", way: Way) -> "tuple[Move, ...]":
    """All models go the same way equally far, the foremost first, as far as nothing stops any."""
    shapes, plane = asked.battle.plane.shapes, asked.battle.plane
    own = asked.battle.models(asked.unit)
    things = [one for model, one in shapes.items() if model not in own]
    size = asked.battle.setup.size
    length = float(asked.reach)
    for model in own:
        room = max(0.0, run_to_edge(shapes[model], way, size) - CLEARANCE)
        length = free_run(shapes[model], way, things, min(length, room))
    dx, dy = round(way[0] * length), round(way[1] * length)
    if (dx, dy) == (0, 0):
        return ()
    order = sorted(own, key=lambda model: -(shapes[model].x * way[0] + shapes[model].y * way[1]))
    places = ((model, plane.place(model)) for model in order)
    return tuple((model, place.x + dx, place.y + dy, place.facing) for model, place in places)


def _contact(asked: "UnitMove", model: int, shapes: "Shapes", foes: tuple[int, ...]) -> "Move | None":
    """Into contact with an enemy within reach: straight on if the way is open, otherwise round about."""
    body = shapes[model]
    near = [foe for foe in foes if gap(body, shapes[foe]) <= asked.reach]
    near.sort(key=lambda foe: (gap(body, shapes[foe]), foe))
    for foe in near[:TRIED]:
        move = _run(asked, model, shapes, foe)
        if move is not None and touches(asked.body(move), shapes[foe]):
            return move
    if not near:
        return None
    place = asked.battle.plane.place(model)
    targets = tuple(shapes[foe] for foe in near[:TRIED])
    found = nearest_contact(asked.space_of(model, shapes), asked.battle.setup.base(model), place, targets, asked.reach)
    return None if found is None else _legal(asked, model, found.place, shapes)


def _slide(asked: "UnitMove", model: int, shapes: "Shapes", foes: tuple[int, ...]) -> "Move | None":
    """Straight on towards the nearest enemy, as far as the way is open."""
    nearest = min(foes, key=lambda foe: (gap(shapes[model], shapes[foe]), foe))
    return _run(asked, model, shapes, nearest)


def _run(asked: "UnitMove", model: int, shapes: "Shapes", foe: int) -> "Move | None":
    """Straight on towards an enemy: over walls, or where that cannot be up to the first."""
    body, goal = shapes[model], shapes[foe]
    way = unit_vector(goal.x - body.x, goal.y - body.y)
    things = [one for other, one in shapes.items() if other != model]
    barriers = [part for wall in walls(asked.battle) for part in wall.convex_parts()]
    move = _straight(asked, model, shapes, way, things)
    return move if move is not None or not barriers else _straight(asked, model, shapes, way, [*things, *barriers])


def _straight(asked: "UnitMove", model: int, shapes: "Shapes", way: Way, things: list[Shape]) -> "Move | None":
    body, here = shapes[model], asked.battle.plane.place(model)
    length = free_run(body, way, things, float(asked.reach))
    if length < LEAST:
        return None
    end = shifted(body, round(way[0] * length), round(way[1] * length))
    return _legal(asked, model, Place(round(end.x), round(end.y), here.facing), shapes)


def _is_engaged(asked: "UnitMove", shapes: "Shapes", model: int, foes: tuple[int, ...]) -> bool:
    """Whether a model need not move to be engaged: it touches an enemy, or faces one across a wall."""
    body = shapes[model]
    leaning = [wall for wall in walls(asked.battle) if leans_on(body, wall)]
    return any(touches(body, shapes[foe]) or any(faces(body, shapes[foe], wall) for wall in leaning) for foe in foes)


def _legal(asked: "UnitMove", model: int, place: Place, shapes: "Shapes") -> "Move | None":
    move = (model, place.x, place.y, place.facing)
    return move if asked.why_not_there(move, shapes) is None else None


def _foes(asked: "UnitMove") -> tuple[int, ...]:
    """The enemy models that it is about: those that can be fought, in pursuit those that have fallen back."""
    battle = asked.battle
    units: tuple[int, ...] = tuple(unit for unit in battle.setup.units_of(1 - asked.side) if battle.can_fight(unit))
    if asked.clause == PURSUIT:
        units = tuple(unit for unit, _ in battle.combat.fled if battle.side(unit) != asked.side)
    return tuple(model for unit in units for model in battle.models(unit))


def _nearest(shapes: "Shapes", model: int, foes: tuple[int, ...]) -> float:
    return min((gap(shapes[model], shapes[foe]) for foe in foes), default=0.0)


def _to_nearest(asked: "UnitMove", foes: tuple[int, ...]) -> Way:
    shapes: dict[int, Shape] = asked.battle.plane.shapes
    own = asked.battle.models(asked.unit)
    model, foe = min(((model, foe) for model in own for foe in foes), key=lambda pair: _far(shapes, pair))
    return unit_vector(shapes[foe].x - shapes[model].x, shapes[foe].y - shapes[model].y)


def _far(shapes: "Shapes", pair: tuple[int, int]) -> tuple[float, tuple[int, int]]:
    return gap(shapes[pair[0]], shapes[pair[1]]), pair
