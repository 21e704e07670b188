"""Recalculation of flights in Scrollhammer: a coherent unit stays coherent and moves the distance rolled if it can."""

import math

from shapely.affinity import translate

from tests.checker.dice import faces
from tests.checker.findings import Finding, Found
from tests.checker.plane import Spot, ground, linked, outline
from tests.checker.trace import Trace, route

COHERENCY = 2.0
HAIR = 0.004
AHEAD = 0.35  # inches: what stops a model is no further off
CLEAR = 1.0  # kept off enemies


def findings(trace: Trace) -> Found:
    """Yield violations of the rules on flights (SH-R-74, SH-R-14)."""
    for first, units in _fled(trace).items():
        for name, numbers in units.items():
            yield from _split(trace, first, name, numbers[-1])
            yield from _short(trace, first, name, numbers)


def _fled(trace: Trace) -> dict[int, dict[str, list[int]]]:
    """Map the first entry of each flight to the entries for the moves of each unit."""
    found: dict[int, dict[str, list[int]]] = {}
    for number, entry in trace.told("Moved"):
        if entry["manner"] == "fell back":
            first = trace.clause(number)[0]
            found.setdefault(first, {}).setdefault(entry["unit"], []).append(number)
    return found


def _split(trace: Trace, first: int, name: str, last: int) -> Found:
    """Report a coherent unit that loses coherency as it falls back."""
    before, after = trace.before(first), trace.after(last)
    left = {one.number: (one.base, after.places[one.number]) for one in after.living(name)}
    was = {one: (trace.army.models[one].base, before.places[one]) for one in left if one in before.places}
    is_loose = trace.army.units[name].formation != "ranks"
    if is_loose and linked(was, COHERENCY) and not linked(left, COHERENCY + HAIR):
        yield Finding("split in flight", last, f"{name} ended its flight out of coherency")


def _short(trace: Trace, first: int, name: str, numbers: list[int]) -> Found:
    """SH-SA-08: at least one model moves the full distance, unless the edge or an obstacle stops every model."""
    thrown = trace.events[first - 1]
    if thrown["type"] != "Thrown" or thrown["label"] not in {"fall back", "flee"} or thrown["kind"] != "Total":
        return
    due, moves = sum(faces(thrown)), [trace.events[number] for number in numbers]
    gone = any(one["type"] in {"LeftTable", "Trapped"} for one in trace.events[first : trace.clause(first)[1]])
    if gone or max(one["inches"] for one in moves) > due - HAIR:
        return
    furthest = max(zip(moves, numbers, strict=True), key=lambda pair: float(pair[0]["inches"]))[0]
    way = route(furthest)
    if len(way) > 1 and not _is_stopped(trace, numbers[-1], name, way):
        words = f"{name} rolled {due} and fell back {furthest['inches']:.2f}, with nothing in its way"
        yield Finding("flight", numbers[-1], words)


def _is_stopped(trace: Trace, last: int, name: str, way: list[Spot]) -> bool:
    """Return whether another model, the table edge or impassable ground would stop any model of the unit if the unit
    moved slightly further.
    """
    world, side = trace.after(last), trace.army.side_of(name)
    long = math.dist(way[-2], way[-1]) or 1.0
    step = [AHEAD * (end - start) / long for start, end in zip(way[-2], way[-1], strict=True)]
    others = [one for one in trace.army.models if one.number in world.places and one.unit != name]
    barred = [ground(one["polygon"]) for one in trace.army.terrain if one["kind"] == "impassable"]
    wide, deep = trace.army.size or (0, 0)
    for one in world.living(name):
        body = outline(one.base, world.places[one.number])
        swept = body.union(translate(body, *step)).convex_hull
        left, low, right, high = swept.bounds
        if min(left, low, wide - right, deep - high) < HAIR or any(swept.distance(area) < CLEAR for area in barred):
            return True
        for other in others:
            kept = CLEAR if other.side != side else 0.0
            if swept.distance(outline(other.base, world.places[other.number])) <= kept + HAIR:
                return True
    return False
