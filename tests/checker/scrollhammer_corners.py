"""Blocks of Scrollhammer that charge loose models: as many enemies as possible, corners counted (SH-MV-14, SH-R-04)."""

import math
from collections.abc import Callable, Iterable, Iterator

from shapely import Polygon, STRtree, unary_union
from shapely.affinity import translate

from tests.checker.findings import Finding, Found
from tests.checker.plane import SURE, TOUCH, Place, outline
from tests.checker.trace import Plain, Trace, World

BACK, AHEAD = -4.0, 3.0  # inches that a shifted block is looked at
HALVINGS = 16
WELD = 0.001  # inches that the bases of a block are grown by, to be one shape


def findings(trace: Trace, number: int, entry: Plain, targets: list[str], reach: float) -> Found:
    """A place aside of where the block stopped that touches more enemies, with as short a way."""
    before, after = trace.before(number), trace.after(number)
    own = after.living(entry["unit"])
    loose = all(trace.army.units[one].formation != "ranks" for one in targets)
    if not own or not loose or trace.army.terrain or not trace.army.is_default("SH-R-21"):
        return
    places = [after.places[one.number] for one in own]
    facing = math.radians(places[0][2])
    out, along = (math.sin(facing), math.cos(facing)), (math.cos(facing), -math.sin(facing))
    shapes = [outline(one.base, place) for one, place in zip(own, places, strict=True)]
    foes = [outline(one.base, after.places[one.number]) for unit in targets for one in after.living(unit)]
    others = [one for one in trace.army.models if one.number in after.places and one.unit != entry["unit"]]
    tree = STRtree([outline(one.base, after.places[one.number]).buffer(-0.003) for one in others])
    body = unary_union([shape.buffer(WELD) for shape in shapes])
    told = sum(body.distance(foe) <= TOUCH for foe in foes)
    starts = [before.places.get(one.number) for one in own]
    front = max(place[0] * out[0] + place[1] * out[1] for place in places)
    for aside in _shifts(after, entry["unit"], targets, along):
        far = _stop(body, tree, out, along, aside)
        x, y = aside * along[0] + far * out[0], aside * along[1] + far * out[1]
        found = _met(translate(body, x, y), foes, out) if far < AHEAD - 0.1 else 0
        ranks = [
            start for start, place in zip(starts, places, strict=True) if start and _deep(place, out) > front - 0.1
        ]
        ends = [place for place in places if _deep(place, out) > front - 0.1]
        longest = max(math.dist((end[0] + x, end[1] + y), start[:2]) for end, start in zip(ends, ranks, strict=True))
        if found > told and longest <= reach and _has_corridor(tree, translate(body, x, y), starts, out):
            yield Finding("few by corners", number, f"{entry['unit']} touches {told}, {aside:+.3f} aside it is {found}")
            return


def _met(body: Polygon, foes: list[Polygon], out: tuple[float, float]) -> int:
    """How many foes the block surely touches that stand before its front, corners counted."""
    front, own = _edge(body, out, max), body.buffer(-WELD)
    return sum(own.distance(foe) <= SURE and _edge(foe, out, min) > front - 0.01 for foe in foes)


def _edge(shape: Polygon, out: tuple[float, float], end: Callable[[Iterable[float]], float]) -> float:
    return end(x * out[0] + y * out[1] for x, y in shape.convex_hull.exterior.coords)


def _has_corridor(tree: STRtree, body: Polygon, starts: list[Place | None], out: tuple[float, float]) -> bool:
    """Whether the band is free that the block sweeps at its facing, from abreast of where it stood."""
    deep = [_deep(start, out) for start in starts if start]
    end = _edge(body, out, max)
    back = max(0.0, end - min(deep) + 0.5)
    band = unary_union([body, translate(body, -back * out[0], -back * out[1])]).convex_hull.buffer(-0.01)
    return len(tree.query(band, predicate="intersects")) == 0


def _deep(place: Place, out: tuple[float, float]) -> float:
    return place[0] * out[0] + place[1] * out[1]


def _shifts(world: World, unit: str, targets: list[str], along: tuple[float, float]) -> Iterator[float]:
    """Shifts at which a corner of the block meets a corner of an enemy."""
    own = [world.places[one.number] for one in world.living(unit)]
    half = world.living(unit)[0].base.width / 2
    right = [x * along[0] + y * along[1] for x, y, _ in own]
    for target in targets:
        for foe in world.living(target):
            x, y, _ = world.places[foe.number]
            middle, wide = x * along[0] + y * along[1], foe.base.width / 2
            yield middle - wide - max(right) - half
            yield middle + wide - min(right) + half


def _stop(body: Polygon, tree: STRtree, out: tuple[float, float], along: tuple[float, float], aside: float) -> float:
    """How far ahead of its place the block comes when shifted aside, until it meets somebody."""
    low, high = BACK, AHEAD
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        moved = translate(body, aside * along[0] + middle * out[0], aside * along[1] + middle * out[1])
        low, high = (low, middle) if len(tree.query(moved, predicate="intersects")) else (middle, high)
    return low
