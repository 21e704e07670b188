"""Ways of consolidating that come to mind: close in, or move as one body (WS-CM)."""

from collections.abc import Iterator

from pilein.geometry.approach import nearest_contact
from pilein.geometry.gaps import gap, touches
from pilein.geometry.runs import run_to_edge, shifted, unit_vector
from pilein.geometry.shapes import Place, Shape, shape
from pilein.geometry.ticks import CONTACT, TURN, heading
from pilein.rulesets.warstrike.consolidation_terms import MoveTerms, Shapes
from pilein.rulesets.warstrike.crossing import Crowd, Move
from pilein.rulesets.warstrike.engaged import faces, leans_on, walls
from pilein.rulesets.warstrike.falling_back import CLEARANCE, Way, free_run
from pilein.tabletop.distances import Gaps, gaps_from_units

EIGHTH = 4500
PURSUIT = "WS-LD-04"
LEAST = 1000  # ticks: nobody moves less
TRIED = 3  # enemies that a model makes for


def plans(terms: MoveTerms) -> Iterator[tuple[str, tuple[Move, ...]]]:
    """Labels and moves, not all of them legal; each is computed only when needed."""
    foes = _foes(terms)
    if foes and terms.reach:
        closer = close_in(terms, foes)
        if closer:
            yield "close in", closer
    yield "stay", ()
    if not terms.reach:
        return
    if foes:
        way = _to_nearest(terms, foes)
        yield "towards the enemy as one", as_one(terms, way)
        yield "away from the enemy", as_one(terms, (-way[0], -way[1]))
    for turn in range(0, TURN, EIGHTH):
        yield f"at {turn // 100} degrees", as_one(terms, heading(turn))


def close_in(terms: MoveTerms, foes: tuple[int, ...]) -> tuple[Move, ...]:
    """Each model that touches none of them comes into contact if it can, otherwise nearer; the nearest first.

    `foes` are all models of some units. Remembered.
    """
    known = terms.crowd.closest
    if foes not in known:
        known[foes] = _closing_in(terms, foes)
    return known[foes]


def _closing_in(terms: MoveTerms, foes: tuple[int, ...]) -> tuple[Move, ...]:
    crowd, moves = terms.crowd, []
    plane = terms.battle.plane
    units = tuple(dict.fromkeys(plane.setup.unit_of[foe] for foe in foes))
    gaps = {model: gaps_from_units(plane, model, units) for model in terms.battle.models(terms.unit)}
    for model in sorted(gaps, key=lambda one: (gaps[one][0][0], one)):
        if _is_engaged(terms, model, crowd, gaps[model]):
            continue
        move = _contact(terms, model, crowd, gaps[model]) or _run(terms, model, crowd, gaps[model][0][1])
        if move is not None:
            moves.append(move)
            crowd = terms.with_moved(crowd, move)
    return tuple(moves)


def as_one(terms: MoveTerms, way: Way) -> tuple[Move, ...]:
    """All models go the same way equally far, the foremost first, as far as nothing stops any."""
    shapes, plane = terms.battle.plane.shapes, terms.battle.plane
    own = terms.battle.models(terms.unit)
    things = [one for model, one in shapes.items() if model not in own]
    size = terms.battle.setup.size
    length = float(terms.reach)
    for model in own:
        room = max(0.0, run_to_edge(shapes[model], way, size) - CLEARANCE)
        length = free_run(shapes[model], way, things, min(length, room))
    dx, dy = round(way[0] * length), round(way[1] * length)
    if (dx, dy) == (0, 0):
        return ()
    order = sorted(own, key=lambda model: -(shapes[model].x * way[0] + shapes[model].y * way[1]))
    places = ((model, plane.place(model)) for model in order)
    return tuple((model, place.x + dx, place.y + dy, place.facing) for model, place in places)


def _contact(terms: MoveTerms, model: int, crowd: Crowd, gaps: Gaps) -> Move | None:
    """Into contact with an enemy within reach: straight on if the way is open, otherwise round about."""
    near = tuple(foe for away, foe in gaps if away <= terms.reach)[:TRIED]
    for foe in near:
        move = _run(terms, model, crowd, foe, into_contact=True)
        if move is not None:
            return move
    if not near:
        return None
    base, place = terms.battle.setup.base(model), terms.battle.plane.place(model)
    targets = tuple(crowd.shapes[foe] for foe in near)
    found = nearest_contact(terms.space_of(model, crowd), base, place, targets, terms.reach)
    return None if found is None else _legal(terms, model, found.place, crowd)


def _run(terms: MoveTerms, model: int, crowd: Crowd, foe: int, *, into_contact: bool = False) -> Move | None:
    """Straight on towards an enemy, as far as the way is open: over walls, or where that cannot be up to the first."""
    body, goal = crowd.shapes[model], crowd.shapes[foe]
    way = unit_vector(goal.x - body.x, goal.y - body.y)
    things = terms.others_near(model, crowd)
    barriers = [part for wall in walls(terms.battle) for part in wall.convex_parts()]
    for met in (things, [*things, *barriers]) if barriers else (things,):
        place = _straight(terms, model, body, way, met)
        if place is None or (into_contact and not touches(shape(terms.battle.setup.base(model), place), goal)):
            continue
        move = _legal(terms, model, place, crowd)
        if move is not None:
            return move
    return None


def _straight(terms: MoveTerms, model: int, body: Shape, way: Way, things: list[Shape]) -> Place | None:
    """Where a model gets straight on before it meets any of some things; None if that is hardly a step."""
    length = free_run(body, way, things, float(terms.reach))
    if length < LEAST:
        return None
    end = shifted(body, round(way[0] * length), round(way[1] * length))
    return Place(round(end.x), round(end.y), terms.battle.plane.place(model).facing)


def _is_engaged(terms: MoveTerms, model: int, crowd: Crowd, gaps: Gaps) -> bool:
    """Whether a model need not move to be engaged: it touches an enemy, or faces one across a wall."""
    body, shapes = crowd.shapes[model], crowd.shapes
    if any(touches(body, shapes[foe]) for away, foe in gaps if away <= CONTACT):
        return True
    leaning = [wall for wall in walls(terms.battle) if leans_on(body, wall)]
    return any(faces(body, shapes[foe], wall) for wall in leaning for _, foe in gaps)


def _legal(terms: MoveTerms, model: int, place: Place, crowd: Crowd) -> Move | None:
    move = (model, place.x, place.y, place.facing)
    return move if terms.why_not_there(move, crowd) is None else None


def _foes(terms: MoveTerms) -> tuple[int, ...]:
    """The enemy models that it is about: those that can be fought, in pursuit those that have fallen back."""
    battle = terms.battle
    units: tuple[int, ...] = tuple(unit for unit in battle.setup.units_of(1 - terms.side) if battle.can_fight(unit))
    if terms.clause == PURSUIT:
        units = tuple(unit for unit, _ in battle.combat.fled if battle.side(unit) != terms.side)
    return tuple(model for unit in units for model in battle.models(unit))


def _to_nearest(terms: MoveTerms, foes: tuple[int, ...]) -> Way:
    shapes: dict[int, Shape] = terms.battle.plane.shapes
    own = terms.battle.models(terms.unit)
    model, foe = min(((model, foe) for model in own for foe in foes), key=lambda pair: _far(shapes, pair))
    return unit_vector(shapes[foe].x - shapes[model].x, shapes[foe].y - shapes[model].y)


def _far(shapes: Shapes, pair: tuple[int, int]) -> tuple[float, tuple[int, int]]:
    return gap(shapes[pair[0]], shapes[pair[1]]), pair
