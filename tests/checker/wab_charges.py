"""Recalculate charges and loose units in WAB. Chargers touch only their targets, leave room for each other and bring as
many models into contact as possible, and loose models step up.
"""

import math
from collections.abc import Iterator

from shapely import Polygon
from shapely.prepared import prep

from tests.checker.army import Model
from tests.checker.findings import Finding, Found
from tests.checker.plane import SURE, TOUCH, Place, bearing, between, gap, lane, outline, overlap
from tests.checker.trace import Plain, Trace, World
from tests.checker.wab_rate import FAILED, rate
from tests.checker.wab_score import contact, rounds

KEPT_OFF = 0.005  # inches from enemies that are not charged
SNUG = 0.0005  # inches beside a base, on either side, that rounded places do not tell from none
STEP = 1.5  # inches that a loose model steps up between rounds at most, to be sure


def findings(trace: Trace) -> Found:
    targets: dict[str, str] = {}
    held: set[str] = set()
    for number, entry in trace.told("PhaseBegan", "ChargeDeclared", "Redirected", "Measured", "Moved"):
        if entry["type"] == "PhaseBegan":
            targets, held = {}, set()
        elif entry["type"] in {"ChargeDeclared", "Redirected"}:
            targets[entry["unit"]] = entry["target"]
        elif entry["type"] == "Measured" and entry["in_reach"]:
            held.add(entry["unit"])
        elif entry.get("manner") == "charged" and entry["unit"] in targets:
            yield from _arrived(trace, number, entry["unit"], targets[entry["unit"]])
        elif entry.get("manner") in FAILED and entry["unit"] in held:
            yield from _no_room(trace, number, entry["unit"], targets, entry)
    for one in rounds(trace):
        yield from _stepped_up(trace, one.first, one.units)
        yield from _shares(trace, one.first, one.last)


def _arrived(trace: Trace, number: int, unit: str, target: str) -> Found:
    """WAB-R-36: the charger touches its target and no uncharged enemy."""
    before, after = trace.before(number), trace.after(number)
    if not after.living(unit) or not after.living(target):
        return
    if not contact(after, unit, target):
        yield Finding("no contact", number, f"{unit} charged {target} and does not touch it")
        return
    charged = {one["target"] for _, one in trace.told("ChargeDeclared")}
    for foe in trace.army.units:
        if trace.army.side_of(foe) == trace.army.side_of(unit) or foe == target or not after.living(foe):
            continue
        sure = any(after.near(one.number, after.living(foe), SURE) for one in after.living(unit))
        if sure and foe not in charged and not contact(before, unit, foe) and _may_help(trace, number, unit, target):
            yield Finding("dragged in", number, f"{unit} charged {target} and touches {foe}, whom nobody charged")
    if trace.army.units[unit].formation == "skirmish":
        yield from _few(trace, number, unit, target)


def _may_help(trace: Trace, number: int, unit: str, target: str) -> bool:
    """Return whether a charger can avoid contact with uncharged units. Loose models keep clear of them, and a block may
    stop further to the side.

    A place further to the side counts if no ground slows the block and if at least half an inch of its reach is left
    after its wheel and its path.
    """
    before, after = trace.before(number), trace.after(number)
    if trace.army.units[unit].formation == "skirmish":
        return True
    if trace.army.terrain:
        return False
    own, foes = after.living(unit), after.living(target)
    facing = math.radians(after.places[own[0].number][2])
    for step in range(-60, 61):
        aside = (0.1 * step * math.cos(facing), -0.1 * step * math.sin(facing))
        there = {one.number: _shifted(after.places[one.number], aside) for one in own}
        if _stands_free(trace, after, there, foes) and _costs(before, there) <= 2 * rate(trace.army, unit) - 0.5:
            return True
    return False


def _shifted(place: Place, by: tuple[float, float]) -> Place:
    return place[0] + by[0], place[1] + by[1], place[2]


def _stands_free(trace: Trace, world: World, there: dict[int, Place], foes: list[Model]) -> bool:
    """Return whether models at the given places touch some of the enemies and nothing else."""
    models, met = trace.army.models, False
    for mine, place in there.items():
        for other, at in world.places.items():
            near = other not in there and gap(models[mine].base, place, models[other].base, at) <= TOUCH
            if near and models[other] not in foes:
                return False
            met = met or near
    return met


def _costs(before: World, there: dict[int, Place]) -> float:
    """Return the largest cost of moving the models to the given places by a wheel on a front corner and a straight
    path.
    """
    starts = [(before.places[one], place) for one, place in there.items() if one in before.places]
    far = max(math.dist(start[:2], place[:2]) for start, place in starts)
    ahead = starts[0][0][2]
    turn = max(between(ahead, bearing(start[:2], place[:2])) for start, place in starts)
    wide = max(math.dist(one[0][:2], other[0][:2]) for one in starts for other in starts) + 1
    return far + math.radians(turn) * wide


def _few(trace: Trace, number: int, unit: str, target: str) -> Found:
    """WAB-R-36: as many models as possible of a loose charger are in contact."""
    before, after = trace.before(number), trace.after(number)
    reach = 2 * rate(trace.army, unit)
    foes = after.living(target)
    met = [one for one in after.living(unit) if after.near(one.number, foes, TOUCH)]
    sides = _sides(trace, after, target, met)
    still = [one for one in foes if before.places.get(one.number) == after.places[one.number]]  # others came to meet it
    for model in (one for one in after.living(unit) if one not in met and one.number in before.places):
        start = before.places[model.number]
        for place in _free(trace, after, model, still):
            if sides is not None and not any(_is_beyond(model, place, side) for side in sides):
                continue
            if math.dist(start[:2], place[:2]) <= reach - 0.05 and _is_clear(trace, after, model, start, place):
                words = f"model {model.number} of {unit} is not in contact; {place[0]:.2f}, {place[1]:.2f} is free"
                kind = "too few, a base's width free" if _is_snug(after, model, place) else "too few"
                yield Finding(kind, number, words)
                return


def _is_snug(world: World, model: Model, place: Place) -> bool:
    """Return whether a place lies between two friends with no more room than the tolerance for rounding."""
    friends = [one for one in world.side(model.side) if one.number != model.number]
    return sum(gap(model.base, place, one.base, world.places[one.number]) <= SNUG for one in friends) > 1


Side = tuple[float, float, float]  # the direction out of a side of a block, and how far along it the side lies


def _sides(trace: Trace, world: World, target: str, met: list[Model]) -> list[Side] | None:
    """WAB-R-36: return the charged side of a block as a list. All chargers in contact stand beyond the line along that
    side.

    The list is empty if the chargers stand at a corner, because they may then have charged either of two sides. For
    a loose target, return None.
    """
    if trace.army.units[target].formation == "skirmish":
        return None
    foes = world.living(target)
    found = []
    for turn in range(4):
        angle = math.radians(world.places[foes[0].number][2] + 90 * turn)
        out = (math.sin(angle), math.cos(angle))
        line = max(_along(outline(one.base, world.places[one.number]), out) for one in foes)
        found.append((*out, line))
    charged = [side for side in found if all(_is_beyond(one, world.places[one.number], side) for one in met)]
    return charged if len(charged) == 1 else []  # at a corner it may be either


def _along(shape: Polygon, out: tuple[float, float]) -> float:
    """Return the largest coordinate of a shape along a direction."""
    return max(float(x * out[0] + y * out[1]) for x, y in shape.exterior.coords)


def _is_beyond(model: Model, place: Place, side: Side) -> bool:
    """Return whether a model at a place stands entirely in front of the line along a side. It may touch that line."""
    return -_along(outline(model.base, place), (-side[0], -side[1])) >= side[2] - 0.02


def _free(trace: Trace, world: World, model: Model, foes: list[Model]) -> Iterator[Place]:
    """Yield free places flush with a side of one of the enemies."""
    others = [one for one in trace.army.models if one.number in world.places and one.number != model.number]
    for foe in foes:
        at = world.places[foe.number]
        for side in range(4):
            angle = math.radians(at[2] + 90 * side)
            deep = (foe.base.depth if side % 2 == 0 else foe.base.width) / 2 + model.base.depth / 2 + 0.001
            for shift in (0.0, 0.4, -0.4):
                x = at[0] + deep * math.sin(angle) + shift * math.cos(angle)
                y = at[1] + deep * math.cos(angle) - shift * math.sin(angle)
                place = (x, y, (at[2] + 90 * side + 180) % 360)
                if not any(_bars(world, model, place, one, foe.unit) for one in others):
                    yield place


def _bars(world: World, model: Model, place: Place, other: Model, target: str) -> bool:
    """Return whether another model leaves no room at a place. An uncharged enemy must not even be touched there."""
    there = world.places[other.number]
    if other.side == model.side:
        return overlap(model.base, place, other.base, there, 0.0)
    if other.unit != target and gap(model.base, place, other.base, there) <= KEPT_OFF:
        return True
    return overlap(model.base, place, other.base, there, 0.0005)


def _is_clear(trace: Trace, world: World, model: Model, start: Place, place: Place) -> bool:
    """Return whether the straight path is free of enemies, friends from other units, and ground."""
    swept: Polygon = lane([start[:2], place[:2]], model.base.small - 0.005)
    near = prep(swept)
    others = [one for one in trace.army.models if one.number in world.places and one.unit != model.unit]
    if any(near.intersects(outline(one.base, world.places[one.number]).buffer(-0.006)) for one in others):
        return False
    return not any(near.intersects(Polygon(one["polygon"])) for one in trace.army.terrain)


# --- room for all who charge together ---------------------------------------------------------------------------


def _no_room(trace: Trace, number: int, unit: str, targets: dict[str, str], entry: Plain) -> Found:
    """WAB-R-36, WAB-CH-05: if the target holds and is within reach, a charger arrives as long as there is room beside
    its friends.
    """
    target = targets[unit]
    with_it = [other for other, one in targets.items() if one == target and other != unit]
    began = max((place for place, one in trace.told("PhaseBegan") if place < number), default=0)
    runs = ("RanAway", "TookFlight")
    fled = any(one["type"] in runs and one["unit"] == target for one in trace.events[began:number])
    world = trace.before(number)
    blocks = [trace.army.units[one].formation != "skirmish" for one in (unit, target)]
    if not with_it or fled or not all(blocks) or not world.living(target) or not world.living(unit):
        return
    for place in _slots(world, unit, target):
        others = [one for one in trace.army.models if one.number in world.places and one.unit != unit]
        shapes = _stood(world, unit, place)
        if not any(
            shape.buffer(-0.004).intersects(outline(one.base, world.places[one.number]))
            for shape in shapes
            for one in others
        ):
            words = (
                f"{unit} in reach of {target} failed ({entry['inches']}), with room at {place[0]:.2f}, {place[1]:.2f}"
            )
            yield Finding("no room left", number, words)
            return


def _slots(world: World, unit: str, target: str) -> Iterator[Place]:
    """Yield the places along the target's front that the centre of the unit's front could reach."""
    spots = [world.places[one.number] for one in world.living(target)]
    facing, base = spots[0][2], world.living(target)[0].base
    out = (math.sin(math.radians(facing)), math.cos(math.radians(facing)))
    along = (out[1], -out[0])
    ahead = max(x * out[0] + y * out[1] for x, y, _ in spots) + base.depth / 2 + 0.001
    front = [x * along[0] + y * along[1] for x, y, _ in spots]
    own = [world.places[one.number] for one in world.living(unit)]
    middle = (sum(x for x, _, _ in own) / len(own), sum(y for _, y, _ in own) / len(own))
    reach = 2 * rate(world.army, unit)
    wide = _width(world, unit)
    steps = int((max(front) - min(front) + 2 * wide) / 0.1)
    for step in range(steps + 1):
        right = min(front) - wide + step * 0.1
        x, y = ahead * out[0] + right * along[0], ahead * out[1] + right * along[1]
        meets = min(right + wide / 2, max(front) + base.width / 2) - max(right - wide / 2, min(front) - base.width / 2)
        if meets > base.width and math.dist((x, y), middle) <= reach:
            yield x, y, (facing + 180) % 360


def _width(world: World, unit: str) -> float:
    models = world.living(unit)
    facing = math.radians(world.places[models[0].number][2])
    right = [
        world.places[one.number][0] * math.cos(facing) - world.places[one.number][1] * math.sin(facing)
        for one in models
    ]
    return max(right) - min(right) + models[0].base.width


def _stood(world: World, unit: str, place: Place) -> list[Polygon]:
    """Return the rectangle of the unit's front rank at a place."""
    wide, base = _width(world, unit), world.living(unit)[0].base
    turn = math.radians(place[2])
    out, along = (math.sin(turn), math.cos(turn)), (math.cos(turn), -math.sin(turn))
    corners = [(wide / 2, 0.0), (-wide / 2, 0.0), (-wide / 2, -base.depth), (wide / 2, -base.depth)]
    return [Polygon([(place[0] + r * along[0] + a * out[0], place[1] + r * along[1] + a * out[1]) for r, a in corners])]


# --- who comes to blows -------------------------------------------------------------------------------------


def _stepped_up(trace: Trace, first: int, units: list[str]) -> Found:
    """WAB-R-80, WAB-R-76: the survivors of a loose unit that lost models step up before the next round."""
    earlier = [one for one in rounds(trace) if one.last <= first and set(one.units) == set(units)]
    if not earlier:
        return
    lost = {entry["unit"] for _, entry in earlier[-1].told("Fell")}
    world = trace.before(first + 1)
    for unit in (one for one in units if one in lost and trace.army.units[one].formation == "skirmish"):
        foes = [
            one for foe in units if trace.army.side_of(foe) != trace.army.side_of(unit) for one in world.living(foe)
        ]
        back = [one for one in world.living(unit) if not world.near(one.number, foes, TOUCH)]
        living = len(world.living(unit))
        was = earlier[-1].world
        still = [one for one in foes if was.places.get(one.number) == world.places[one.number]]
        fought = sum(bool(was.near(one.number, still, SURE)) for one in was.living(unit))
        shrunk = any(trace.army.side_of(one) != trace.army.side_of(unit) for one in lost)
        if shrunk or len(still) < len(foes) or living - len(back) >= min(living, fought):
            continue  # as many fight as before: the rest stand where they stood
        for model in back:
            start = world.places[model.number]
            near = [place for place in _free(trace, world, model, foes) if math.dist(start[:2], place[:2]) <= STEP]
            if near:
                words = f"model {model.number} of {unit} did not step up to {near[0][0]:.2f}, {near[0][1]:.2f}"
                yield Finding("not stepped up", first, words)
                break


def _shares(trace: Trace, first: int, last: int) -> Found:
    """WAB-CC-02, WAB-R-76: a model's owner decides whether it strikes a character in contact or the rank and file."""
    asked = [one for one in trace.questions(first, last) if one["clause"] == "WAB-CC-02"]
    for number, entry in trace.told("Struck"):
        if not first <= number < last:
            continue
        world = trace.before(first + 1)
        there = world.living(trace.army.unit_named(entry["foe"]))
        heads = [one for one in there if one.flags.get("general")]
        rank = [one for one in there if one not in heads]
        if trace.version != "0.1.0" and any(one.values.get("type") != "character" for one in heads):
            continue  # by his profile he is one of the rank and file; version 0.1.0 asked about no character either
        strikers = [one.number for one in world.living(entry["unit"])]
        met = [one for one in strikers if world.near(one, heads, SURE) and world.near(one, rank, SURE)]
        if met and not asked:
            yield Finding(
                "shares", number, f"nobody was asked whether {entry['unit']} strikes the General of {entry['foe']}"
            )
            return
