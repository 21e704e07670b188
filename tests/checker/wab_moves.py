"""Recalculate moves in WAB, and check rates, wheels, the distance of an inch from enemies, flights, losses in a rank,
and arcs of fire.
"""

import math

from shapely import box, unary_union
from shapely.affinity import rotate
from shapely.geometry.base import BaseGeometry

from tests.checker import standing
from tests.checker.army import Model
from tests.checker.findings import Finding, Found
from tests.checker.plane import TOUCH, Place, Spot, bearing, between, length, outline
from tests.checker.trace import Plain, Trace, World, route
from tests.checker.wab_rate import FAILED, rate

PACES = {"moved": 1, "marched": 2, "fast marched": 3, "charged": 2, "drew back": 1, **dict.fromkeys(FAILED, 1)}
FREE = {"moved", "marched", "fast marched", *FAILED}
HAIR = 0.012
LINED_UP = 0.4  # inches that lining up at no cost may add to the way of every model
ARC = 45.0
NEAR = 7.998  # inches: 8, less a hair
FOOT, HARMLESS = {"infantry", "character"}, {"character", "artillery"}
ALIKE = 0.05  # degrees by which the facings of models in ranks may differ
INCH = 0.9975  # an inch, less a hair; version 0.1.0 stopped at 0.996


def findings(trace: Trace) -> Found:
    yield from standing.findings(trace)
    for number, entry in trace.told("Moved"):
        yield from _length(trace, number, entry)
        yield from _inch(trace, number, entry)
        yield from _march(trace, number, entry)
    for number, entry in trace.told("Fell"):
        yield from _one_end(trace, number, entry)
    for number, entry in trace.told("Shot"):
        yield from _arc(trace, number, entry)


def _length(trace: Trace, number: int, entry: Plain) -> Found:
    """WAB-CH-04, WAB-MA-02, WAB-FM-03, WAB-MN-03: no unit moves further than its pace allows, and a wheel is
    measured at its outermost model.
    """
    pace = PACES.get(entry["manner"])
    barred = {"drew back", "charged", *FAILED}  # what it was to do is told, though it is there or is stopped at once
    if entry["inches"] == 0 and length(route(entry)) == 0 and entry["manner"] not in barred:
        yield Finding("told", number, f'{entry["unit"]} {entry["manner"]} 0.00"')
    if (
        pace is None
        or len(trace.army.units[entry["unit"]].models) == 1
        or not trace.before(number).living(entry["unit"])
    ):
        return
    allowed = pace * rate(trace.army, entry["unit"])
    clause = trace.clause(number)
    wheels = [one for one in trace.events[clause[0] : clause[1]] if one["type"] == "Wheeled"]
    went = entry["inches"] if entry["manner"] != "charged" else _least(trace, number, entry["unit"])
    spare = LINED_UP if entry["manner"] == "charged" else HAIR
    if went > allowed + spare and not wheels:
        yield Finding("too far", number, f"{entry['unit']} {entry['manner']} {entry['inches']} of {allowed}")
    others = [one for one in trace.events[clause[0] : clause[1]] if one["type"] in {"TurnedAbout", "ChangedFormation"}]
    way = route(entry)
    if len(wheels) != 1 or others or len(way) > 3 or entry["manner"] not in {"moved", "marched"}:
        return
    arc = _outermost(trace.before(number), entry["unit"], wheels[0]["degrees"])
    straight = length(way[1:])
    if arc + straight > allowed + 0.15:
        words = f"{entry['unit']}: outermost model {arc:.2f}, then {straight:.2f}, of {allowed}"
        yield Finding("wheel", number, words)


def _least(trace: Trace, number: int, unit: str) -> float:
    """Return the distance moved by the model that moves least. A charger pays nothing for bringing its corner into
    line.
    """
    before, after = trace.before(number).places, trace.after(number).places
    both = [one.number for one in trace.army.units[unit].models if one.number in before and one.number in after]
    return min((math.dist(before[one][:2], after[one][:2]) for one in both), default=0.0)


def _outermost(world: World, unit: str, degrees: float) -> float:
    """Return the distance that the outer front corner of the outermost model moves in a wheel about the other front
    corner.
    """
    models = world.living(unit)
    base = models[0].base
    facing = world.places[models[0].number][2]
    rows = [_ahead(world.places[one.number], facing) for one in models]
    files = [_right(world.places[one.number], facing) * (-1 if degrees > 0 else 1) for one in models]
    pivot = min(files) - base.width / 2, max(rows) + base.depth / 2
    corners = [(file + base.width / 2, row + base.depth / 2) for file, row in zip(files, rows, strict=True)]
    return math.radians(abs(degrees)) * max(math.dist(corner, pivot) for corner in corners)


def _inch(trace: Trace, number: int, entry: Plain) -> Found:
    """WAB-R-36: no model comes within an inch of an enemy except by a charge, a pursuit or a follow-up."""
    if entry["manner"] not in FREE:
        return
    before, after = trace.before(number), trace.after(number)
    foes = after.side(1 - trace.army.side_of(entry["unit"]))
    for model in after.living(entry["unit"]):
        for foe in after.near(model.number, foes, INCH):
            was = before.gap(model.number, foe) if model.number in before.places and foe in before.places else 9.0
            least = min(_gaps(trace, before, entry["unit"], foe), default=9.0)
            if after.gap(model.number, foe) < min(INCH, was - 0.001) and least > 1.0:
                whole = [_rectangle(trace, before, unit) for unit in (entry["unit"], trace.army.models[foe].unit)]
                kind = "one inch" if whole[0].distance(whole[1]) > 1.0 else "one inch, empty places counted"
                yield Finding(kind, number, f"{entry['unit']} ends {after.gap(model.number, foe):.4f} from model {foe}")
                return


def _rectangle(trace: Trace, world: World, unit: str) -> BaseGeometry:
    """Return the outline of a block including the empty places of its last rank, or the outline of loose models."""
    models = world.living(unit)
    whole = unary_union([outline(one.base, world.places[one.number]) for one in models])
    facing = world.places[models[0].number][2]
    if any(between(world.places[one.number][2], facing) > ALIKE for one in models):
        return whole
    return rotate(box(*rotate(whole, facing, origin=(0, 0)).bounds), -facing, origin=(0, 0))


def _gaps(trace: Trace, world: World, unit: str, foe: int) -> list[float]:
    """Return the gaps between the models of a unit and the models of the unit to which an enemy model belongs."""
    foes = world.living(trace.army.models[foe].unit)
    return [world.gap(one.number, other.number) for one in world.living(unit) for other in foes]


def _march(trace: Trace, number: int, entry: Plain) -> Found:
    """WAB-MA-04 to WAB-MA-06: infantry does not march within 8 inches of an enemy, without exception."""
    army, world = trace.army, trace.before(number)
    own = army.units[entry["unit"]].models
    if entry["manner"] != "marched" or any(army.rulings) or any(_kind(one) not in FOOT for one in own):
        return
    for foe, unit in army.units.items():
        is_harmless = world.states.get(foe, {}).get("fleeing") or all(_kind(one) in HARMLESS for one in unit.models)
        if unit.side == own[0].side or is_harmless or not world.living(foe):
            continue
        if any(world.near(one.number, world.living(foe), NEAR) for one in world.living(entry["unit"])):
            yield Finding("march", number, f"{entry['unit']} marched with {foe} within 8 inches")
            return


def _kind(model: Model) -> str:
    return str(model.values.get("type", "infantry"))


# --- losses and shots ----------------------------------------------------------------------------------------


def _one_end(trace: Trace, number: int, entry: Plain) -> Found:
    """WAB-R-52, WAB-R-76: a single rank keeps its middle, and it loses models from one end only if the opposite end
    fights.
    """
    before, after = trace.before(number), trace.after(number)
    unit = trace.army.units[entry["unit"]]
    rank = [before.places[one.number] for one in before.living(unit.name)]
    left = [after.places[one.number] for one in after.living(unit.name)]
    if unit.formation == "skirmish" or entry["fallen"] < 2 or len(left) < 2 or len({spot[2] for spot in rank}) != 1:
        return
    facing = rank[0][2]
    if max(_ahead(spot, facing) for spot in rank) - min(_ahead(spot, facing) for spot in rank) > 0.05:
        return
    ends = sorted(before.living(unit.name), key=lambda one: _right(before.places[one.number], facing))
    foes = before.side(1 - unit.side)
    if len({bool(before.near(one.number, foes, TOUCH)) for one in (ends[0], ends[-1])}) > 1:
        return
    was, now = ([_right(spot, facing) for spot in spots] for spots in (rank, left))
    shift = (max(now) + min(now)) / 2 - (max(was) + min(was)) / 2
    if abs(shift) > 0.75 * unit.models[0].base.width:
        yield Finding("one end", number, f"{unit.name} lost {entry['fallen']}, its middle is {shift:+.2f} aside")


def _ahead(spot: Place, facing: float) -> float:
    return spot[0] * math.sin(math.radians(facing)) + spot[1] * math.cos(math.radians(facing))


def _right(spot: Place, facing: float) -> float:
    return spot[0] * math.cos(math.radians(facing)) - spot[1] * math.sin(math.radians(facing))


def _arc(trace: Trace, number: int, entry: Plain) -> Found:
    """WAB-R-70: a model may shoot only at a target in its own 90-degree arc, except that loose models may shoot in
    every direction.
    """
    unit = trace.army.units[entry["unit"]]
    if unit.formation == "skirmish" or not trace.army.is_default("WAB-R-39"):
        return
    world = trace.before(number)
    foes = [world.places[one.number][:2] for one in world.living(entry["target"])]
    half = trace.army.units[entry["target"]].models[0].base.width * 0.8
    able = [one for one in world.living(unit.name) if _sees(world.places[one.number], foes, half)]
    most = len(able) * (2 if entry["weapon"] == "sling" else 1)
    if foes and entry["shots"] > most:
        words = f"{unit.name} shot {entry['shots']} times, {len(able)} have {entry['target']} in their arc"
        yield Finding("arc", number, words)


def _sees(own: Place, foes: list[Spot], half: float) -> bool:
    for foe in foes:
        slack = math.degrees(math.atan2(half, max(0.1, math.dist(own[:2], foe))))
        if between(bearing(own[:2], foe), own[2]) <= ARC + slack:
            return True
    return False
