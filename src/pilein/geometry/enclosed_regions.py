"""Enclosed regions among overlapping grown obstacles. They can show that no path connects two points.

Overlaps between obstacles are the edges of a graph, in which the area off the table is another obstacle. Two points
are separated if a cycle encloses one point but not the other. Every cycle is a sum of cycles of a cycle basis, so it
suffices to know which basic cycles enclose a point. A basic cycle encloses a point if an upward ray from the point
crosses the cycle an odd number of times.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from pilein.geometry.shapes import Point, Points, Shape

SURE: Final = 1.0  # tick: obstacles that overlap by less count as separate, since a path may graze through
FAR: Final = 1e15  # ticks: off the table, beyond everything
TRIES: Final = 3  # alternating projections in search of the nearest points of two cores
Chain = tuple[Point, ...]
Link = tuple[int, int, Chain]  # two shapes, and a chain of points from one to the other inside them
Trees = list[list[tuple[int, Chain]]]  # for each shape its links in the spanning forest; the last is the ground outside


class EnclosedRegions:
    """Regions among `shapes` grown by `by` ticks, within the rectangle from `low` to `high`.

    The answers are valid for points outside every grown shape.
    """

    __slots__ = ("known", "steps")

    def __init__(self, shapes: Sequence[Shape], by: float, low: Point, high: Point) -> None:
        """Find the overlaps of the shapes, and the cycle basis. The shapes must be ordered by x."""
        links = [*_links(shapes, by), *_links_outside(shapes, by, low, high)]
        self.steps = _marked(len(shapes), links)
        self.known: dict[Point, int] = {}

    def separates(self, one: Point, other: Point) -> bool:
        """Return True if two points are certainly in different regions, so that no path exists."""
        return self._round(one) != self._round(other)

    def _round(self, point: Point) -> int:
        """Return the basic cycles that enclose a point, as the bits of a number."""
        found = self.known.get(point)
        if found is None:
            found = self.known[point] = self._crossed(*point)
        return found

    def _crossed(self, x: float, y: float) -> int:
        bits = 0
        for ax, ay, bx, by, mark in self.steps:
            if ax > x:
                break
            if bx > x and (ay > y or by > y) and ay + (by - ay) * ((x - ax) / (bx - ax)) > y:
                bits ^= mark
        return bits


def _links(shapes: Sequence[Shape], by: float) -> list[Link]:
    """Return the links between shapes that overlap when grown."""
    found: list[Link] = []
    widest = max([shape.reach for shape in shapes], default=0.0)
    for first, shape in enumerate(shapes):
        x, y, reach = shape.x, shape.y, shape.reach + 2 * by
        end = x + reach + widest
        for second in range(first + 1, len(shapes)):
            other = shapes[second]
            dx = other.x - x
            if other.x > end:
                break
            dy, far = other.y - y, reach + other.reach
            if dx * dx + dy * dy < far * far:
                chain = _chain(shape, other, by)
                if chain:
                    found.append((first, second, chain))
    return found


@lru_cache(maxsize=65536)
def _chain(a: Shape, b: Shape, by: float) -> Chain:
    """Return a chain of points that runs inside the grown shapes from one core to the other. The chain is empty if the
    grown shapes do not overlap.
    """
    reach = a.radius + b.radius + 2 * by - SURE
    start, end = _inside(a.core), _inside(b.core)
    here = there = end
    for _ in range(TRIES):
        here = _nearest(a.core, there)
        there = _nearest(b.core, here)
        dx, dy = there[0] - here[0], there[1] - here[1]
        if dx * dx + dy * dy < reach * reach:
            return tuple(dict.fromkeys((start, here, there, end)))
        if len(a.core) == 1 or len(b.core) == 1:
            break
    return ()


def _inside(core: Points) -> Point:
    """Return a point inside a core: the mean of its corners."""
    if len(core) == 1:
        return core[0]
    x = y = 0.0
    for corner in core:  # one by one: `sum` rounds floats differently from Python 3.12 on
        x += corner[0]
        y += corner[1]
    return x / len(core), y / len(core)


def _nearest(core: Points, point: Point) -> Point:
    """Return the point of a core nearest to a point, or the point itself if it lies inside."""
    if len(core) == 1:
        return core[0]
    x, y = point
    best, found, is_inside = FAR * FAR, point, len(core) > 2  # noqa: PLR2004 - a core of two points has no inside
    ax, ay = core[-1]
    for bx, by in core:
        ex, ey, px, py = bx - ax, by - ay, x - ax, y - ay
        is_inside = is_inside and ex * py - ey * px >= 0
        square = ex * ex + ey * ey
        separates = min(1.0, max(0.0, (px * ex + py * ey) / square)) if square else 0.0
        qx, qy = ax + separates * ex, ay + separates * ey
        away = (x - qx) * (x - qx) + (y - qy) * (y - qy)
        if away < best:
            best, found = away, (qx, qy)
        ax, ay = bx, by
    return point if is_inside else found


def _links_outside(shapes: Sequence[Shape], by: float, low: Point, high: Point) -> list[Link]:
    """Return the links from grown shapes that reach over the edge of the ground. All these links end in the same
    distant point.
    """
    if high[0] - low[0] >= FAR:
        return []
    found: list[Link] = []
    for number, shape in enumerate(shapes):
        wide = shape.reach + by
        if low[0] <= shape.x - wide and shape.x + wide <= high[0] and low[1] <= shape.y - wide <= high[1] - 2 * wide:
            continue
        far = shape.radius + by - SURE
        start = _inside(shape.core)
        for x, y in shape.core:
            chain = _way_out((x, y), far, low, high)
            if chain:
                found.append((number, len(shapes), (start, *chain)))
    return found


def _way_out(point: Point, far: float, low: Point, high: Point) -> Chain:
    """Return the chain that leads from a point over a nearby edge and outside the ground to the far point. The result
    is empty if no edge qualifies.
    """
    x, y = point
    if x - far < low[0]:
        return point, (-FAR, y), (-FAR, -FAR)
    if y - far < low[1]:
        return point, (x, -FAR), (-FAR, -FAR)
    if x + far > high[0]:
        return point, (FAR, y), (FAR, -FAR), (-FAR, -FAR)
    if y + far > high[1]:
        return point, (x, FAR), (FAR, FAR), (FAR, -FAR), (-FAR, -FAR)
    return ()


def _marked(count: int, links: Sequence[Link]) -> list[tuple[float, float, float, float, int]]:
    """Return the steps of all chains from left to right, each with its basic cycles.

    Links that connect components form a spanning forest. Every other link closes one basic cycle, which consists of
    the link and the tree path between the two ends of the link.
    """
    trees: Trees = [[] for _ in range(count + 1)]
    roots = list(range(count + 1))
    ends = [0] * (count + 1)  # the basic cycles whose closing link starts or ends at a shape
    marked: list[tuple[int, Chain]] = []
    for first, second, chain in links:
        one, other = _root(roots, first), _root(roots, second)
        if one == other:
            mark = 1 << len(marked)
            marked.append((mark, chain))
            ends[first] ^= mark
            ends[second] ^= mark
        else:
            roots[one] = other
            trees[first].append((second, chain))
            trees[second].append((first, chain))
    marked += _marked_forest(trees, ends)
    steps = [(*min(step), *max(step), mark) for mark, chain in marked if mark for step in pairwise(chain)]
    return sorted([step for step in steps if step[0] != step[2]])


def _root(roots: list[int], number: int) -> int:
    """Return the root of a component (union-find with path halving)."""
    while roots[number] != number:
        roots[number] = number = roots[roots[number]]
    return number


def _marked_forest(trees: Trees, ends: list[int]) -> list[tuple[int, Chain]]:
    """Return the chains of the forest, each with the basic cycles that run along it. A cycle does so if exactly one end
    of its closing link lies beyond the chain.
    """
    found = []
    for here, there, chain in reversed(_outward(trees)):
        found.append((ends[there], chain))
        ends[here] ^= ends[there]
    return found


def _outward(trees: Trees) -> list[Link]:
    """Return the links of the forest, from each root to the leaves."""
    order: list[Link] = []
    seen = [False] * len(trees)
    for root in range(len(trees)):
        waiting = [] if seen[root] else [root]
        while waiting:
            here = waiting.pop()
            seen[here] = True
            fresh = [(here, there, chain) for there, chain in trees[here] if not seen[there]]
            order += fresh
            waiting += [there for _, there, _ in fresh]
    return order
