"""A single model's move, with the rules for its end, its maximum length, and the measurement of its path."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import sqrt
from typing import Final

from msgspec import Struct

from pilein.geometry.advances import Advance
from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.routes import Route, shortest
from pilein.geometry.shapes import Base, Place
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT, PATH, SNAP
from pilein.placement.curves import Curve, Span, intersection, outside, part, parts_within
from pilein.placement.paths import PathTree
from pilein.placement.rules import Rule
from pilein.placement.zones import NOBODY, Point, Zone, pushed, room

SMALLER: Final = 1  # tick by which movers are slimmer when curves are cut, so that a hole of their size stays a point
PUSHES: Final = 4
BESIDE = (-1, 0, 1)
SNAPS = tuple(sorted(((x, y) for x in BESIDE for y in BESIDE), key=lambda one: one[0] ** 2 + one[1] ** 2))
BEYOND = INCH  # ticks by which the tree of paths is larger than the move


class Measure(Struct, frozen=True):
    """Path measure defined by a rules text. `count` returns the measure of a path in ticks, `most` is the greatest
    measure allowed, and `cites` is the sentence that a refusal quotes. `may_exceed` says whether the measure of a path
    may be greater than its length.
    """

    count: Callable[[Route], float]
    most: int
    cites: str
    may_exceed: bool = True

    def excess(self, route: Route) -> float:
        """Return the number of ticks by which a path exceeds its maximum length, or zero if it is allowed."""
        return max(0.0, self.count(route) - self.most - CONTACT)


class Move:
    """Possible ends of a model's move: places that satisfy all rules and that can be reached by a short enough path.

    `limit` is the maximum length of a path in ticks. A rules text may also `measure` paths in its own way, and
    `find_route` replaces the search for the path to a place. If `by_edges` is set, straight-sided bases that share
    only a corner are not in contact.
    """

    __slots__ = (
        "_routes",
        "_tree",
        "base",
        "by_edges",
        "find_route",
        "here",
        "limit",
        "measure",
        "model",
        "rules",
        "space",
        "start",
    )

    def __init__(
        self,
        model: int,
        base: Base,
        start: Place,
        space: ConfigurationSpace,
        rules: Sequence[Rule],
        limit: float,
        measure: Measure | None = None,
    ) -> None:
        """Store the mover, the configuration space for its paths, and the rules for its end."""
        self.model, self.base, self.start = model, base, start
        self.here: Point = (float(start.x), float(start.y))
        self.space, self.rules = space, tuple(rules)
        self.limit = limit + CONTACT
        self.measure = measure
        self.by_edges = False
        self.find_route: Callable[[Place], Route | None] | None = None
        self._tree: PathTree | None = None
        self._routes: dict[tuple[int, int], Route | None] = {}

    @property
    def tree(self) -> PathTree:
        """Tree of the mover's paths, shared by all queries about the move."""
        if self._tree is None:
            self._tree = PathTree(self.space, self.here, self.limit + BEYOND)
        return self._tree

    def narrower(self, rules: Sequence[Rule], limit: float) -> "Move":
        """Return the move with other rules and paths of at most `limit` ticks.

        The usual tolerance of CONTACT is not added to the limit.
        """
        move = Move(self.model, self.base, self.start, self.space, rules, limit - CONTACT, self.measure)
        move.by_edges, move.find_route, move._tree = self.by_edges, self.find_route, self.tree
        return move

    # --- Verdict --------------------------------------------------------------------------------------------------

    def broken(self, place: Place, most: float = SNAP) -> Rule | None:
        """Return the first rule that a place breaks, ignoring the path. `most` is the overlap allowed, in ticks."""
        base, model = self.base, self.model
        for rule in self.rules:
            if rule.broken_by(base, model, place, most) is not None:
                return rule
        return None

    def why_broken(self, place: Place) -> str | None:
        """Return the message of the first rule that a place breaks, or None if it satisfies all rules."""
        for rule in self.rules:
            label = rule.broken_by(self.base, self.model, place)
            if label is not None:
                return rule.words(self.base, place, label)
        return None

    def route(self, place: Place) -> Route | None:
        """Return the shortest path to a place, or None if the path is too long. The result is cached."""
        if self.find_route is not None:
            return self.find_route(place)
        end = place.x, place.y
        if end not in self._routes:
            self._routes[end] = shortest(self.space, self.here, (float(place.x), float(place.y)), self.limit)
        return self._routes[end]

    def excess(self, route: Route) -> float:
        """Return the number of ticks by which a path exceeds its maximum length, or zero if it is allowed."""
        return 0.0 if self.measure is None else self.measure.excess(route)

    def certified(self, place: Place) -> Advance | None:
        """Return the path to a place, or None if the model may not end there."""
        if self.broken(place) is not None:
            return None
        route = self.route(place)
        return None if route is None or self.excess(route) else Advance(place, route)

    def why_no_path(self, place: Place) -> str:
        """Explain why no path leads to a place that satisfies all rules."""
        reach = f'{(self.limit - CONTACT) / INCH:g}"'
        if apart(self.start, place) > self.limit:
            return f"the place is further away than {reach}"
        route = self.route(place)
        if route is None or self.measure is None:
            return f"no path leads to the place within {reach}"
        length, most = self.measure.count(route) / INCH, self.measure.most / INCH
        return f'the path counts as {length:.2f}", but the model may move only {most:g}" ({self.measure.cites})'

    # --- Openings -------------------------------------------------------------------------------------------------

    def cut(self, curve: Curve, *, but: int = NOBODY, smaller: int = SMALLER) -> list[Curve]:
        """Return the parts of a curve that satisfy all rules. `but` is the model whose outline the curve follows."""
        base, facing, nobody = self.base, curve.facing, (but, self.model)
        spans: list[Span] = [(0.0, curve.length)]
        for rule in self.rules:
            if rule.is_inside:
                spans = intersection(
                    spans, parts_within(curve, rule.near(base, facing, 0, curve.mx, curve.my, curve.half))
                )
            else:
                near = rule.near(base, facing, smaller, curve.mx, curve.my, curve.half)
                near = [zone for zone in near if zone.label not in nobody]
                if near:
                    left = _outside(curve, tuple(near)) if but != NOBODY else outside(curve, near, 2 * SNAP)
                    spans = intersection(spans, left)
            if not spans:
                return []
        return [part(curve, low, high) for low, high in spans]

    def depth(self, x: float, y: float, facing: int) -> tuple[float, Zone | None]:
        """Return the greatest overlap at a centre, as a negative number of ticks, and the zone in which the centre
        lies.
        """
        least, found = 0.0, None
        for rule in self.rules:
            for zone in () if rule.is_inside else rule.near(self.base, facing, 0, x, y, 0.0):
                out = room(zone, x, y) if zone.label != self.model else 0.0
                if out < least:
                    least, found = out, zone
        return least, found

    def snapped(self, x: float, y: float, facing: int) -> Place | None:
        """Return a legal whole-tick place at or next to a point, or None.

        If the point lies slightly inside a zone, as paths may, it is first pushed out of the zone.
        """
        for _ in range(PUSHES):
            least, zone = self.depth(x, y, facing)
            if least < -PATH - 2:
                return None
            if zone is None or least >= -SNAP / 2:
                break
            x, y = pushed(zone, x, y)
        for dx, dy in SNAPS:
            place = Place(round(x) + dx, round(y) + dy, facing)
            if self.broken(place) is None:
                return place
        return None


@lru_cache(maxsize=16384)
def _outside(curve: Curve, zones: tuple[Zone, ...]) -> list[Span]:
    """Return the parts of a curve outside the zones.

    The result is cached, since most neighbours stay in place while one model moves.
    """
    return outside(curve, list(zones), 2 * SNAP)


def apart(one: Place, other: Place) -> float:
    """Return the distance between two places, in ticks."""
    dx, dy = one.x - other.x, one.y - other.y
    return sqrt(dx * dx + dy * dy)
