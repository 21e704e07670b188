"""Common plans for a consolidation, such as closing in or moving as one body (WS-CM)."""

from collections.abc import Iterator

from pilein.geometry.gaps import gap, touches
from pilein.geometry.rounded import Vector
from pilein.geometry.straight_sweeps import unit_vector
from pilein.geometry.ticks import CONTACT, TURN, heading
from pilein.rulesets.warstrike.consolidation_terms import Move, MoveTerms, with_moved
from pilein.rulesets.warstrike.engaged import faces, leans_on, walls
from pilein.tabletop.distances import Gaps, gaps_from_units
from pilein.tabletop.memo import Kept, kept
from pilein.tabletop.movement.landings import nearest_landing
from pilein.tabletop.movement.memory import FieldMemo
from pilein.tabletop.movement.straight_runs import foremost_first, free_run, run_as_one, things_about, to_the_edge
from pilein.tabletop.movement.terms import Bars, Terms
from pilein.tabletop.plane import Plane

EIGHTH = 4500
PURSUIT = "WS-LD-04"
LEAST = 1000  # ticks: the shortest move

CLOSEST = FieldMemo[tuple[object, ...], Kept[tuple[Move, ...]]]("closing in")


def plans(terms: MoveTerms) -> Iterator[tuple[str, tuple[Move, ...]]]:
    """Yield labels and moves of plans, including illegal plans. Each plan is computed only on demand."""
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
        yield "towards the enemy as one", moves_of_one_length(terms, way)
        yield "away from the enemy", moves_of_one_length(terms, (-way[0], -way[1]))
    for turn in range(0, TURN, EIGHTH):
        yield f"at {turn // 100} degrees", moves_of_one_length(terms, heading(turn))


def close_in(terms: MoveTerms, foes: tuple[int, ...]) -> tuple[Move, ...]:
    """Bring each model that is out of contact into contact or, if that is impossible, nearer. The nearest model moves
    first.

    `foes` are all models of some enemy units. The result is cached.
    """
    key = (foes, terms.unit, terms.reach, terms.crossing, terms.from_start)
    return kept(CLOSEST.on(terms.battle.plane), key, lambda: _closing_in(terms, foes))


def _closing_in(terms: MoveTerms, foes: tuple[int, ...]) -> tuple[Move, ...]:
    plane, moves = terms.battle.plane, []
    units = tuple(dict.fromkeys(plane.setup.unit_of[foe] for foe in foes))
    gaps = {model: gaps_from_units(plane, model, units) for model in terms.battle.models(terms.unit)}
    for model in sorted(gaps, key=lambda one: (gaps[one][0][0], one)):
        if _is_engaged(terms, model, plane, gaps[model]):
            continue
        move = _contact(terms, model, plane, foes) or _run(terms, model, plane, gaps[model][0][1])
        if move is not None:
            moves.append(move)
            plane = with_moved(plane, move)
    return tuple(moves)


def moves_of_one_length(terms: MoveTerms, way: Vector) -> tuple[Move, ...]:
    """Move all models the same distance in a direction, foremost first, until an obstacle stops any model."""
    plane, own = terms.battle.plane, terms.battle.models(terms.unit)
    bodies = [plane.shape(model) for model in own]
    wanted = min([float(terms.reach), *(to_the_edge(plane, terms.bars, body, way) for body in bodies)])
    length = run_as_one(bodies, way, things_about(plane, terms.bars, without=own), wanted)
    dx, dy = round(way[0] * length), round(way[1] * length)
    if (dx, dy) == (0, 0):
        return ()
    places = ((model, plane.place(model)) for model in foremost_first(plane, own, way))
    return tuple((model, place.x + dx, place.y + dy, place.facing) for model, place in places)


def _contact(terms: MoveTerms, model: int, plane: Plane, foes: tuple[int, ...]) -> Move | None:
    """Move of a model into contact with the enemy it can reach soonest, over walls or, if that is impossible, around
    them.
    """
    for bars in terms.all_bars:
        found = nearest_landing(plane, Terms(bars, terms.reach), model, foes, terms.reach + CONTACT)
        if found is not None:
            place = found.place
            move = _legal(terms, (model, place.x, place.y, place.facing), plane)
            if move is not None:
                return move
    return None


def _run(terms: MoveTerms, model: int, plane: Plane, foe: int) -> Move | None:
    """Move of a model straight towards an enemy as far as its path is free, over walls or, if that is impossible, up to
    the first wall.
    """
    for bars in terms.all_bars:
        move = _straight(terms, model, plane, foe, bars)
        if move is not None:
            return move
    return None


def _straight(terms: MoveTerms, model: int, plane: Plane, foe: int, bars: Bars) -> Move | None:
    """Straight move of a model up to the first obstacle, or None if it is shorter than LEAST."""
    body, goal, place = plane.shape(model), plane.shape(foe), plane.place(model)
    way = unit_vector(goal.x - body.x, goal.y - body.y)
    length = free_run(body, way, things_about(plane, bars, without=(model,)), float(terms.reach))
    if length < LEAST:
        return None
    x, y = place.x + round(way[0] * length), place.y + round(way[1] * length)
    return _legal(terms, (model, x, y, place.facing), plane)


def _is_engaged(terms: MoveTerms, model: int, plane: Plane, gaps: Gaps) -> bool:
    """Whether a model is engaged where it stands, because it touches an enemy or faces one across a wall."""
    body, shapes = plane.shape(model), plane.shapes
    if any(touches(body, shapes[foe]) for away, foe in gaps if away <= CONTACT):
        return True
    leaning = [wall for wall in walls(terms.battle) if leans_on(body, wall)]
    return any(faces(terms.battle, body, shapes[foe], wall) for wall in leaning for _, foe in gaps)


def _legal(terms: MoveTerms, move: Move, plane: Plane) -> Move | None:
    return move if terms.why_not_there(move, plane) is None else None


def _foes(terms: MoveTerms) -> tuple[int, ...]:
    """Enemy models to approach. These are models that can be fought or, in a pursuit, models that have fallen back."""
    battle = terms.battle
    units: tuple[int, ...] = tuple(unit for unit in battle.setup.units_of(1 - terms.side) if battle.can_fight(unit))
    if terms.clause == PURSUIT:
        units = tuple(unit for unit, _ in battle.combat.fled if battle.side(unit) != terms.side)
    return tuple(model for unit in units for model in battle.models(unit))


def _to_nearest(terms: MoveTerms, foes: tuple[int, ...]) -> Vector:
    shapes, own = terms.battle.plane.shapes, terms.battle.models(terms.unit)
    _, model, foe = min((gap(shapes[model], shapes[foe]), model, foe) for model in own for foe in foes)
    return unit_vector(shapes[foe].x - shapes[model].x, shapes[foe].y - shapes[model].y)
