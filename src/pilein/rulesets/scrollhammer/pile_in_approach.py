"""How a model that can touch nobody comes as close to the combat as it can, in coherency (SH-PI-08)."""

from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from pilein.geometry.advances import Advance, toward
from pilein.geometry.gaps import gap
from pilein.geometry.routes import Route
from pilein.geometry.runs import first_met, shifted, too_near
from pilein.geometry.shapes import Place, Point, Shape, disc
from pilein.geometry.ticks import CONTACT
from pilein.rulesets.scrollhammer.charge_contacts import moved_mates
from pilein.rulesets.scrollhammer.nearness import gap_to
from pilein.rulesets.scrollhammer.pile_in_movers import REACH
from pilein.rulesets.scrollhammer.pile_in_places import (
    Mover,
    does_its_duty,
    first_contact,
    goals_by_gap,
    goals_to_touch,
)
from pilein.rulesets.scrollhammer.pile_in_sides import gap_to_touch

AIMS = 4  # of the models that it might make for, the nearest
DETOUR = REACH  # a way so much longer than straight brings nobody closer
FAR = 1e30


class Closeness(NamedTuple):
    """How good a place is, less being better: in coherency at all, how far from it, how far from the combat."""

    is_astray: bool
    from_mates: float
    from_combat: float


def closeness(mover: Mover, place: Place) -> Closeness:
    """How close a mover is in a place to its mates and to the combat, in ticks.

    It is measured as a disc as wide as its shorter side, so that turning brings nobody closer (SH-R-07).
    """
    base = mover.battle.setup.base(mover.model)
    body = disc(place.x, place.y, min(base.width, base.depth) / 2)
    goals = tuple(goal for goal in goals_to_touch(mover) if goal != mover.model)
    from_combat = gap_to_touch(mover.battle, mover.reader.faces, body, goals)
    if mover.is_coherent(place):
        return Closeness(False, 0.0, from_combat)  # noqa: FBT003 - named in the tuple
    return Closeness(True, gap_to(body, mover.battle, moved_mates(mover.battle)), from_combat)  # noqa: FBT003


def best_approach(mover: Mover) -> Advance | None:
    """The place that brings a mover closest, None if it is as close as it can be."""
    start = closeness(mover, mover.start)
    found: list[tuple[Closeness, float, Advance]] = []
    for way in _ways(mover):
        reached = closeness(mover, way.place)
        if is_closer(mover, start, reached):
            found.append((reached, way.route.length, way))
            if not reached.is_astray and reached.from_combat <= max(CONTACT, start.from_combat - REACH + CONTACT):
                break
    for _, _, way in sorted(found, key=lambda one: one[:2]):
        if mover.why_not_there(way.place) is None:
            return way
    return None


def is_closer(mover: Mover, before: Closeness, after: Closeness) -> bool:
    """SH-R-29. Whether a mover gains by a move: coherency, or being nearer to it; in coherency nearer to the combat.

    Nobody leaves his contact for less than coherency (SH-R-88); under `charge-fails` who cannot have it stays.
    """
    if before.is_astray and after.is_astray:
        is_held = mover.terms.strays_stay or does_its_duty(mover, mover.start)
        return not is_held and after.from_mates < before.from_mates - CONTACT
    if before.is_astray or after.is_astray:
        return before.is_astray
    return after.from_combat < before.from_combat - CONTACT


def is_as_close(best: Closeness, other: Closeness) -> bool:
    """Whether a place is as good as the best one, but for rounding."""
    if best.is_astray:
        return not other.is_astray or other.from_mates <= best.from_mates + CONTACT
    return not other.is_astray and other.from_combat <= best.from_combat + CONTACT


def _ways(mover: Mover) -> Iterator[Advance]:
    """Straight to the nearest of the combat, or by the shortest way into contact as far as it leads; to its mates."""
    near = goals_by_gap(mover, FAR)[:AIMS]
    goals = tuple(goal for _, goal in near)
    if near:
        yield from _into_contact(mover, goals, near[0][0] + DETOUR)
        yield from _straight_on(mover, goals[0])
    if not mover.is_coherent(mover.start):
        mates = sorted(moved_mates(mover.battle), key=lambda mate: _gap(mover, mate))[:AIMS]
        for mate in mates:
            body = mover.battle.plane.shape(mate)
            yield from _walks(mover, (body.x, body.y), mate)


def _into_contact(mover: Mover, goals: tuple[int, ...], limit: float) -> Iterator[Advance]:
    contact = first_contact(mover, goals, limit)
    if contact is not None and contact.route.length <= REACH + CONTACT:
        yield contact
    elif contact is not None:
        yield from _walks(mover, contact.route.points[-1], goals[0])


def _straight_on(mover: Mover, goal: int) -> Iterator[Advance]:
    """Straight for a model, until something is in the way."""
    body, own = mover.battle.plane.shape(goal), mover.body(mover.start)
    dx, dy = body.x - own.x, body.y - own.y
    met = first_met(own, dx, dy, mover.room.near(own.x, own.y, own.reach + REACH))
    far = min(REACH, met[0]) if met else REACH
    length = sqrt(dx * dx + dy * dy)
    if far > CONTACT:
        yield from _walks(mover, (own.x + dx / length * far, own.y + dy / length * far), goal)


def _walks(mover: Mover, point: Point, goal: int) -> Iterator[Advance]:
    """As far as a mover comes towards a point in coherency, its base turned one way or another."""
    base, start = mover.battle.setup.base(mover.model), mover.start
    room = mover.room
    way = toward(base, start, point, REACH, room)
    if way is not None and mover.is_coherent(start) and not mover.is_coherent(way.place):
        way = toward(base, start, point, _tether(mover, way.route), room)
    if way is None or way.place == start:
        return
    faced = mover.battle.plane.place(goal).facing
    for facing in dict.fromkeys((way.place.facing, start.facing, faced)):
        place = Place(way.place.x, way.place.y, facing)
        if room.fits(mover.body(place)):
            yield Advance(place, way.route)


def _tether(mover: Mover, route: Route) -> float:
    """How far along a way a mover is last in coherency, in ticks."""
    mates = [mover.battle.plane.shape(mate) for mate in moved_mates(mover.battle)]
    gone = route.length
    for (ax, ay), (bx, by) in reversed(tuple(pairwise(route.points))):
        length = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        gone -= length
        body = shifted(mover.body(mover.start), ax - mover.start.x, ay - mover.start.y)
        stops = _stops(body, ((bx - ax) / length, (by - ay) / length), length, mates, mover.reader.coherency)
        if stops:
            return max(0.0, gone) + max(stops)
    return 0.0


def _stops(body: Shape, way: Point, length: float, mates: list[Shape], distance: float) -> list[float]:
    """How far a body goes on a leg, at most, in coherency with each of some mates."""
    spans = [too_near(body, way, mate, distance) for mate in mates]
    return [min(length, span[1]) for span in spans if span is not None and span[0] <= length and span[1] > 0]


def _gap(mover: Mover, mate: int) -> tuple[float, int]:
    plane = mover.battle.plane
    return gap(plane.shape(mover.model), plane.shape(mate)), mate
