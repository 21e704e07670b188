"""Recalculation of flights in WarStrike: a unit moves its full Mv if nothing stops it, and only models near an enemy
are run down.
"""

from shapely.affinity import translate

from tests.checker.findings import Finding, Found
from tests.checker.plane import TOUCH, far, ground, outline
from tests.checker.trace import Plain, Trace, route

HAIR = 0.004
AHEAD = 0.05  # inches: what stops a model is no further off
NEAR = 6.0


def findings(trace: Trace) -> Found:
    """Report violations of WS-LD-02 and WS-LD-05 in flights."""
    for number, entry in trace.told("Moved"):
        if entry["manner"] == "fell back" and trace.army.is_default("WS-R-32"):
            yield from _short(trace, number, entry)
    for number, entry in trace.told("Slain"):
        if entry["clause"] == "WS-LD-05" and trace.army.is_default("WS-R-34"):
            yield from _caught(trace, number, entry)


def _short(trace: Trace, number: int, entry: Plain) -> Found:
    """WS-R-32: a unit falls back its full Mv, unless a base, ground, a wall or the edge stops it."""
    pace, way = trace.army.units[entry["unit"]].models[0].value("Mv"), route(entry)
    if entry["inches"] > pace - HAIR or len(way) < 2 or entry["inches"] < HAIR:
        return
    if not _is_stopped(trace, number, entry["model"], pace):
        words = f"model {entry['model']} fell back {entry['inches']:.2f} of {pace}, with nothing in its way"
        yield Finding("flight", number, words)


def _is_stopped(trace: Trace, number: int, model: int, pace: int) -> bool:
    """Return whether a model would meet a base or the edge if it moved slightly further. A wall stops a model that
    would end on it.
    """
    world, way, base = trace.after(number), route(trace.events[number]), trace.army.models[model].base
    facing = trace.before(number).places[model][2]
    share = AHEAD / trace.events[number]["inches"]
    place = (way[-1][0], way[-1][1], facing)
    body = outline(base, place)
    step = translate(body, share * (way[-1][0] - way[0][0]), share * (way[-1][1] - way[0][1]))
    left, low, right, high = step.bounds
    wide, deep = trace.army.size or (0, 0)
    if min(left, low, wide - right, deep - high) < HAIR:
        return True
    if any(step.distance(ground(one["polygon"])) < pace for one in trace.army.terrain):
        return True
    others = [one for one in trace.army.models if one.number != model and one.number in world.places]
    near = [one for one in others if far(base, place, one.base, world.places[one.number]) < AHEAD]
    return any(step.distance(outline(one.base, world.places[one.number])) < HAIR for one in near)


def _caught(trace: Trace, number: int, entry: Plain) -> Found:
    """WS-LD-05: a model is run down only if it is within 6 inches of an enemy."""
    world = trace.before(number)
    foes = world.side(1 - trace.army.side_of(entry["unit"]))
    for model in entry["models"]:
        if model in world.places and not world.near(model, foes, NEAR + TOUCH):
            yield Finding("run down", number, f"model {model} was run down, further than 6 inches from every enemy")
