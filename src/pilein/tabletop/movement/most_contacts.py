"""Moves that bring as many loose models of a unit as possible into contact: their places and the order of the moves.

They serve rules that require as many contacts as possible, and owners who want as many as possible. `matching` assigns
the places.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Protocol

from msgspec.structs import replace

from pilein.geometry.advances import Advance
from pilein.geometry.gaps import overlaps
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.movement.landings import Landing, landing_in, landings_at
from pilein.tabletop.movement.matching import matched
from pilein.tabletop.movement.memory import moved_to
from pilein.tabletop.movement.placing import by_gap
from pilein.tabletop.movement.rows import Spot, rows_round, square
from pilein.tabletop.movement.terms import Terms
from pilein.tabletop.movement.ways import slack_of
from pilein.tabletop.plane import Plane

OWN_GOALS, OWN_PLACES = 4, 3  # goals around which each mover looks for places of its own, and places per goal
LOOKED_AT = 24  # places to which each mover seeks a path, nearest in a straight line first
ROUGH = INCH // 16  # ticks: places nearer to each other count as the same

PLANS = 12  # plans tried, each without the paths that proved barred

Move = tuple[int, Landing]
Aim = tuple[int, Spot]


class Allows(Protocol):
    """Restrictions that a ruleset adds to its terms. For example, slow ground is avoided, or paths must be straight."""

    def __call__(self, plane: Plane, model: int, way: Advance, /) -> bool:
        """Whether a model may follow a path, given the field when it is the model's turn to move."""
        ...


def anything(_plane: Plane, _model: int, _way: Advance, /) -> bool:
    """Allow every path. This is the default, for rulesets without further restrictions."""
    return True


def most_contacts(
    plane: Plane, terms: Terms, movers: Sequence[int], goals: Sequence[int], allows: Allows = anything
) -> tuple[Move, ...]:
    """Return moves, in order, after which as many movers as possible touch a goal, with the shortest total path.

    Movers are loose models not yet in contact with a goal. Each move is a landing on the field after the earlier
    moves (`memory.moved_to`). It is within reach, passes through no model, overlaps no model, and ends beside
    another of the `mates` in the terms. Movers without a move stay in place for the caller to handle. No mover
    exceeds its reach to make room for another.

    "As many as possible" refers to the places considered: the nearest places for each mover, places in line with a
    goal, and rows side by side around the goals from several starting points.
    """
    moves, field = _best_of_plans(plane, terms, movers, goals, allows, is_lifted=True)
    waiting, is_on = tuple(movers), True
    while is_on:
        waiting = tuple(model for model in waiting if model not in dict(moves))
        made, field = _best_of_plans(field, terms, waiting, goals, allows, is_lifted=False)
        moves, is_on = [*moves, *made], bool(made)
    return tuple(moves)


def _best_of_plans(
    plane: Plane, terms: Terms, movers: Sequence[int], goals: Sequence[int], allows: Allows, *, is_lifted: bool
) -> tuple[list[Move], Plane]:
    """Return the moves of the best plan that can be carried out, and the field after these moves.

    If `is_lifted` is set, a plan ignores the other movers, both in the places where they start and in the places
    where they end. A mover whose path turns out to be blocked is given another place in the next plan.
    """
    options = _options(plane, terms, movers, goals, allows, is_lifted=is_lifted)
    best: tuple[tuple[int, float], list[Move], Plane] = ((0, 0.0), [], plane)
    for _ in range(PLANS):
        plan = options.plan()
        made, field = _made(plane, terms, plan, goals, allows)
        value = -len(made), sum(landing.route.length for _, landing in made)
        if value < best[0]:
            best = value, made, field
        done = dict(made)
        barred = [(model, spot) for model, spot in plan if model not in done]
        if not barred:
            break
        options.bar(barred)
    return best[1], best[2]


def _made(
    plane: Plane, terms: Terms, plan: Sequence[Aim], goals: Sequence[int], allows: Allows
) -> tuple[list[Move], Plane]:
    """Carry out the legal moves of a plan one after another, since each move may open the path of another mover."""
    left, made = list(plan), list[Move]()
    is_on = True
    while is_on:
        is_on = False
        for aim in left:
            landing = _landing(plane, terms, *aim, goals, allows)
            if landing is not None:
                left.remove(aim)
                made.append((aim[0], landing))
                plane = moved_to(plane, aim[0], landing.place)
                is_on = True
                break
    return made, plane


class _Options:
    """Places that the movers can reach, with path lengths in ticks."""

    def __init__(
        self, spots: Sequence[Spot], rows: Sequence[Sequence[Spot]], ways: dict[int, dict[int, float]]
    ) -> None:
        self.spots, self.ways = spots, ways
        numbers = {spot: number for number, spot in enumerate(spots)}
        self.rows = [[numbers[spot] for spot in row] for row in rows]
        self.clashes = _clashes(spots)

    def plan(self) -> list[Aim]:
        """Return the best assignment of movers to places, with the shortest path first."""
        found = matched(self.ways, self.clashes, self.rows)
        ordered = sorted(found, key=lambda mover: (self.ways[mover][found[mover]], mover))
        return [(mover, self.spots[found[mover]]) for mover in ordered]

    def bar(self, aims: Sequence[Aim]) -> None:
        """Exclude the given moves from further plans."""
        for mover, spot in aims:
            del self.ways[mover][self.spots.index(spot)]


def _options(
    plane: Plane, terms: Terms, movers: Sequence[int], goals: Sequence[int], allows: Allows, *, is_lifted: bool
) -> _Options:
    others = frozenset(movers) if is_lifted else frozenset()
    fields = {mover: plane.without(others - {mover}) if is_lifted else plane for mover in movers}
    loose = replace(terms, mates=()) if is_lifted else terms
    near = {mover: _goals_in_reach(fields[mover], loose, mover, goals) for mover in movers}
    own = {mover: list(_own_spots(fields[mover], loose, mover, near[mover])) for mover in movers}
    rows = list(rows_round(fields, loose, near, own))
    spots = list(dict.fromkeys(spot for found in (*rows, *own.values()) for spot in found))
    ways: dict[int, dict[int, float]] = {}
    for mover in movers:
        tried = _nearest_spots(fields[mover], loose, mover, spots)
        found = {number: _landing(fields[mover], loose, mover, spots[number], goals, allows) for number in tried}
        ways[mover] = {number: one.route.length for number, one in found.items() if one is not None}
    return _Options(spots, rows, ways)


def _goals_in_reach(plane: Plane, terms: Terms, mover: int, goals: Sequence[int]) -> tuple[int, ...]:
    """Goals within a mover's reach in a straight line, nearest first."""
    far = terms.reach + CONTACT + slack_of(plane, mover)
    return tuple(goal for away, goal in by_gap(plane, mover, goals) if away <= far)


def _own_spots(plane: Plane, terms: Terms, mover: int, near: Sequence[int]) -> Iterator[Spot]:
    """Yield the best places for a mover around each of the goals nearest to it."""
    base = plane.setup.base(mover)
    for goal in near[:OWN_GOALS]:
        for landing in islice(landings_at(plane, terms, mover, goal, near), OWN_PLACES):
            yield Spot(base, landing.place, goal)


def _landing(
    plane: Plane, terms: Terms, model: int, spot: Spot, goals: Sequence[int], allows: Allows
) -> Landing | None:
    mates = tuple(mate for mate in terms.mates if mate != model)
    own = terms if mates == terms.mates else replace(terms, mates=mates)
    found = landing_in(plane, own, model, spot.goal, goals, spot.place)
    return found if found is not None and allows(plane, model, found.way) else None


def _nearest_spots(plane: Plane, terms: Terms, mover: int, spots: Sequence[Spot]) -> list[int]:
    """Indices of the nearest places in reach that fit a mover's base.

    Places closer together than ROUGH, such as those of several goals or rows, count as one towards the limit.
    """
    base, here = plane.setup.base(mover), plane.place(mover)
    far = float(terms.reach + CONTACT) ** 2
    away = [
        (square((spot.place.x, spot.place.y), (here.x, here.y)), number)
        for number, spot in enumerate(spots)
        if spot.base == base
    ]
    seen: set[tuple[int, int]] = set()
    found = []
    for off, number in sorted(away):
        place = spots[number].place
        seen.add((place.x // ROUGH, place.y // ROUGH))
        if off > far or len(seen) > LOOKED_AT:
            break
        found.append(number)
    return found


def _clashes(spots: Sequence[Spot]) -> dict[int, list[int]]:
    """Map each place to the places that cannot be occupied at the same time."""
    bodies = [spot.body for spot in spots]
    found: dict[int, list[int]] = {number: [] for number in range(len(spots))}
    for one, body in enumerate(bodies):
        for other in range(one):
            far = body.reach + bodies[other].reach
            if square((body.x, body.y), (bodies[other].x, bodies[other].y)) < far * far and overlaps(
                body, bodies[other]
            ):
                found[one].append(other)
                found[other].append(one)
    return found
