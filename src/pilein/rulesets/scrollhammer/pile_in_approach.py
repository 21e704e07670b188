"""Approach of a model without contact, which moves as close to the combat as possible in coherency (SH-PI-08)."""

from collections.abc import Hashable, Iterator, Sequence
from itertools import product
from math import hypot
from typing import NamedTuple

from msgspec.structs import replace

from pilein.geometry.advances import Advance
from pilein.geometry.gaps import closing_step, within
from pilein.geometry.routes import Route
from pilein.geometry.shapes import Place, Shape, disc
from pilein.geometry.ticks import CONTACT, INCH
from pilein.rulesets.scrollhammer.pile_in_movers import pile_in_reach
from pilein.rulesets.scrollhammer.pile_in_places import (
    ASIDE,
    FAR,
    Mover,
    does_its_duty,
    first_contact,
    goals_by_gap,
    goals_to_touch,
)
from pilein.rulesets.scrollhammer.pile_in_sides import loci
from pilein.tabletop.movement.approach import FINE, approach_on, led_within_reach, nearest_approach
from pilein.tabletop.movement.coherency_moves import landing_near_mates
from pilein.tabletop.movement.contact_loci import distance_to, locus_round
from pilein.tabletop.movement.landings import nearest_landing
from pilein.tabletop.movement.local_searches import MANY, LocalSearches, Searched, looked_for_named
from pilein.tabletop.movement.sides import ring_round
from pilein.tabletop.movement.terms import Bars, Terms, half_width
from pilein.tabletop.movement.ways import gap_to, slack_of

DETOUR = 3 * INCH  # a path this much longer than straight brings no model closer
SIDEWAYS = (0, FINE, -FINE, 2 * FINE, -2 * FINE)  # ticks

APPROACHES = LocalSearches[Advance | None]("approaches", is_limited=True)


class Closeness(NamedTuple):
    """Rating of a place by coherency, distance from coherency and distance from the combat. Smaller is better."""

    is_astray: bool
    from_mates: float
    from_combat: float


def closeness(mover: Mover, place: Place) -> Closeness:
    """Distances in ticks from a mover at the given place to its own unit's models and to the combat, where 0 means in
    contact.

    Out of contact, the mover counts as a disc as wide as the shorter side of its base, so that turning brings it no
    closer (SH-R-07).
    """
    from_combat = 0.0 if does_its_duty(mover, place) else distance_to(_loci(mover), place.x, place.y)
    looked_for_named(mover.battle.plane, mover.model).at(place.x, place.y, from_combat + mover.body(place).reach)
    if mover.is_coherent(place):
        return Closeness(False, 0.0, from_combat)  # noqa: FBT003 - named in the tuple
    body = disc(place.x, place.y, half_width(mover.battle.setup.base(mover.model)))
    from_mates = gap_to(mover.battle.plane, body, mover.terms.move.mates)
    looked_for_named(mover.battle.plane, mover.model).at(place.x, place.y, from_mates + body.reach)
    return Closeness(True, from_mates, from_combat)  # noqa: FBT003 - named in the tuple


def best_approach(mover: Mover) -> Advance | None:
    """Path that brings a mover as close as possible, or None if it cannot come any closer.

    A model out of coherency regains it as near to the combat as possible. If it cannot, it moves as near to
    coherency as its reach allows.
    """
    plane, model, start = mover.battle.plane, mover.model, closeness(mover, mover.start)
    move = replace(mover.terms.move, bars=mover.stage.bars_off_strangers())
    worst = start.from_combat + pile_in_reach(mover.battle) if start.is_astray else None
    if worst is None:
        ways = [_nearest_approach(mover, move, _into_contact(mover))]
    else:
        ways = [nearest_approach(plane, move, model, _loci(mover), _into_contact(mover), worst=worst)]
    if start.is_astray:
        mates = nearest_landing(plane, move, model, move.mates, FAR)
        loci = tuple(locus_round(plane, model, mate) for mate in move.mates)
        led = None if mates is None else mates.route
        ways.append(nearest_approach(plane, replace(move, mates=()), model, loci, led))
    for way in ways:
        if way is not None and is_closer(mover, start, closeness(mover, way.place)):
            return (_into_touch(mover, way.place) or way) if mover.why_not_there(way.place) is None else None
    return None


def _nearest_approach(mover: Mover, move: Terms, led: Route | None) -> Advance | None:
    """Path of a mover in coherency to the place nearest to the combat, guided by a route into contact. The result is
    cached.
    """
    plane, model = mover.battle.plane, mover.model

    on = led_within_reach(plane, move, model, led)

    def search() -> Advance | None:
        return approach_on(plane, move, model, _loci(mover), on)

    if len(plane.shapes) >= MANY:
        return search()
    return APPROACHES.found(plane, local_search(mover, move, on, goals_to_touch(mover), move.bars), search)


def local_search(mover: Mover, move: Terms, key: Hashable, goals: tuple[int, ...], bars: Bars) -> Searched:
    """Cacheable search for a mover's place at its goals, keyed by the models nearby.

    `key` holds all other inputs except the positions of models.
    """
    blocks = tuple(mover.battle.plane.standings[unit] for unit, _ in move.sides.bound)
    far = float(move.reach + ASIDE + mover.body(mover.start).reach)
    return Searched(
        mover.model,
        (replace(move, mates=()), bool(move.mates), key, blocks),
        (goals, move.mates),
        far,
        far + move.coherency if move.mates else far,
        max(*bars.clearances, 0) + ASIDE,
    )


def _into_touch(mover: Mover, short: Place) -> Advance | None:
    """Path into contact for a place that falls just short of it.

    A place falls just short if turning a corner of the base could close the gap. The search tries straight ahead,
    slightly to the side, and then places in coherency around each goal. The result is None if the place is already
    in contact, or if the model may touch no goal.
    """
    if does_its_duty(mover, short):
        return None
    plane, body = mover.battle.plane, mover.body(short)
    hardly = slack_of(plane, mover.model) + 2 * FINE
    near = [goal for goal in goals_to_touch(mover) if goal != mover.model and within(body, plane.shape(goal), hardly)]
    for place in _places_touching(mover, short, near):
        if does_its_duty(mover, place) and mover.is_coherent(place) and mover.why_not_there(place) is None:
            return mover.arriving(place)
    return None


def _places_touching(mover: Mover, short: Place, near: Sequence[int]) -> Iterator[Place]:
    plane, model = mover.battle.plane, mover.model
    for goal, aside in product(near, SIDEWAYS):
        body = plane.shape(goal)
        dx, dy = closing_step(mover.body(short), body)
        far = hypot(dx, dy) or 1.0
        beside = Place(round(short.x - dy / far * aside), round(short.y + dx / far * aside), short.facing)
        dx, dy = closing_step(mover.body(beside), body)
        yield Place(round(beside.x + dx), round(beside.y + dy), short.facing)
    move = replace(mover.terms.move, bars=mover.stage.bars_off_strangers())
    for goal in near:
        faces = ring_round(plane, move, mover.battle.setup.base(model), goal)
        landing = landing_near_mates(plane, move, model, goal, (goal,), faces)
        if landing is not None:
            yield landing.place


def _into_contact(mover: Mover) -> Route | None:
    """Shortest path into contact, or None if the path is a long detour."""
    near = goals_by_gap(mover, FAR)
    contact = first_contact(mover, tuple(goal for _, goal in near), near[0][0] + DETOUR) if near else None
    return None if contact is None else contact.route


def is_closer(mover: Mover, before: Closeness, after: Closeness) -> bool:
    """Whether a move brings a mover into coherency, nearer to coherency or, if it is already coherent, nearer to the
    combat (SH-R-29).

    A model leaves contact only to restore coherency (SH-R-88). Under `charge-fails` a model that cannot restore
    coherency stays in place.
    """
    if before.is_astray and after.is_astray:
        is_held = mover.stage.strays_stay or does_its_duty(mover, mover.start)
        return not is_held and after.from_mates < before.from_mates - CONTACT
    if before.is_astray or after.is_astray:
        return before.is_astray
    return after.from_combat < before.from_combat - CONTACT


def is_as_close(best: Closeness, other: Closeness) -> bool:
    """Whether a place is as good as the best place within a tolerance, which is zero for a place in contact."""
    if best.is_astray:
        return not other.is_astray or other.from_mates <= best.from_mates + FINE
    margin = FINE if best.from_combat else 0.0
    return not other.is_astray and other.from_combat <= best.from_combat + margin


def _loci(mover: Mover) -> tuple[Shape, ...]:
    """Loci of contact between the mover and its goals."""
    goals = tuple(goal for goal in goals_to_touch(mover) if goal != mover.model)
    return loci(mover.battle, mover.terms.move, mover.model, goals)
