"""Recalculation of charges in Scrollhammer: chargers touch only their targets and prefer enemies that no other charger
touches, and models that pile in end as near to the enemy as they can.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile

from shapely import Polygon
from shapely.prepared import prep

from tests.checker import scrollhammer_corners
from tests.checker.army import Base, Model
from tests.checker.findings import Finding, Found
from tests.checker.plane import SURE, TOUCH, Place, Spot, far, gap, lane, outline, overlap, touching_edges
from tests.checker.scrollhammer_fight import fights
from tests.checker.trace import Plain, Trace, World

TOLD = ("SubPhaseBegan", "ChargeDeclared", "RangeRolled", "ChargeMade", "ChargeFailed", "Moved")
HAIR = 0.01
COHERENCY = 2.0
BETTER = 0.3  # inches nearer, for a model that drew near
TURNS = 24


def findings(trace: Trace) -> Found:
    charge, earlier = Charge(), set[str]()
    for number, entry in trace.told(*TOLD):
        if entry["type"] == "ChargeDeclared":
            charge = Charge(entry["unit"], entry["targets"], earlier=sorted(earlier))
        elif entry["type"] == "RangeRolled":
            charge.reach = entry["inches"]
        elif entry.get("manner") == "charged" and entry["unit"] == charge.unit:
            yield from _charged(trace, number, entry, charge)
        earlier = _have_charged(entry, earlier)
    for fight in fights(trace):
        for number, entry in fight.told("Moved"):
            if entry["clause"] == "SH-PI-08" and trace.army.is_default("SH-R-88"):
                yield from _nearer(trace, number, entry, fight.units)


def _have_charged(entry: Plain, earlier: set[str]) -> set[str]:
    """Return the units whose charges have succeeded since the sub-phase began."""
    if entry["type"] == "SubPhaseBegan":
        return set()
    if entry["type"] == "ChargeMade":
        return earlier | {entry["unit"]}
    return earlier - {entry["unit"]} if entry["type"] == "ChargeFailed" else earlier


@dataclass
class Charge:
    """A charge: its charger, target and distance, the models that have moved, and the units that charged earlier."""

    unit: str = ""
    targets: list[str] = field(default_factory=list)
    reach: float = 12.0
    moved: list[int] = field(default_factory=list)
    earlier: list[str] = field(default_factory=list)


def _charged(trace: Trace, number: int, entry: Plain, charge: Charge) -> Found:
    yield from _contacts(trace, number, entry, charge.targets)
    if entry["model"] < 0:
        yield from scrollhammer_corners.findings(trace, number, entry, charge.targets, charge.reach)
    else:
        yield from _free(trace, number, entry, charge)
        charge.moved.append(entry["model"])


def _contacts(trace: Trace, number: int, entry: Plain, targets: list[str]) -> Found:
    """SH-MV-09: a charger touches only its targets. SH-MV-01: the first model to move ends in contact."""
    world, before = trace.after(number), trace.before(number)
    movers = [entry["model"]] if entry["model"] >= 0 else [one.number for one in before.living(entry["unit"])]
    touched = {foe for mover in movers if mover in world.places for foe in _foes(trace, world, mover)}
    sure = {foe for mover in movers if mover in world.places for foe in _foes(trace, world, mover, SURE)}
    already = {foe for mover in movers for foe in _foes(trace, before, mover)}
    for foe in sure - already:
        if trace.army.models[foe].unit not in targets:
            yield Finding("dragged in", number, f"{entry['unit']} touches model {foe} of {trace.army.models[foe].unit}")
    first = entry["key"] == "move_initial_charger" or entry["model"] < 0
    alive = any(mover in world.places for mover in movers)
    if first and alive and not touched:
        yield Finding("no contact", number, f"{entry['unit']} charged and touches nobody")
    edges = any(_by_edge(trace, world, mover, foe) for mover in movers for foe in touched if mover in world.places)
    if first and alive and trace.army.rulings.get("SH-R-04") == "edges-only" and not edges:
        yield Finding("no contact", number, f"{entry['unit']} ends at a corner, where edges only are contact")


def _by_edge(trace: Trace, world: World, one: int, other: int) -> bool:
    models = trace.army.models
    return touching_edges(models[one].base, world.places[one], models[other].base, world.places[other])


def _foes(trace: Trace, world: World, model: int, reach: float = TOUCH) -> list[int]:
    if model not in world.places:
        return []
    return world.near(model, world.side(1 - trace.army.models[model].side), reach)


# --- free enemies before taken ones ----------------------------------------------------------------------------


def _free(trace: Trace, number: int, entry: Plain, charge: Charge) -> Found:
    """SH-MV-12, SH-MV-24: if a charging model can reach an enemy that no other charging model touches, it ends in
    contact with such an enemy.
    """
    models, world, before = trace.army.models, trace.after(number), trace.before(number)
    mover, targets, moved = models[entry["model"]], charge.targets, charge.moved
    loose = [unit for unit in targets if trace.army.units[unit].formation != "ranks"]
    if mover.number not in world.places or len(loose) < len(targets) or not trace.army.is_default("SH-R-25"):
        return
    others = [one.number for unit in charge.earlier for one in before.living(unit)]
    taken = {foe for mate in (*moved, *others) for foe in _taken(trace, before, mate)}
    own = _foes(trace, world, mover.number)
    if not moved or any(foe not in taken for foe in own):
        return
    touched = {foe for mate in (*moved, *others) for foe in _foes(trace, before, mate)}  # with a corner too (SH-R-04)
    for foe in (one for unit in targets for one in before.living(unit) if one.number not in touched):
        spot = _place_at(trace, before, mover, foe, charge)
        if spot is not None:
            words = f"model {mover.number} touches {own}, all taken; model {foe.number} is free, from {spot[:2]}"
            yield Finding("free enemy", number, words)
            return


def _taken(trace: Trace, world: World, mate: int) -> list[int]:
    """Return the targets that a charger is certain to reach, by an edge or, if there is no other contact, by a
    corner.
    """
    foes = _foes(trace, world, mate, SURE)
    return [foe for foe in foes if _by_edge(trace, world, mate, foe)] or foes


def _place_at(trace: Trace, world: World, mover: Model, foe: Model, charge: Charge) -> Place | None:
    """Return a place at which the mover touches the enemy and that the mover can reach by a straight path, or None if
    there is no such place. Models of the mover's unit must be near the place.
    """
    start, reach = world.places[mover.number], charge.reach
    mates = [trace.army.models[one] for one in charge.moved if one in world.places]
    if gap(mover.base, start, foe.base, world.places[foe.number]) > reach:
        return None
    for place in sorted(_around(mover, world.places[foe.number], foe), key=lambda one: math.dist(one[:2], start[:2])):
        if math.dist(place[:2], start[:2]) > reach - HAIR:
            return None
        if not any(gap(mover.base, place, mate.base, world.places[mate.number]) <= COHERENCY - HAIR for mate in mates):
            continue
        others = [one for one in trace.army.models if one.number in world.places and one.number != mover.number]
        if any(overlap(mover.base, place, one.base, world.places[one.number], 0.0005) for one in others):
            continue
        strange = [one for one in others if one.side != mover.side and one.unit not in charge.targets]
        if any(gap(mover.base, place, one.base, world.places[one.number]) < HAIR for one in strange):
            continue
        if _is_clear(trace, world, mover, [start[:2], place[:2]], others):
            return place
    return None


def _around(mover: Model, at: Place, foe: Model) -> Iterator[Place]:
    """Yield places flush with each side of an enemy, centred on the side or shifted along it."""
    for side in range(4):
        angle = math.radians(at[2] + 90 * side)
        out, along = (math.sin(angle), math.cos(angle)), (math.cos(angle), -math.sin(angle))
        deep = (foe.base.depth if side % 2 == 0 else foe.base.width) / 2 + mover.base.depth / 2 + 0.0008
        wide = (foe.base.width if side % 2 == 0 else foe.base.depth) / 2
        for shift in (0.0, wide / 2, -wide / 2, wide, -wide):
            x, y = at[0] + deep * out[0] + shift * along[0], at[1] + deep * out[1] + shift * along[1]
            yield x, y, (at[2] + 90 * side + 180) % 360


def _is_clear(trace: Trace, world: World, mover: Model, way: list[Spot], others: list[Model]) -> bool:
    """Return whether a disc slightly wider than the base can move freely along a path."""
    swept: Polygon = lane(way, mover.base.small - 0.002)
    near = prep(swept)
    if any(near.intersects(outline(one.base, world.places[one.number]).buffer(-0.004)) for one in others):
        return False
    barred = [one for one in trace.army.terrain if one["kind"] == "impassable"]
    return not any(near.intersects(Polygon(one["polygon"])) for one in barred)


# --- as close to the combat as they can ---------------------------------------------------------------------


def _nearer(trace: Trace, number: int, entry: Plain, units: list[str]) -> Found:
    """SH-PI-08: a model that piled in could not have ended clearly nearer to the enemy by a path of one or two straight
    legs.

    SH-R-29: a model that cannot reach the main body of its unit comes as near to it as possible instead. SH-MV-23:
    models of the unit that pile in later do not count for coherency.
    """
    models, before, after = trace.army.models, trace.before(number), trace.after(number)
    mover = models[entry["model"]]
    if mover.number not in after.places:
        return
    units = [one for one in units if not before.states.get(one, {}).get("falling_back")]  # they have left the combat
    maybe, sure = ([one for one in _aims(before, mover, reach) if one.unit in units] for reach in (TOUCH, SURE))
    loose = [one for one in sure if trace.army.units[one.unit].formation != "ranks"]  # a block has sides that are shut
    told = _lacks(before, mover, after.places[mover.number], maybe)
    if told < BETTER:
        return
    later = _later(trace, number, entry)
    with_it = _together(before, mover, after.places[mover.number], COHERENCY + HAIR, later)
    body = [one for one in _body(before, mover) if one.number not in later]
    astray = _astray(before, mover, after.places[mover.number], body)
    for place in _spots(before.places[mover.number]):
        near = _lacks(before, mover, place, loose)
        keeps = near < told - BETTER and _together(before, mover, place, COHERENCY - 0.1, later) >= with_it
        keeps = keeps and _astray(before, mover, place, body) <= astray + HAIR
        if keeps and _may_stand(trace, before, mover, place, units):
            words = f"model {mover.number} drew near to {told:.2f}; at {place[0]:.2f}, {place[1]:.2f} it is {near:.2f}"
            yield Finding("not close", number, words)
            return


def _lacks(world: World, mover: Model, place: Place, aims: list[Model]) -> float:
    """Return the distance from a model to the nearest of the given models. The model counts as a disc as wide as the
    shorter side of its base (SH-R-07).
    """
    disc = Base(2 * mover.base.small, 2 * mover.base.small, is_round=True)
    return min((gap(disc, place, one.base, world.places[one.number]) for one in aims), default=math.inf)


def _aims(world: World, mover: Model, reach: float) -> list[Model]:
    """Return the enemies, together with the friends in contact with an enemy (SH-PI-02)."""
    foes = world.side(1 - mover.side)
    friends = [
        one for one in world.side(mover.side) if one.number != mover.number and world.near(one.number, foes, reach)
    ]
    return [*friends, *foes]


def _spots(start: Place) -> Iterator[Place]:
    """Yield places within 3 inches of a model's place, the furthest first."""
    for away in (2.95, 2.6, 2.2, 1.8, 1.4):
        for turn in range(TURNS):
            angle = 2 * math.pi * turn / TURNS
            yield start[0] + away * math.sin(angle), start[1] + away * math.cos(angle), start[2]


def _body(world: World, mover: Model) -> list[Model]:
    """Return the other models in the largest part of the mover's unit. The mover belongs to every part with which it is
    in coherency. If several parts are equally large, the part with the most models in contact is taken.

    A model in coherency with part of its unit stays with that part (SH-PI-08) and does not leave it for a smaller
    one (SH-R-29).
    """
    groups: list[list[Model]] = []
    for one in world.living(mover.unit):
        near = [group for group in groups if any(_gap(world, one, mate) <= COHERENCY + HAIR for mate in group)]
        groups = [group for group in groups if group not in near] + [[one, *(mate for group in near for mate in group)]]
    foes = world.side(1 - mover.side)
    largest = max(
        groups, key=lambda group: (len(group), sum(bool(world.near(one.number, foes, TOUCH)) for one in group))
    )
    return [one for one in largest if one.number != mover.number]


def _gap(world: World, one: Model, other: Model) -> float:
    return gap(one.base, world.places[one.number], other.base, world.places[other.number])


def _astray(world: World, mover: Model, place: Place, body: list[Model]) -> float:
    """Return the distance by which a model is out of coherency with the given models of its unit."""
    gaps = (gap(mover.base, place, one.base, world.places[one.number]) for one in body)
    return max(0.0, min(gaps, default=0.0) - COHERENCY)


def _later(trace: Trace, number: int, entry: Plain) -> set[int]:
    """Return the models of the same unit that move after the given model in the same stage."""
    rest = takewhile(lambda told: told.get("clause") == entry["clause"], trace.events[number + 1 :])
    return {told["model"] for told in rest if told["type"] == "Moved" and told["unit"] == entry["unit"]}


def _together(world: World, mover: Model, place: Place, reach: float, later: set[int]) -> int:
    """Return how many models of the unit, with the mover at the place, form a chain whose gaps are at most `reach`
    (SH-R-06).
    """
    left = {
        one.number: (one.base, world.places[one.number])
        for one in world.living(mover.unit)
        if one.number != mover.number and one.number not in later
    }
    linked, found = [(mover.base, place)], 1
    while linked:
        spot = linked.pop()
        near = [one for one, other in left.items() if far(*spot, *other) <= reach and gap(*spot, *other) <= reach]
        linked += [left.pop(one) for one in near]
        found += len(near)
    return found


def _may_stand(trace: Trace, world: World, mover: Model, place: Place, units: list[str]) -> bool:
    """Return whether the mover may end at the place. It must overlap no model, touch no enemy and no unit outside the
    combat, and stand on no ground that bars it.
    """
    others = [one for one in trace.army.models if one.number in world.places and one.number != mover.number]
    for one in others:
        kept = 0.05 if one.side != mover.side or one.unit not in units else 0.0
        if gap(mover.base, place, one.base, world.places[one.number]) < kept:
            return False
        if overlap(mover.base, place, one.base, world.places[one.number], 0.0):
            return False
    return not trace.army.terrain and _is_clear(
        trace, world, mover, [world.places[mover.number][:2], place[:2]], others
    )
