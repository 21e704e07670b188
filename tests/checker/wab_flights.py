"""Recalculate flights and pursuits in WAB, and check the distance rolled, the direction straight away from the enemy,
and paths round enemies and friends.
"""

import math
from itertools import takewhile

from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from tests.checker.dice import faces, last_throw
from tests.checker.findings import Finding, Found
from tests.checker.plane import Spot, bearing, between, ground, length, outline
from tests.checker.trace import Plain, Trace, World, route
from tests.checker.wab_rate import rate
from tests.checker.wab_score import contact

SLOW = 6
ASIDE = 25.0  # degrees that a flight may lie off the line straight away
GATHERED = 1.0  # inches: how far a model of a mass may stand from where it would have gathered before
HAIR = 0.02
ROUGH = 0.2  # inches by which gathering in a rough mass may shift its front
TURNED = (math.sqrt(2) - 1) / 2  # of a base: what it gains or loses at either end as it turns
AWAY = 1.0  # inches: how far the rear of a mass is away at least from where it was
NEAR = 0.35  # inches: what stops a unit is no further off


def findings(trace: Trace) -> Found:
    for number, entry in trace.told("RanAway", "Pursued"):
        due = _rolled(trace, number)
        if due is not None and trace.army.is_default("WAB-R-10"):
            yield from _dice(trace, number, entry, due)
            yield from _count(trace, number, entry)
        if entry["type"] == "RanAway" and trace.on_table:
            yield from _ends(trace, number, entry)
            yield from _straight(trace, number, entry)


def _rolled(trace: Trace, number: int) -> int | None:
    """Return the distance in inches that the unit rolled, less the reduction after shooting, or None if it did not
    roll.
    """
    label, less = ("flight", "pursuit")[trace.events[number]["type"] == "Pursued"], 0
    for thrown in reversed(trace.events[max(0, number - 4) : number]):
        if thrown["type"] == "Thrown" and "reduction" in thrown["label"]:
            less = sum(faces(thrown))
        elif thrown["type"] == "Thrown" and thrown["label"] == label:
            return max(0, sum(faces(thrown)) - less)
        elif thrown["type"] != "Decided":
            return None
    return None


def _count(trace: Trace, number: int, entry: Plain) -> Found:
    """WAB-FL-01, WAB-FL-02: a unit rolls two dice if its rate is 6 or less, and three if it is higher."""
    label = "flight" if entry["type"] == "RanAway" else "pursuit"
    thrown = last_throw(trace.events, number, label)
    due = 2 if rate(trace.army, entry["unit"]) <= SLOW else 3
    if thrown is not None and len(faces(thrown)) != due:
        yield Finding("flight", number, f"{entry['unit']} rolled {faces(thrown)}, {due} dice are due")


def _dice(trace: Trace, number: int, entry: Plain, due: int) -> Found:
    """WAB-FL-01, WAB-R-102: the logged move is never longer than the roll, and obstacles are the only reason for a
    shorter move.
    """
    unit, told = entry["unit"], entry["inches"]
    if abs(told - due) < HAIR or not trace.army.is_default("WAB-R-102"):
        return
    if entry["type"] == "Pursued" or not trace.on_table:
        yield Finding("flight", number, f"{unit} rolled {due}, told {told}")
        return
    bodies, way = _gone(trace, number, entry)
    if not bodies or way is None:
        return
    if told > due:
        yield Finding("flight", number, f"{unit} rolled {due} and fled {told}")
    elif not _meets(trace, number, unit, bodies + _back(bodies, way, -NEAR), HAIR):
        yield Finding("flight", number, f"{unit} rolled {due} and fled {told}, with nothing in its way")


def _gone(trace: Trace, number: int, entry: Plain) -> tuple[list[BaseGeometry], Spot | None]:
    """Return the outlines of the unit at the end of its flight, and the direction in which it ran."""
    after, way = trace.after(number), route(entry)
    models = after.living(entry["unit"])
    if not models or length(way) < NEAR:
        return [], None
    turn = bearing(way[0], way[-1])
    if not _is_rigid(trace.before(number), after, [one.number for one in models]):
        turn = after.places[models[0].number][2]  # a mass faces where it runs
    return _outlines(after, entry["unit"]), (math.sin(math.radians(turn)), math.cos(math.radians(turn)))


def _is_rigid(before: World, after: World, models: list[int]) -> bool:
    """Return whether all models moved by the same amount in the same direction, so that the unit kept its shape."""
    ways = [[after.places[one][axis] - before.places[one][axis] for axis in (0, 1)] for one in models]
    return all(math.dist(way, ways[0]) < HAIR for way in ways)


def _outlines(world: World, unit: str) -> list[BaseGeometry]:
    return [outline(one.base, world.places[one.number]) for one in world.living(unit)]


def _back(bodies: list[BaseGeometry], way: Spot, by: float) -> list[BaseGeometry]:
    """Return the outlines shifted backwards by a distance along a direction."""
    return [translate(body, -by * way[0], -by * way[1]) for body in bodies]


def _meets(trace: Trace, number: int, unit: str, bodies: list[BaseGeometry], reach: float) -> bool:
    """Return whether outlines overlap obstacles, come within an inch of an enemy, lie on barred ground, or cross the
    table edge.
    """
    world, side = trace.before(number), trace.army.side_of(unit)
    solid = [(one.side != side, outline(one.base, world.places[one.number])) for one in trace.army.models
             if one.unit != unit and one.number in world.places]  # fmt: skip
    barred = [ground(one["polygon"]) for one in trace.army.terrain if one["kind"] == "impassable"]
    wide, deep = trace.army.size or (0, 0)
    for body in bodies:
        left, low, right, high = body.bounds
        if min(left, low, wide - right, deep - high) <= HAIR or any(body.distance(area) <= reach for area in barred):
            return True
        if any(body.distance(other) <= (1.0 + HAIR if is_foe else reach) for is_foe, other in solid):
            return True
    return False


def _ends(trace: Trace, number: int, entry: Plain) -> Found:
    """WAB-FL-05, WAB-FL-06: the front moves the full distance, and so does the rear if the unit is pursued.

    A unit gains no distance by forming a mass. If nobody pursues the mass, its rear needs to move only an inch.
    """
    bodies, way = _gone(trace, number, entry)
    if not bodies or way is None:
        return
    before = _outlines(trace.before(number), entry["unit"])
    told, back = entry["inches"], (-way[0], -way[1])
    front, rear = _hindmost(before, back) - _hindmost(bodies, back), _hindmost(bodies, way) - _hindmost(before, way)
    rough = max(ROUGH, TURNED * max(one.base.depth for one in trace.army.units[entry["unit"]].models))
    if abs(front - told) > rough:
        yield Finding("flight", number, f"{entry['unit']} fled {told}, its front came {front:.2f}")
    least = told if _is_pursued(trace, number) else min(told, AWAY)
    if not least - rough <= rear <= told + rough:
        yield Finding("flight", number, f"{entry['unit']} fled {told}, its rear came {rear:.2f}")


def _is_pursued(trace: Trace, number: int) -> bool:
    """Return whether enemies pursue the fleeing unit in this phase without running it down."""
    unit = trace.events[number]["unit"]
    later = takewhile(lambda one: one["type"] != "PhaseBegan", trace.events[number:])
    return trace.events[number]["key"] == "flee_from_combat" and any(
        one["type"] == "Pursued" and one["foe"] == unit for one in later
    )


def _hindmost(bodies: list[BaseGeometry], way: Spot) -> float:
    return min(float(x * way[0] + y * way[1]) for body in bodies for x, y in body.exterior.coords)


def _straight(trace: Trace, number: int, entry: Plain) -> Found:
    """WAB-BR-07, WAB-R-92: a unit flees straight away from the enemy, unless an obstacle bars that direction."""
    _, way = _gone(trace, number, entry)
    unit, world = entry["unit"], trace.before(number)
    if way is None or entry["key"] != "flee_from_combat" or not trace.army.is_default("WAB-R-92"):
        return
    foes = [one for one in trace.army.units if trace.army.side_of(one) != trace.army.side_of(unit)]
    fighting = [foe for foe in foes if world.living(foe) and contact(world, unit, foe)]
    if len(fighting) != 1 or trace.army.units[fighting[0]].formation == "skirmish":
        return
    barred = any(one["kind"] == "impassable" for one in trace.army.terrain)
    if barred or trace.events[number - 1].get("clause") == "WAB-FL-04":
        return  # it may go round something; where both sides are free its owner says which
    if not _is_ahead(world, unit, fighting[0]):
        return  # it stands round a corner of the enemy: away is from middle to middle
    if _others_bar(trace, number, unit, fighting[0]):
        return
    own, ahead = (world.places[world.living(one)[0].number][2] for one in (unit, fighting[0]))
    aside = between(bearing((0.0, 0.0), way), ahead)
    if between(own, ahead) > 170 and aside > ASIDE:
        yield Finding("aside", number, f"{unit} fled {aside:.0f} degrees off the line straight away from {fighting[0]}")


def _others_bar(trace: Trace, number: int, unit: str, foe: str) -> bool:
    """WAB-FL-04, WAB-R-102: return whether enemies along the path or friends at its end keep the unit from running
    straight.
    """
    world, due = trace.before(number), trace.events[number]["inches"]
    turn = math.radians(world.places[world.living(foe)[0].number][2])
    way = (math.sin(turn), math.cos(turn))
    others = [outline(one.base, world.places[one.number]) for one in world.side(1 - trace.army.side_of(unit))
              if one.unit != foe]  # fmt: skip
    friends = [outline(one.base, world.places[one.number]) for one in world.side(trace.army.side_of(unit))
               if one.unit != unit]  # fmt: skip
    ends = _back(_outlines(world, unit), way, -due)
    if any(body.distance(friend) <= GATHERED for body in ends for friend in friends):
        return True
    swept = [body.union(translate(body, due * way[0], due * way[1])).convex_hull for body in _outlines(world, unit)]
    return any(body.distance(other) <= 1.0 + HAIR for body in swept for other in others)


def _is_ahead(world: World, unit: str, foe: str) -> bool:
    """Return whether a whole unit stands in front of the line along a block's front."""
    turn = math.radians(world.places[world.living(foe)[0].number][2])
    back = (-math.sin(turn), -math.cos(turn))
    return _hindmost(_outlines(world, unit), (-back[0], -back[1])) >= -_hindmost(_outlines(world, foe), back) - HAIR
