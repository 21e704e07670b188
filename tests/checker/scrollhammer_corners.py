"""Blocks that charge loose models in Scrollhammer touch as many enemies as possible, including those touched by a
corner (SH-MV-14, SH-R-04).
"""

import math
from collections.abc import Callable, Iterable, Iterator

from shapely import Polygon, STRtree, unary_union
from shapely.affinity import translate

from tests.checker.findings import Finding, Found
from tests.checker.plane import SURE, TOUCH, Place, outline
from tests.checker.trace import Plain, Trace, World

BACK, AHEAD = -4.0, 3.0  # inches that a shifted block is looked at
HALVINGS = 16
SLACK = 0.01  # inches by which a way may be too narrow
WELD = 0.001  # inches that the bases of a block are grown by, to be one shape


def findings(trace: Trace, number: int, entry: Plain, targets: list[str], reach: float) -> Found:
    """Report any place to the side of the block's final position, within reach of its charge, where the block would
    touch more enemies.

    SH-R-31: among several targets, the block makes for the nearest one, so a place counts only if the block touches
    that target there.
    """
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
    aimed = _nearest(before, entry["unit"], targets)
    nearest = [outline(one.base, after.places[one.number]) for one in after.living(aimed)]
    others = [one for one in trace.army.models if one.number in after.places and one.unit != entry["unit"]]
    tree = STRtree([outline(one.base, after.places[one.number]).buffer(-0.003) for one in others])
    body = unary_union([shape.buffer(WELD) for shape in shapes])
    told = sum(body.distance(foe) <= TOUCH for foe in foes)
    starts = [before.places.get(one.number) for one in own]
    stood = unary_union([outline(one.base, start) for one, start in zip(own, starts, strict=True) if start])
    front = max(place[0] * out[0] + place[1] * out[1] for place in places)
    for aside in _shifts(after, entry["unit"], targets, along):
        far = _stop(body, tree, out, along, aside)
        x, y = aside * along[0] + far * out[0], aside * along[1] + far * out[1]
        is_there = far < AHEAD - 0.1 and _met(translate(body, x, y), nearest, out) > 0
        found = _met(translate(body, x, y), foes, out) if is_there else 0
        ranks = [
            start for start, place in zip(starts, places, strict=True) if start and _deep(place, out) > front - 0.1
        ]
        ends = [place for place in places if _deep(place, out) > front - 0.1]
        longest = max(math.dist((end[0] + x, end[1] + y), start[:2]) for end, start in zip(ends, ranks, strict=True))
        moved = translate(body, x, y)
        if found > told and longest <= reach and _has_corridor(tree, moved, stood, (out, along)):
            yield Finding("few by corners", number, f"{entry['unit']} touches {told}, {aside:+.3f} aside it is {found}")
            return


def _nearest(world: World, unit: str, targets: list[str]) -> str:
    """Return the target unit with the smallest gap to a unit."""
    own = [one.number for one in world.living(unit)]
    foes = {target: [one.number for one in world.living(target)] for target in targets}
    return min(targets, key=lambda one: min((world.gap(a, b) for a in own for b in foes[one]), default=math.inf))


def _met(body: Polygon, foes: list[Polygon], out: tuple[float, float]) -> int:
    """Return the number of enemies ahead that the block is certain to touch, including enemies that it touches only at
    a corner.
    """
    front, own = _edge(body, out, max), body.buffer(-WELD)
    return sum(own.distance(foe) <= SURE and _edge(foe, out, min) > front - 0.01 for foe in foes)


def _edge(shape: Polygon, out: tuple[float, float], end: Callable[[Iterable[float]], float]) -> float:
    return end(x * out[0] + y * out[1] for x, y in shape.convex_hull.exterior.coords)


def _has_corridor(
    tree: STRtree, body: Polygon, stood: Polygon, ways: tuple[tuple[float, float], tuple[float, float]]
) -> bool:
    """Return whether the block can reach its final place by moving sideways and then ahead, or ahead and then sideways.
    The strip behind that place must also be free back to the level of the start.
    """
    out, along = ways
    ahead, aside = (_edge(body, way, max) - _edge(stood, way, max) for way in ways)
    if ahead < -SLACK:
        return False

    def is_free(one: tuple[float, float], other: tuple[float, float]) -> bool:
        ends = [translate(body, -x * along[0] - y * out[0], -x * along[1] - y * out[1]) for x, y in (one, other)]
        return len(tree.query(unary_union(ends).convex_hull.buffer(-SLACK), predicate="intersects")) == 0

    here, there, level, abreast = (aside, ahead), (0.0, 0.0), (aside, 0.0), (0.0, ahead)
    return is_free(abreast, there) and (is_free(here, abreast) or (is_free(here, level) and is_free(level, there)))


def _deep(place: Place, out: tuple[float, float]) -> float:
    return place[0] * out[0] + place[1] * out[1]


def _shifts(world: World, unit: str, targets: list[str], along: tuple[float, float]) -> Iterator[float]:
    """Yield the sideways shifts at which a corner of the block meets a corner of an enemy."""
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
    """Return the distance that the block can move ahead after a sideways shift before it meets a model."""
    low, high = BACK, AHEAD
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        moved = translate(body, aside * along[0] + middle * out[0], aside * along[1] + middle * out[1])
        low, high = (low, middle) if len(tree.query(moved, predicate="intersects")) else (middle, high)
    return low
