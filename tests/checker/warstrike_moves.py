"""Recalculation of moves in WarStrike: a normal move is at most half of Mv and a flight at most Mv, defended walls are
not crossed, and no model ends on a wall.
"""

import math

from shapely import LineString, Polygon

from tests.checker.findings import Finding, Found
from tests.checker.plane import Spot, ground, outline
from tests.checker.trace import Plain, Trace, route

HAIR = 0.004
DEFENDED = 2.0
TIGHT = 0.0025


def findings(trace: Trace) -> Found:
    walls = [ground(one["polygon"]) for one in trace.army.terrain if one["kind"] == "obstacle"]
    for number, entry in trace.told("Moved"):
        yield from _length(trace, number, entry, walls)
        for wall in walls:
            yield from _defended(trace, number, entry, wall)
            yield from _on_top(trace, number, entry, wall)


def _length(trace: Trace, number: int, entry: Plain, walls: list[Polygon]) -> Found:
    """Check the length of a move (WS-CM-01, WS-R-32, WS-R-40)."""
    pace = trace.army.units[entry["unit"]].models[0].value("Mv")
    allowed = pace if entry["manner"] == "fell back" else pace // 2
    crossed = any(LineString(route(entry)).intersects(wall) for wall in walls if len(route(entry)) > 1)
    if crossed and entry["manner"] != "fell back" and trace.army.is_default("WS-R-40"):
        allowed //= 2
    if entry["inches"] > allowed + HAIR and trace.army.is_default("WS-R-32"):
        yield Finding("too far", number, f"{entry['unit']} {entry['manner']} {entry['inches']:.3f} of {allowed}")


def _defended(trace: Trace, number: int, entry: Plain, wall: Polygon) -> Found:
    """WS-DO-01: a wall is not crossed within 2 inches of an enemy that touches the wall's far side."""
    way = route(entry)
    if entry["manner"] == "fell back" or len(way) < 2 or not trace.army.is_default("WS-R-41"):
        return
    met = LineString(way).intersection(wall)
    if met.is_empty or met.length < HAIR:
        return
    world = trace.before(number)
    for foe in world.side(1 - trace.army.models[entry["model"]].side):
        shape = outline(foe.base, world.places[foe.number])
        touches = shape.distance(wall) <= TIGHT
        behind = _side(wall, way[0]) != _side(wall, world.places[foe.number][:2])
        crossed = _side(wall, way[-1]) != _side(wall, way[0])
        if touches and behind and crossed and shape.distance(met) < DEFENDED - 0.01:
            words = f"model {entry['model']} crossed {shape.distance(met):.2f} from model {foe.number}, behind the wall"
            yield Finding("defended", number, words)
            return


def _side(wall: Polygon, spot: Spot) -> bool:
    """Return the side of the wall's long centre line on which a spot lies."""
    corners = list(wall.minimum_rotated_rectangle.exterior.coords)[:4]
    one, two, three = corners[0], corners[1], corners[2]
    along = (two[0] - one[0], two[1] - one[1])
    if math.dist(one, two) < math.dist(two, three):
        along = (three[0] - two[0], three[1] - two[1])
    middle = wall.centroid
    return bool(along[0] * (spot[1] - middle.y) - along[1] * (spot[0] - middle.x) > 0)


def _on_top(trace: Trace, number: int, entry: Plain, wall: Polygon) -> Found:
    """WS-R-32: no model ends a flight on top of a wall, because walls are blocking terrain."""
    after, model = trace.after(number), entry["model"]
    if entry["manner"] != "fell back" or model not in after.places:
        return
    shape = outline(trace.army.models[model].base, after.places[model]).buffer(-0.02)
    before = trace.before(number).places.get(model)
    stood = before is not None and outline(trace.army.models[model].base, before).buffer(-0.02).intersects(wall)
    if shape.intersects(wall) and not stood:
        yield Finding("on a wall", number, f"model {model} of {entry['unit']} ended across a wall")
