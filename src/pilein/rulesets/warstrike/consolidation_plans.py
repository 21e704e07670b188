"""Common plans for a consolidation, such as closing in or moving as one body (WS-CM)."""

from collections.abc import Iterator, Sequence

from pilein.geometry.advances import Advance
from pilein.geometry.gaps import gap, touches
from pilein.geometry.rounded import Vector
from pilein.geometry.straight_sweeps import unit_vector
from pilein.geometry.ticks import TURN, heading
from pilein.geometry.tolerance import CONTACT
from pilein.placement.along import straight_at
from pilein.placement.contact import Goals, nearest_contact
from pilein.placement.question import move_of
from pilein.rulesets.warstrike.consolidation_terms import Move, MoveTerms, with_moved
from pilein.rulesets.warstrike.consolidation_walks import Walk, judged, walks_of
from pilein.rulesets.warstrike.engaged import faces, leans_on, walls
from pilein.tabletop.distances import Gaps, gaps_from_units
from pilein.tabletop.memo import Kept, kept
from pilein.tabletop.movement.memory import FieldMemo
from pilein.tabletop.movement.straight_runs import foremost_first, run_as_one, things_about, to_the_edge
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

    `foes` are all models of the enemy units to approach. The result is cached.
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
        move = _closer(terms, model, plane, gaps[model])
        if move is not None:
            moves.append(move)
            plane = with_moved(plane, move)
    return tuple(moves)


def moves_of_one_length(terms: MoveTerms, way: Vector) -> tuple[Move, ...]:
    """Move all models the same distance in a direction, foremost first. The first obstacle that any of them meets
    limits the distance for all.
    """
    plane, own = terms.battle.plane, terms.battle.models(terms.unit)
    bodies = [plane.shape(model) for model in own]
    wanted = min([float(terms.reach), *(to_the_edge(plane, terms.all_bars[0], body, way) for body in bodies)])
    length = run_as_one(bodies, way, things_about(plane, terms.all_bars[0], without=own), wanted)
    dx, dy = round(way[0] * length), round(way[1] * length)
    if (dx, dy) == (0, 0):
        return ()
    places = ((model, plane.place(model)) for model in foremost_first(plane, own, way))
    return tuple((model, place.x + dx, place.y + dy, place.facing) for model, place in places)


def _closer(terms: MoveTerms, model: int, plane: Plane, gaps: Gaps) -> Move | None:
    """Return the move of a model into contact with the enemy that it reaches soonest, or else straight towards the
    nearest enemy.
    """
    walks = walks_of(terms, model, plane)
    for way in _ways_closer(terms, walks, [(away, foe, plane.shape(foe)) for away, foe in gaps]):
        move = move_of(model, way)
        if not isinstance(judged(terms, move, plane, walks[0]), str):
            return move
    return None


def _ways_closer(terms: MoveTerms, walks: Sequence[Walk], goals: Goals) -> Iterator[Advance]:
    """Yield paths into contact, over walls or around them, and then paths straight towards the nearest enemy."""
    into_contact = [way for walk in walks if (way := nearest_contact(walk.move, goals)) is not None]
    yield from sorted(into_contact, key=lambda way: way.route.length)
    over = walks[0].over_walls() if len(walks) > 1 else None
    nearest = goals[0][2]
    way = straight_at(walks[0].move, (nearest.x, nearest.y), float(terms.reach), past=over)
    if way is not None and way.route.length >= LEAST:
        yield way


def _is_engaged(terms: MoveTerms, model: int, plane: Plane, gaps: Gaps) -> bool:
    """Whether a model is engaged where it stands, because it touches an enemy or faces one across a wall."""
    body, shapes = plane.shape(model), plane.shapes
    if any(touches(body, shapes[foe]) for away, foe in gaps if away <= CONTACT):
        return True
    leaning = [wall for wall in walls(terms.battle) if leans_on(body, wall)]
    return any(faces(terms.battle, body, shapes[foe], wall) for wall in leaning for _, foe in gaps)


def _foes(terms: MoveTerms) -> tuple[int, ...]:
    """Enemy models to approach: models that can be fought or, in a pursuit, models that have fallen back."""
    battle = terms.battle
    units: tuple[int, ...] = tuple(unit for unit in battle.setup.units_of(1 - terms.side) if battle.can_fight(unit))
    if terms.clause == PURSUIT:
        units = tuple(unit for unit, _ in battle.combat.fled if battle.side(unit) != terms.side)
    return tuple(model for unit in units for model in battle.models(unit))


def _to_nearest(terms: MoveTerms, foes: tuple[int, ...]) -> Vector:
    shapes, own = terms.battle.plane.shapes, terms.battle.models(terms.unit)
    _, model, foe = min((gap(shapes[model], shapes[foe]), model, foe) for model in own for foe in foes)
    return unit_vector(shapes[foe].x - shapes[model].x, shapes[foe].y - shapes[model].y)
