"""Approach: the shortest way into contact with any of several bases."""

from collections.abc import Callable

import msgspec

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.contact_locus import ContactLocus, Stretch, contact_locus, distance, ends, nearest
from pilein.geometry.enclosures import DetourBounds, Enclosure
from pilein.geometry.free_intervals import free
from pilein.geometry.landing import settled
from pilein.geometry.passages import how_far, spelt_out
from pilein.geometry.routes import PATIENCE, Route, route_to, to_nearest
from pilein.geometry.search import Search, Stop
from pilein.geometry.shapes import Base, Place, Point, Shape

ANY = 1e30  # ticks: no limit


class Contact(msgspec.Struct, frozen=True):
    """A place in contact with a target, the shortest way there, and the target's index."""

    place: Place
    route: Route
    target: int


def nearest_contact(
    space: ConfigurationSpace, mover: Base, start: Place, targets: tuple[Shape, ...], limit: float
) -> Contact | None:
    """Return the free place in contact with any target that has the shortest way, within `limit` ticks.

    None if there is none; of equals, the first target wins. The targets are among the obstacles of `space`,
    the mover is not.
    """
    here = (float(start.x), float(start.y))
    loci = [contact_locus(mover, target) for target in targets]
    best: Contact | None = None
    for far, index in sorted((how_far(loci[index], *here), index) for index in range(len(loci))):
        bound = limit if best is None else best.route.length
        if far > bound:
            break
        found = _to_locus(space, mover, here, (loci[index], targets[index]), bound)
        if found is not None and (best is None or found[1].length < best.route.length):
            best = Contact(found[0], found[1], index)
    return best


def contact_on_foot(
    space: ConfigurationSpace, mover: Base, start: Place, targets: tuple[Shape, ...], limit: float
) -> Contact | None:
    """Return the same as `nearest_contact`, by one search for the free intervals of all targets together.

    That is faster if most of them are out of reach.
    """
    here = (float(start.x), float(start.y))
    loci = [contact_locus(mover, target) for target in targets]
    near = sorted((how_far(one, *here), index) for index, one in enumerate(loci))
    near = [entry for entry in near if entry[0] <= limit]
    if not near:
        return None
    far, index = near[0]
    place = _straight_to(space, mover, here, loci[index], targets[index])
    if place is not None:
        return Contact(place, Route(far, (_tick(here), (place.x, place.y))), index)
    return _by_search(space, mover, start, [(loci[index], index) for _, index in near], targets, limit)


def _by_search(
    space: ConfigurationSpace,
    mover: Base,
    start: Place,
    aims: list[tuple[ContactLocus, int]],
    targets: tuple[Shape, ...],
    limit: float,
) -> Contact | None:
    here = (float(start.x), float(start.y))
    found = [
        (stretch, index)
        for stretches, index in aims
        for stretch in free(mover, targets[index], space, stretches)
        if distance(stretch, *here) <= limit
    ]
    is_open = _proved(space, here, [stretch for stretch, _ in found], limit)
    intervals = [interval for interval in found if is_open(interval[0])]
    while intervals:
        route = to_nearest(space, here, spelt_out(tuple(stretch for stretch, _ in intervals)), limit)
        if route is None:
            return None
        end = (float(route.points[-1][0]), float(route.points[-1][1]))
        reached = min(intervals, key=lambda interval: distance(interval[0], *end))
        place = settled(mover, targets[reached[1]], space, reached[0], end)
        if place is not None:
            return Contact(place, route, reached[1])
        intervals.remove(reached)
    return None


def _proved(
    space: ConfigurationSpace, here: Point, stretches: list[Stretch], limit: float
) -> Callable[[Stretch], bool]:
    """Return a test whether there may be a way of at most `limit` ticks to a free stretch."""
    bounds = DetourBounds(space, here)
    if not space.holds(*here) or space.holders(*here) or not stretches:
        return lambda stretch: not bounds.rules_out(stretch, here, limit)
    enclosure = Enclosure(space, here, stretches, limit)
    return lambda stretch: bool(enclosure.open_of((stretch,))) and not bounds.rules_out(stretch, here, limit)


def _straight_to(
    space: ConfigurationSpace, mover: Base, here: Point, stretches: ContactLocus, target: Shape
) -> Place | None:
    """Return the nearest place on a contact locus, if the straight way to it is free."""
    face = min(stretches, key=lambda stretch: distance(stretch, *here))
    point = nearest(face, *here)
    return settled(mover, target, space, face, point) if space.hit(here, point) is None else None


def _to_locus(
    space: ConfigurationSpace, mover: Base, here: Point, aim: tuple[ContactLocus, Shape], limit: float
) -> tuple[Place, Route] | None:
    """Return the nearest place on one contact locus: straight ahead, else by a search for its free intervals."""
    stretches, target = aim
    place = _straight_to(space, mover, here, stretches, target)
    if place is not None:
        return place, Route(how_far(stretches, *here), (_tick(here), (place.x, place.y)))
    intervals = free(mover, target, space, stretches)
    while intervals:
        stop = _nearest_interval(space, here, intervals, limit)
        if stop is None:
            return None
        reached = min(intervals, key=lambda stretch: distance(stretch, *stop.point))
        place = settled(mover, target, space, reached, stop.point)
        if place is not None:
            return place, route_to(stop)
        intervals = tuple(stretch for stretch in intervals if stretch is not reached)
    return None


def _nearest_interval(space: ConfigurationSpace, here: Point, intervals: ContactLocus, limit: float) -> Stop | None:
    """Search for the nearest free interval, and from each interval for the start.

    From inside an enclosed region a search ends soonest without a way.
    """
    space = space.eased((here,))
    search = Search(space, here, spelt_out(intervals), limit)
    outs = [Search(space, ends(stretch)[0], (here,), ANY) for stretch in intervals]
    while search.heap:
        stop = search.pursue(PATIENCE)
        if stop is not None:
            return stop
        if any(out.pursue(PATIENCE) is not None for out in outs):
            return search.run()
        if not any(out.heap for out in outs):
            return None
    return None


def _tick(point: Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])
