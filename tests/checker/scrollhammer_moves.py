"""Recalculate moves in Scrollhammer, and check their reach, their paths, contact, coherency, flights and closing up."""

import math

from shapely import LineString, Polygon, unary_union
from shapely.affinity import translate

from tests.checker import scrollhammer_charges, scrollhammer_flights, standing, walking
from tests.checker.army import Base, Model
from tests.checker.findings import Finding, Found
from tests.checker.plane import SURE, TOUCH, Place, ground, lane, outline
from tests.checker.scrollhammer_fight import fights
from tests.checker.trace import Plain, Trace, World, route

PILE_IN = 3.0
CORNER = 0.3  # inches that turning square may bring a block nearer
CLEAR = 1.0
HAIR = 0.004
DECIDED = {"CombatWon", "CombatDrawn", "WipedOut"}


def findings(trace: Trace) -> Found:
    yield from standing.findings(trace)
    yield from walking.findings(trace, lambda entry, _other: entry["manner"] == "fell back")
    yield from _lengths(trace)
    yield from _sides(trace)
    yield from scrollhammer_charges.findings(trace)
    yield from _strangers(trace)
    yield from scrollhammer_flights.findings(trace)
    yield from _dangers(trace)
    yield from _blocks(trace)
    yield from _closed_up(trace)
    yield from _consolidated(trace)


def _lengths(trace: Trace) -> Found:
    """SH-MV-04, SH-PI-03, SH-CO-02: a charge is no longer than the range rolled, and pile-ins and consolidations are no
    longer than 3 inches.
    """
    reach: dict[str, float] = {}
    for number, entry in trace.told("RangeRolled", "Moved", "ClosedUp"):
        if entry["type"] == "RangeRolled":
            reach[entry["unit"]] = entry["inches"]
        elif entry["type"] == "ClosedUp":
            if any(LineString(way).length > PILE_IN + HAIR for _, way in _ways(trace, number, entry)):
                yield Finding("too far", number, f"{entry['unit']} closed up by more than 3 inches")
        elif entry["manner"] in {"piled in", "consolidated"} and entry["inches"] > PILE_IN + HAIR:
            yield Finding("too far", number, f"{entry['unit']} {entry['manner']} {entry['inches']:.4f}")
        elif entry["manner"] == "charged" and entry["model"] < 0:
            yield from _too_far_off(trace, number, entry, reach)
        elif entry["manner"] == "charged" and _beyond(entry, reach):
            yield Finding("too far", number, f"{entry['unit']} charged {entry['inches']:.4f} of {reach}")


def _too_far_off(trace: Trace, number: int, entry: Plain, reach: dict[str, float]) -> Found:
    """SH-FA-02, SH-R-20: the charge of a block fails if the distance from every one of its models to the target units
    exceeds the range.
    """
    before, after, unit = trace.before(number), trace.after(number), entry["unit"]
    foes = before.side(1 - trace.army.side_of(unit))
    met = {trace.army.models[foe].unit for one in after.living(unit) for foe in after.near(one.number, foes, TOUCH)}
    gaps = [
        before.gap(one.number, foe.number)
        for one in before.living(unit)
        for charged in met
        for foe in before.living(charged)
    ]
    if unit in reach and gaps and min(gaps) > reach[unit] + CORNER:
        yield Finding("too far", number, f"{unit} charged {min(gaps):.3f} with a range of {reach[unit]}")


def _beyond(entry: Plain, reach: dict[str, float]) -> bool:
    return bool(entry["inches"] > reach.get(entry["unit"], 12) + HAIR)


def _sides(trace: Trace) -> Found:
    """SH-MV-15, SH-MV-18, SH-R-27: loose models that charge a block all end beyond the same side of the block."""
    if not trace.army.is_default("SH-R-27"):
        return
    came: dict[str, list[int]] = {}
    for number, entry in trace.told("ChargeMade", "Moved"):
        if entry["type"] == "ChargeMade":
            came[entry["unit"]] = []
        elif entry["manner"] == "charged" and entry["model"] >= 0:
            came.setdefault(entry["unit"], []).append(entry["model"])
            yield from _on_one_side(trace, number, came[entry["unit"]])


def _on_one_side(trace: Trace, number: int, came: list[int]) -> Found:
    world, models = trace.after(number), trace.army.models
    for target, unit in trace.army.units.items():
        foes = world.living(target)
        if unit.formation != "ranks" or unit.side == models[came[0]].side or not foes:
            continue
        met = [models[one] for one in came if one in world.places and world.near(one, foes, SURE)]
        if not any(all(_beyond_side(world, one, target, side) > -HAIR for one in met) for side in QUARTERS):
            yield Finding("side", number, f"models {[one.number for one in met]} are on several sides of {target}")


def _beyond_side(world: World, model: Model, target: str, side: str) -> float:
    """Return how far a model's centre is beyond the line along a side of a block.

    SH-R-27: beside the gap in an incomplete last rank, the rank in front of the gap counts as the rear for models
    that stand at least partly within the width of the block.
    """
    places = [world.places[one.number] for one in world.living(target)]
    base, at = world.living(target)[0].base, world.places[model.number]
    beyond = _beyond_line(places, base, side, at)
    back = _way_out(places[0], QUARTERS["rear"])
    depths = [place[0] * back[0] + place[1] * back[1] for place in places]
    before = [place for place, deep in zip(places, depths, strict=True) if deep < max(depths) - base.depth / 2]
    if side != "rear" or not before:
        return beyond
    is_within = all(_beyond_line(places, base, end, at) < model.base.width / 2 for end in ("left", "right"))
    return max(beyond, _beyond_line(before, base, side, at)) if is_within else beyond


def _beyond_line(places: list[Place], base: Base, side: str, at: Place) -> float:
    out = _way_out(places[0], QUARTERS[side])
    half = (base.width if side in {"left", "right"} else base.depth) / 2
    return at[0] * out[0] + at[1] * out[1] - max(x * out[0] + y * out[1] for x, y, _ in places) - half


def _way_out(place: Place, quarter: float) -> tuple[float, float]:
    """Return the outward direction of one side of a block, as a unit vector."""
    turn = math.radians(place[2] + quarter)
    return math.sin(turn), math.cos(turn)


QUARTERS = {"front": 0, "right": 90, "rear": 180, "left": 270}


def _strangers(trace: Trace) -> Found:
    """SH-PI-12, SH-CO-05: a model that piles in touches no model outside the combat, and a model that consolidates
    touches no enemy.
    """
    for fight in fights(trace):
        for number, entry in fight.told("Moved"):
            if entry["manner"] not in {"piled in", "consolidated"} or entry["model"] < 0:
                continue
            for foe in _foes_touched(trace, trace.after(number), entry["model"]):
                new = foe not in _foes_touched(trace, trace.before(number), entry["model"])
                unit = trace.army.models[foe].unit
                if new and (unit not in fight.units or entry["manner"] == "consolidated"):
                    yield Finding("dragged in", number, f"model {entry['model']} {entry['manner']} into {unit}")


def _foes_touched(trace: Trace, world: World, model: int) -> list[int]:
    models = trace.army.models
    if model not in world.places:
        return []
    return world.near(model, world.side(1 - models[model].side), SURE)


def _dangers(trace: Trace) -> Found:
    """SH-TE-05, SH-PI-11, SH-R-35: exactly the models that cross dangerous ground take tests."""
    areas = [ground(one["polygon"]) for one in trace.army.terrain if one["kind"] == "dangerous"]
    for number, entry in trace.told("Moved", "ClosedUp"):
        is_of_unit = entry.get("model", 0) < 0
        if not areas or (is_of_unit and entry["manner"] == "charged"):
            continue
        tested = {one["model"] for one in trace.events[number : number + 40] if one["type"] == "GroundBraved"}
        for model, way in _ways(trace, number, entry):
            small = trace.army.models[model].base.small
            stood = [lane(way, small - 0.05), *_ends(trace, number, model, way)]
            deep = any(one.intersects(area) for one in stood for area in areas)
            shape = outline(trace.army.models[model].base, trace.before(number).places[model])
            ends = [translate(shape, x - way[0][0], y - way[0][1]) for x, y in way]
            grazed = any(unary_union(ends).convex_hull.buffer(0.03).intersects(area) for area in areas)
            if deep and model not in tested:
                yield Finding("dangerous ground", number, f"model {model} of {entry['unit']} crossed without a test")
            if not grazed and model in _next_tested(trace, number) and is_of_unit:
                yield Finding("dangerous ground", number, f"model {model} of {entry['unit']} tested, far from it")


def _ends(trace: Trace, number: int, model: int, way: list[tuple[float, float]]) -> list[Polygon]:
    """Return the outlines of a moved model's full base at its start and at its end (SH-R-07). The list is empty if the
    model has not moved or has not survived.
    """
    worlds = (trace.before(number), trace.after(number))
    if math.dist(way[0], way[-1]) < SURE or any(model not in world.places for world in worlds):
        return []
    return [outline(trace.army.models[model].base, world.places[model]).buffer(-0.03) for world in worlds]


def _next_tested(trace: Trace, number: int) -> set[int]:
    """Return the models that take a test for dangerous ground directly after an entry."""
    found = set()
    for one in trace.events[number + 1 :]:
        if one["type"] not in {"Thrown", "GroundBraved", "Suffered", "Slain"}:
            break
        if one["type"] == "GroundBraved":
            found.add(one["model"])
    return found


def _ways(trace: Trace, number: int, entry: Plain) -> list[tuple[int, list[tuple[float, float]]]]:
    """Return the path of each model: its own path in the log, or its unit's path shifted to the model's position."""
    if entry["type"] == "ClosedUp":
        own = [[(x / 127_000, y / 127_000) for x, y in way] for way in entry["ways"]]
        return list(zip(entry["models"], own, strict=True))
    way = route(entry)
    if entry["model"] >= 0:
        return [(entry["model"], way)]
    world = trace.before(number)
    shift = [(x - way[0][0], y - way[0][1]) for x, y in way]
    models = [model.number for model in world.living(entry["unit"])]
    return [(one, [(world.places[one][0] + x, world.places[one][1] + y) for x, y in shift]) for one in models]


def _blocks(trace: Trace) -> Found:
    """SH-MV-07: a charging block does not pass through any model. The log gives the path of the centre of its front."""
    for number, entry in trace.told("Moved"):
        if entry["model"] >= 0 or entry["manner"] != "charged":
            continue
        world, line = trace.before(number), lane(route(entry), 0.25)
        for other in walking.standing(trace, number, world):
            shape = outline(trace.army.models[other].base, world.places[other]).buffer(-0.3)
            if trace.army.models[other].unit != entry["unit"] and line.buffer(-0.05).intersects(shape):
                yield Finding("through", number, f"{entry['unit']} through model {other}")
        for one in trace.army.terrain:
            if one["kind"] == "impassable" and line.intersects(ground(one["polygon"]).buffer(-0.05)):
                yield Finding("through", number, f"{entry['unit']} through impassable ground")


def _closed_up(trace: Trace) -> Found:
    """SH-R-77: a unit whose enemies have all broken does not pile in."""
    if not trace.army.is_default("SH-R-77"):
        return
    for fight in fights(trace):
        over = next((number for number, entry in fight.told(*DECIDED)), None)
        for number, entry in fight.told("ClosedUp", "Moved"):
            if over is None or number < over or entry.get("manner", "piled in") != "piled in":
                continue
            foes = [unit for unit in fight.units if trace.army.side_of(unit) != trace.army.side_of(entry["unit"])]
            world = trace.before(number)
            fleeing = {one["unit"] for place, one in fight.told("Broke", "GotAway") if place < number}
            if not any(world.living(foe) for foe in foes if foe not in fleeing):
                yield Finding("closed up", number, f"{entry['unit']} piled in with no enemy left")


def _consolidated(trace: Trace) -> Found:
    """SH-CO-06: consolidating models stay at least an inch away from every enemy."""
    for number, entry in trace.told("Moved"):
        if entry["manner"] != "consolidated" or entry["model"] not in trace.after(number).places:
            continue
        world, model = trace.after(number), entry["model"]
        foes = world.side(1 - trace.army.models[model].side)
        near = world.near(model, foes, CLEAR - HAIR)
        if near:
            yield Finding("one inch", number, f"model {model} consolidated near model {near[0]}")
