"""Recalculation of the moves of single models: logged paths have the right ends and lengths and are not obstructed."""

from collections.abc import Callable, Iterable

from shapely import Polygon
from shapely.prepared import prep

from tests.checker.findings import Finding, Found
from tests.checker.plane import Spot, ground, lane, length, outline
from tests.checker.trace import Plain, Trace, World, route

NEAR = 0.0015  # inches: rounding of what is told
THIN = 0.03  # what a lane is narrowed by
Free = Callable[[Plain, int], bool]  # whether this mover may pass that model


def findings(trace: Trace, may_pass: Free, types: Iterable[str] = ("Moved",)) -> Found:
    barred = [ground(one["polygon"]) for one in trace.army.terrain if one["kind"] == "impassable"]
    for number, entry in trace.told(*types):
        if entry.get("model", -1) < 0 or not entry.get("route"):
            continue
        yield from _told(trace, number, entry)
        yield from _passed(trace, number, entry, may_pass, barred)


def _told(trace: Trace, number: int, entry: Plain) -> Found:
    """Check the start, the end and the length of each path in the log."""
    way, model = route(entry), entry["model"]
    first, last = trace.clause(number)
    moves = [one for one in trace.events[first:last] if one["type"] == entry["type"] and one.get("model") == model]
    start, end = trace.before(number).places.get(model), trace.after(number).places.get(model)
    if len(moves) == 1 and start and _off(way[0], start[:2]):
        yield Finding("told", number, f"model {model} set out from {start[:2]}, told {way[0]}")
    if len(moves) == 1 and end and _off(way[-1], end[:2]):
        yield Finding("told", number, f"model {model} ends at {end[:2]}, told {way[-1]}")
    if abs(length(way) - entry["inches"]) > 0.005:
        yield Finding("told", number, f"model {model} went {length(way):.3f}, told {entry['inches']:.3f}")


def _off(one: Spot, other: Spot) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) > NEAR


def _passed(trace: Trace, number: int, entry: Plain, may_pass: Free, barred: list[Polygon]) -> Found:
    """Check that no model passes through another model or impassable ground. A moving model counts as a disc as wide as
    the shorter side of its base.
    """
    model, world = entry["model"], trace.before(number)
    base = trace.army.models[model].base
    swept = lane(route(entry), base.small - THIN)
    near = prep(swept)
    for other in standing(trace, number, world):
        if other != model and not may_pass(entry, other):
            shape = outline(trace.army.models[other].base, world.places[other])
            if near.intersects(shape.buffer(-THIN / 2)):
                yield Finding("through", number, f"model {model} of {entry['unit']} through model {other}")
    for area in barred:
        if near.intersects(area.buffer(-THIN)):
            yield Finding("through", number, f"model {model} of {entry['unit']} through impassable ground")


def standing(trace: Trace, number: int, world: World) -> list[int]:
    """Return the models that stay in place during the clause that logged the entry."""
    after = trace.after(number)
    return [other for other, place in world.places.items() if after.places.get(other) == place]
