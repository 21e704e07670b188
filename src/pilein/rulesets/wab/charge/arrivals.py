"""Lengths of charges, checks that charges reach their targets, and the final poses of chargers (WAB-CH-04, WAB-R-36,
WAB-R-40).
"""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from pilein.geometry.blocks import Block, face, outline
from pilein.geometry.gaps import gap, overlaps, touches
from pilein.geometry.rounded import HALF_TURN
from pilein.geometry.shapes import Shape
from pilein.geometry.shapes import distance as distance_between
from pilein.geometry.ticks import INCH, QUARTER, heading
from pilein.geometry.tolerance import CONTACT
from pilein.kernel.table import Table
from pilein.rulesets.wab.charge.loose_charge import can_touch, loose_ends
from pilein.rulesets.wab.charge.ways import LEFT, Way, backed, cost_of_wheel, signed, ways
from pilein.rulesets.wab.clearance import Surroundings, bodies_of, free_run, is_free, surroundings
from pilein.rulesets.wab.going import cost, rate, stretches
from pilein.rulesets.wab.nearness import distance
from pilein.rulesets.wab.state import Battle, Charge
from pilein.tabletop.distances import is_near_circle
from pilein.tabletop.memo import Memo
from pilein.tabletop.movement.marching import pose_of, turns_freely
from pilein.tabletop.plane import Loose, Standing

TWICE = 2
PUSHES = (0.0, 1.0, 2.0, 3.0)  # ticks of clearance, so that a block's place on whole ticks overlaps nothing
NO_LIMIT = 1e9
TURNED_SQUARE = INCH  # ticks by which a loose model may come nearer by turning on its path
MOST_WAYS = 60  # maximum number of paths tried
GAPS_BETWEEN = Memo[tuple[int, Standing], float]("gaps_between")


class Landing(NamedTuple):
    """Pose of a block at the end of a charge, with the path that leads there. `drags_in` means that the block touches
    enemies that it did not charge.
    """

    end: Block
    way: Way
    drags_in: bool


def charge_reach(battle: Battle, table: Table, unit: int) -> int:
    """Length of a charge in ticks: twice the normal rate (WAB-CH-04)."""
    normal = rate(battle, table, unit)
    return table.number("WAB-CH-04") * normal if table.holds("WAB-CH-04") else normal


def is_in_reach(battle: Battle, table: Table, charge: Charge) -> bool:
    """Whether a charge can reach its target along a path whose cost includes its wheel and the ground (WAB-R-36).

    Under `charge-straight-line` only the straight-line distance between the nearest bases counts.
    """
    reach = charge_reach(battle, table, charge.unit)
    is_loose = isinstance(battle.plane.standings[charge.unit], Loose)
    if gap_between(battle, charge.unit, charge.target) > reach + (TURNED_SQUARE if is_loose else CONTACT):
        return False
    if is_loose:
        if can_touch(battle, table, charge, reach + CONTACT):
            return True
        return table.rule("WAB-R-36") == "charge-straight-line" and can_touch(battle, table, charge, NO_LIMIT)
    return arrival(battle, table, charge, reach) is not None


def starts_far_off(battle: Battle, table: Table, charge: Charge) -> bool:
    """Whether a charger starts more than half of its charge move away from its target (WAB-R-40)."""
    return TWICE * distance(battle, charge.unit, charge.target) > charge_reach(battle, table, charge.unit) + CONTACT


def gap_between(battle: Battle, one: int, other: int) -> float:
    """Distance between two units in ticks, treating each block as a single outline. The result is cached on the first
    unit's standing.
    """
    here, there = battle.plane.standings[one], battle.plane.standings[other]
    remembered = GAPS_BETWEEN.on(here)
    known = remembered.get((other, there))
    if known is None:
        ours, theirs = bodies_of(battle, here), bodies_of(battle, there)
        known = remembered[other, there] = min(gap(ours_body, body) for ours_body in ours for body in theirs)
    return known


def arrival(battle: Battle, table: Table, charge: Charge, reach: float) -> Standing | None:
    """Return the pose of a charger in contact with its target, or None if the charger lacks the movement to get there.
    A block takes the pose with the most models in contact and, among equal poses, the nearest one.
    """
    if isinstance(battle.plane.standings[charge.unit], Block):
        return next((landing.end for landing in landings(battle, table, charge, reach)), None)
    found = loose_ends(battle, table, charge, reach + CONTACT)
    if found is None and table.rule("WAB-R-36") == "charge-straight-line":
        return loose_ends(battle, table, charge, NO_LIMIT)
    return found


def landings(battle: Battle, table: Table, charge: Charge, reach: float) -> Iterator[Landing]:
    """Yield the landings in contact that the charge can reach, beginning with the landings that bring the most models
    into contact.

    Under `charge-straight-line`, wheels and ground cost nothing if the target is near enough in a straight line.
    """
    is_empty = True
    for landing in _avoiding_others(table, _landings(battle, table, charge, reach + CONTACT)):
        is_empty = False
        yield landing
    if is_empty and table.rule("WAB-R-36") == "charge-straight-line":
        yield from _avoiding_others(table, _landings(battle, table, charge, NO_LIMIT))


def _avoiding_others(table: Table, found: Iterable[Landing]) -> Iterator[Landing]:
    """Yield the landings, ending with those that touch enemies the unit did not charge. Under `charged-only` such
    landings are left out (WAB-R-97).
    """
    dragging: list[Landing] = []
    for landing in found:
        if landing.drags_in:
            dragging.append(landing)
        else:
            yield landing
    if dragging and table.rule("WAB-R-97") != "charged-only":
        yield from dragging


def as_charger(about: Surroundings) -> Surroundings:
    """Surroundings for a charger, which does not have to keep 1" away from enemies."""
    return Surroundings((*about.solid, *about.enemies), (), about.size)


def _landings(battle: Battle, table: Table, charge: Charge, limit: float) -> Iterator[Landing]:
    standing, standings = battle.plane.standings[charge.unit], battle.plane.standings
    assert isinstance(standing, Block)
    about = as_charger(surroundings(battle, charge.unit, but=(charge.target,)))
    targets = bodies_of(battle, standings[charge.target])
    enemies = battle.standing_units(1 - battle.side(charge.unit))
    others = [body for enemy in enemies if enemy != charge.target for body in bodies_of(battle, standings[enemy])]
    for way in islice(ways(battle, charge, limit), MOST_WAYS):
        left = limit - spent(battle, table, charge.unit, way)
        if left >= 0 and is_open(standing, way, about) and pays_for_flush(table, way, left):
            end = _settled(way, about, targets)
            if end is not None:
                held = outline(end)
                yield Landing(end, way, any(touches(held, body) for body in others))


def spent(battle: Battle, table: Table, unit: int, way: Way) -> float:
    """Return the cost of a path in ticks of movement, including the cost of ground (WAB-R-54)."""
    if not battle.setup.grounds:
        return way.length
    block, body = battle.plane.standings[unit], outline(way.wheel.block)
    assert isinstance(block, Block)
    straight = stretches(battle, table, unit, (body,), heading(way.wheel.block.facing), way.straight)
    return cost_of_wheel(battle, table, unit, block, way.wheel) + cost(straight)


def pays_for_flush(table: Table, way: Way, left: float) -> bool:
    """Whether a block has enough movement left to line up at the end of a path. Under `flush-paid` lining up costs
    movement like a wheel (WAB-R-96).
    """
    return cost_of_flush(way) <= left or table.rule("WAB-R-96") != "flush-paid"


def cost_of_flush(way: Way) -> float:
    """Distance in ticks that a front's outermost corner travels as the block lines up around its first point of
    contact.
    """
    block = way.wheel.block
    turn = abs(signed(way.end.facing - block.facing)) * HALF_TURN / (2 * QUARTER)
    sine, cosine = heading(block.facing)
    arrived = [(x + way.straight * sine, y + way.straight * cosine) for x, y in face(block, "front")]
    one, other = map(distance_between, arrived, face(way.end, "front"))
    return turn * distance_between(*arrived) * max(one, other) / (one + other or 1.0)


def is_open(block: Block, way: Way, about: Surroundings) -> bool:
    """Whether both the wheel and the straight part of a path are clear of obstacles."""
    wheel, body = way.wheel, outline(way.wheel.block)
    if wheel.turn:
        pivot = face(block, "front")[0 if wheel.corner == LEFT else 1]
        circle = (*pivot, 2 * outline(block).reach)
        near = [thing for thing in about.solid if is_near_circle(thing, circle, 0.0)]
        if near and not turns_freely(pose_of(outline(block)), pivot, wheel.block.facing, near):
            return False
    return free_run((body,), heading(wheel.block.facing), way.straight, about) >= way.straight - CONTACT


def _settled(way: Way, about: Surroundings, targets: tuple[Shape, ...]) -> Block | None:
    """Return the block at the end of its path, placed on whole ticks. The result is None if the block would not touch
    its target or would overlap an obstacle.
    """
    for push in PUSHES:
        block = backed(way.end, push)
        held = outline(block)
        if is_free((held,), about) and not any(overlaps(held, body) for body in targets):
            return block if any(touches(held, body) for body in targets) else None
    return None
