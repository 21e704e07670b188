"""Approach: the shortest way to first contact with any of some bases."""

from pilein.geometry.goals import how_far, spelt_out
from pilein.geometry.hulls import Point
from pilein.geometry.landing import settled
from pilein.geometry.openings import free
from pilein.geometry.rings import Ring, distance, ends, nearest, ring
from pilein.geometry.routes import PATIENCE, Route, route_to
from pilein.geometry.search import Search, Stop
from pilein.geometry.shapes import Base, Place, Shape
from pilein.geometry.space import Space

ANY = 1e30  # ticks: no limit


def first_contact(space: Space, mover: Base, start: Place, targets: tuple[Shape, ...], limit: float) -> Route | None:
    """Return the shortest way of at most `limit` ticks to a free place that touches any target.

    None where there is no such way. `space` holds the targets among its obstacles, the mover not.
    Of targets equally far the first named is taken.
    """
    here = (float(start.x), float(start.y))
    best: Route | None = None
    rings = [(ring(mover, target), target) for target in targets]
    for far, number in sorted((how_far(rings[n][0], *here), n) for n in range(len(rings))):
        bound = limit if best is None else best.length
        if far > bound:
            break
        stretches, target = rings[number]
        route = _to_ring(space, mover, here, (stretches, target), bound)
        if route is not None and (best is None or route.length < best.length):
            best = route
    return best


def _to_ring(space: Space, mover: Base, here: Point, aim: tuple[Ring, Shape], limit: float) -> Route | None:
    """Return the shortest way to one ring: straight if it can, else by a search among its openings."""
    stretches, target = aim
    face = min(stretches, key=lambda stretch: distance(stretch, *here))
    point = nearest(face, *here)
    if space.hit(here, point) is None and settled(mover, target, space, face, point):
        return Route(distance(face, *here), (_tick(here), _tick(point)))
    opened = free(mover, target, space, stretches)
    while opened:
        stop = _nearest_opening(space, here, opened, limit)
        if stop is None:
            return None
        reached = min(opened, key=lambda stretch: distance(stretch, *stop.point))
        if settled(mover, target, space, reached, stop.point):
            return route_to(stop)
        opened = tuple(stretch for stretch in opened if stretch is not reached)
    return None


def _nearest_opening(space: Space, here: Point, opened: Ring, limit: float) -> Stop | None:
    """Search for the nearest opening, while others search from the openings for the way out.

    An opening in a pocket knows soonest that there is none.
    """
    space = space.eased((here,))
    search = Search(space, here, spelt_out(opened), limit)
    outs = [Search(space, ends(stretch)[0], (here,), ANY) for stretch in opened]
    while search.heap:
        stop = _pursued(search)
        if stop is not None:
            return stop
        if any(_pursued(out) is not None for out in outs):
            return search.run()
        if not any(out.heap for out in outs):
            return None
    return None


def _pursued(search: Search) -> Stop | None:
    """Go on with a search for a while."""
    for _ in range(PATIENCE):
        stop = search.step() if search.heap else None
        if stop is not None:
            return stop
    return None


def _tick(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])
