"""Obstacles to a straight move: friends, impassable ground and the 1" around enemies."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pilein.geometry.blocks import Block, moved, outline
from pilein.geometry.gaps import overlaps, within
from pilein.geometry.rounded import Vector
from pilein.geometry.shapes import Place, Shape, shape, shrunk
from pilein.geometry.straight_sweeps import is_in_the_way, run_to_edge, span_too_near
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT, PATH
from pilein.rulesets.wab.state import Battle
from pilein.tabletop.distances import Circle, are_circles_near, circle_of, circle_of_unit, is_near_circle
from pilein.tabletop.memo import Note
from pilein.tabletop.movement.straight_runs import ROUNDING
from pilein.tabletop.plane import Loose, Standing

BARRED = ("impassable", "structure")
HAIR = 4  # ticks
LOOK_AHEAD = INCH / 50  # ticks by which a body is shrunk, so that it meets obstacles later than the full body
FAR = 1e9  # ticks
CLEAR = INCH  # WAB-R-36: units come nearer to an enemy only by charge, pursuit or follow-up
KEPT = CLEAR - 2 * CONTACT  # closest distance that `within` still counts: a hair less than 1"
NEARER = CLEAR - 3 * CONTACT  # units that already stand nearer than an inch by more than a rounding error
Size = tuple[int, int]
BODIES = Note[tuple[Shape, ...]]("bodies")


class Surroundings(NamedTuple):
    """Surroundings of a unit: obstacles, enemies to keep 1" away from, and the size of the table.

    `close` holds the enemies among the obstacles that may be nearer than 1".
    """

    solid: tuple[Shape, ...]
    enemies: tuple[Shape, ...]
    size: Size
    close: tuple[Shape, ...] = ()


def surroundings(
    battle: Battle, unit: int, *, but: Iterable[int] = (), may_touch: bool = False, reach: float = FAR
) -> Surroundings:
    """Surroundings that a unit must avoid during its move. The units in `but` are left out.

    The unit keeps 1" away from enemies, unless an enemy is already nearer or `may_touch` is set for a pursuit or
    follow-up. Units further away than `reach` ticks may be left out.
    """
    size = battle.setup.size
    assert size is not None
    solid: list[Shape] = []
    enemies: list[Shape] = []
    close: list[Shape] = []
    ignored = tuple(but)
    own = bodies_of(battle, battle.plane.standings[unit])
    circle = circle_of(own)
    for other in battle.setup.units:
        if other.number != unit and other.number not in ignored and battle.living(other.number):
            keeps_off = other.side != battle.side(unit) and not may_touch
            around = circle_of_unit(battle.plane, other.number)
            if not are_circles_near(circle, around, reach):
                continue
            bodies = bodies_of(battle, battle.plane.standings[other.number])
            if are_circles_near(circle, around, 0) and _are_in_a_hole(own, bodies):
                bodies = tuple(map(battle.plane.shape, battle.plane.models(other.number)))
            if keeps_off and not are_circles_near(circle, around, CLEAR):
                enemies.extend(bodies)
                continue
            far = [body for body in bodies if keeps_off and not _is_within(own, circle, body)]
            enemies.extend(far)
            near = [body for body in bodies if body not in far] if keeps_off else list(bodies)
            solid.extend(near)
            close.extend(near if other.side != battle.side(unit) else ())
    return Surroundings((*solid, *battle.setup.parts_of(*BARRED)), tuple(enemies), size, tuple(close))


def _are_in_a_hole(own: Sequence[Shape], bodies: Sequence[Shape]) -> bool:
    """Whether any of a unit's bodies stands in a gap in the incomplete last rank of a block."""
    return len(bodies) == 1 and any(overlaps(one, bodies[0]) for one in own)


def _is_within(own: Sequence[Shape], circle: Circle, body: Shape) -> bool:
    """Whether a body stands within 1" of a unit. Bodies far from the unit's bounding circle are not measured."""
    return is_near_circle(body, circle, CLEAR) and any(within(one, body, NEARER) for one in own)


def bodies_of(battle: Battle, standing: Standing) -> tuple[Shape, ...]:
    """Outlines of a unit's bodies: one for a whole block, or one for each loose model. The result is cached on the
    standing.
    """
    known = BODIES.on(standing)
    if known is None:
        known = BODIES.keep(standing, _bodies_of(battle, standing))
    return known


def _bodies_of(battle: Battle, standing: Standing) -> tuple[Shape, ...]:
    if isinstance(standing, Block):
        return (outline(standing),)
    pairs = zip(standing.models, standing.places, strict=True)
    return tuple(shape(battle.setup.base(model), place) for model, place in pairs)


def free_run(bodies: Sequence[Shape], way: Vector, wanted: float, about: Surroundings) -> float:
    """Distance in ticks, up to `wanted`, that bodies can move in a direction before they meet an obstacle or the table
    edge.
    """
    limit = min(wanted, *(run_to_edge(body, way, about.size) for body in bodies))
    solid, enemies = (
        about_the_way(bodies, way, limit, things, clearance)
        for things, clearance in ((about.solid, 0.0), (about.enemies, CLEAR))
    )
    for body in bodies if solid or enemies else ():
        lean = shrunk(body, PATH)
        for things, clearance in ((solid, 0.0), (enemies, CLEAR)):
            for thing in things:
                limit = min(limit, _up_to(body, lean, way, limit, thing, clearance))
    return max(0.0, limit)


def about_the_way(
    bodies: Sequence[Shape], way: Vector, wanted: float, things: Iterable[Shape], clearance: float
) -> list[Shape]:
    """Obstacles near the path of a circle that encloses all the bodies."""
    x, y, far = circle_of(bodies)
    found = []
    for thing in things:
        dx, dy, reach = thing.x - x, thing.y - y, far + thing.reach + clearance + LOOK_AHEAD
        is_beside = -reach < way[0] * dy - way[1] * dx < reach
        if is_beside and -reach < way[0] * dx + way[1] * dy < wanted + reach:
            found.append(thing)
    return found


def is_free(bodies: Sequence[Shape], about: Surroundings) -> bool:
    """Whether bodies may stand where they are: on the table, clear of obstacles, and an inch away from enemies."""
    if any(not is_on_table(body, about.size) for body in bodies):
        return False
    if any(overlaps(body, thing) for body in bodies for thing in about.solid):
        return False
    return not any(within(body, enemy, KEPT) for body in bodies for enemy in about.enemies)


def near_to(about: Surroundings, bodies: Sequence[Shape]) -> Surroundings:
    """Surroundings reduced to the obstacles that the given bodies can touch where they stand."""
    solid, enemies = (
        about_the_way(bodies, (0.0, 1.0), 0.0, things, clearance)
        for things, clearance in ((about.solid, 0.0), (about.enemies, CLEAR))
    )
    return about._replace(solid=tuple(solid), enemies=tuple(enemies))


def is_on_table(body: Shape, size: Size) -> bool:
    """Whether the whole of a body is on the table."""
    rim = body.radius - CONTACT
    xs, ys = [x for x, _ in body.core], [y for _, y in body.core]
    return min(xs) >= rim and min(ys) >= rim and max(xs) <= size[0] - rim and max(ys) <= size[1] - rim


def shifted(standing: Standing, dx: float, dy: float) -> Standing:
    """Return the standing, moved by whole ticks without turning."""
    across, along = round(dx), round(dy)
    if isinstance(standing, Block):
        return moved(standing, standing.x + across, standing.y + along, standing.facing)
    places = tuple(Place(one.x + across, one.y + along, one.facing) for one in standing.places)
    return Loose(standing.models, places)


def after_run(battle: Battle, standing: Standing, way: Vector, length: float, about: Surroundings) -> Standing:
    """Return the standing after a straight move, in whole ticks and without overlaps."""
    return nudged(battle, shifted(standing, length * way[0], length * way[1]), about)


def nudged(battle: Battle, standing: Standing, about: Surroundings) -> Standing:
    """Return the standing, shifted by a few ticks if rounding made it overlap an obstacle that it had
    already passed.
    """
    for spot in hair_by_hair(Place(0, 0, 0)):
        there = shifted(standing, spot.x, spot.y)
        if not any(overlaps(body, thing) for body in bodies_of(battle, there) for thing in about.solid):
            return there
    return standing


def hair_by_hair(place: Place) -> Iterator[Place]:
    """Yield a place, followed by the places within a few ticks of it."""
    for far in range(HAIR):
        for right, up in ((far, 0), (-far, 0), (0, far), (0, -far)):
            yield Place(place.x + right, place.y + up, place.facing)


def _up_to(body: Shape, lean: Shape, way: Vector, limit: float, thing: Shape, clearance: float) -> float:
    found = span_too_near(lean, way, thing, clearance)
    if found is None or not is_in_the_way(found, limit + LOOK_AHEAD):
        return limit
    exact = span_too_near(body, way, thing, clearance) or found
    return max(0.0, exact[0] - ROUNDING if is_in_the_way(found, limit) else exact[0])
