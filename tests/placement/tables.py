"""Random crowded tables for a mover, and the best places that a dense grid finds on them."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from math import cos, pi, sin, sqrt
from random import Random
from typing import NamedTuple

import pytest
from _pytest.mark import ParameterSet

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.gaps import gap, overlaps
from pilein.geometry.routes import Route
from pilein.geometry.shapes import Base, Place, Shape, capsule, convex, shape
from pilein.geometry.ticks import INCH
from pilein.placement.moves import Measure, Move
from pilein.placement.rules import Body, OnTable, Rule, Within, no_words
from pilein.placement.zones import WALL
from tests.conftest import SOAK
from tests.geometry.crowds import chances

SIZE = 18 * INCH
FORMS = {
    "round": (Base("round", INCH, INCH), Base("round", 200000, 200000)),
    "square": (Base("rectangle", INCH, INCH), Base("rectangle", 125000, 250000)),
    "oval": (Base("oval", INCH, 3 * INCH // 2), Base("oval", 125000, 250000)),
}
MOVER, GOAL, MATE = 0, 1, 2
Turn = Callable[[float, float], tuple[float, float]]


def soaked(seeds: Iterable[int]) -> list[ParameterSet]:
    """Return the seeds as test cases of the soak test. A daily run gets none, because it would not use them."""
    return [pytest.param(seed, marks=pytest.mark.soak) for seed in seeds if SOAK]


class Table(NamedTuple):
    """A table with a mover, all other models and walls. Goals and the models of the mover's unit are given by their
    labels.
    """

    mover: tuple[Base, Place]
    others: tuple[tuple[int, Base, Place], ...]  # each with its label
    goals: tuple[int, ...]
    mates: tuple[int, ...]
    walls: tuple[Shape, ...]
    reach: int
    is_coherent: bool
    is_straight: bool


def crowded(seed: int, form: str = "round") -> Table:
    """Return a table with a goal inside a ring of other models with gaps, more models around it, perhaps a wall, and a
    mover a few inches away.
    """
    chance = chances(seed)
    bases = [chance.choice(FORMS[form]) for _ in range(3)]
    walls = _walls(chance)
    placed: list[tuple[int, Base, Place]] = []

    def put(label: int, base: Base, x: float, y: float) -> bool:
        facing = chance.choice((0, 0, 4500, 3000)) if form != "round" else 0
        place = Place(round(x), round(y), facing)
        body = shape(base, place)
        is_inside = body.reach < x < SIZE - body.reach and body.reach < y < SIZE - body.reach
        free = not any(overlaps(body, shape(*one[1:])) for one in placed)
        if is_inside and free and not any(overlaps(body, wall) for wall in walls):
            placed.append((label, base, place))
            return True
        return False

    middle = 9 * INCH + chance.randrange(-INCH, INCH), 11 * INCH
    put(GOAL, bases[0], *middle)
    number, wide = 10, shape(bases[0], Place(0, 0)).reach + shape(bases[1], Place(0, 0)).reach
    for step in range(chance.choice((5, 6, 7))):
        turn = 2 * pi * step / 6 + chance.random() * 0.3
        number += put(number, bases[1], middle[0] + wide * 1.01 * cos(turn), middle[1] + wide * 1.01 * sin(turn))
    for _ in range(chance.randint(4, 12)):
        number += put(number, bases[1], chance.uniform(3, 15) * INCH, chance.uniform(3, 15) * INCH)
    while not put(MOVER, bases[2], chance.uniform(4, 14) * INCH, chance.uniform(2, 7) * INCH):
        pass
    mover = placed.pop()
    start = mover[2]
    mates = [
        MATE + n for n in range(3) if put(MATE + n, bases[2], start.x + (n - 1) * 1.6 * INCH, start.y + 1.5 * INCH)
    ]
    reach, kind = chance.choice((3, 6, 8)) * INCH, chance.randrange(3)
    return Table(mover[1:], tuple(placed), (GOAL,), tuple(mates), walls, reach, kind == 1 and bool(mates), kind == 2)


def _walls(chance: Random) -> tuple[Shape, ...]:
    if chance.random() < 0.4:
        return ()
    x, y = chance.uniform(5, 12) * INCH, chance.uniform(7, 8.5) * INCH
    wide = chance.uniform(0.5, 4) * INCH
    return (
        convex(((x - wide, y), (x + wide, y - 0.3 * INCH), (x + wide / 2, y + INCH / 2), (x - INCH / 5, y + INCH / 2))),
    )


def move_on(table: Table, reach: int | None = None) -> Move:
    """Return a move of the mover that stays on the table, within reach, and clear of other models and walls. On some
    tables it must also end in coherency.
    """
    far = table.reach if reach is None else reach
    bodies = {label: shape(base, place) for label, base, place in table.others}
    free = [*bodies.items(), *((WALL - number, wall) for number, wall in enumerate(table.walls))]
    rules = [OnTable((SIZE, SIZE), no_words), Rule([Body(label, body) for label, body in free], no_words)]
    if table.is_coherent:
        mates = [Body(mate, bodies[mate], 2.0 * INCH) for mate in table.mates]
        rules.append(Rule(mates, no_words, is_inside=True))
    base, start = table.mover
    here = float(start.x), float(start.y)
    if table.is_straight:
        rules.append(Within([(here, here)], float(far), no_words))
    space = ConfigurationSpace(bodies.values(), SIZE, SIZE, table.walls, min(base.width, base.depth) / 2)
    return Move(MOVER, base, start, space, rules, far * (4 if table.is_straight else 1))


def move_over_walls(table: Table) -> Move:
    """Return a move of the mover that may cross walls but not end on them. A path that crosses a wall counts double."""
    plain = move_on(table._replace(is_straight=False))
    bodies = [shape(base, place) for _, base, place in table.others]
    space = ConfigurationSpace(bodies, SIZE, SIZE, (), min(plain.base.width, plain.base.depth) / 2)

    def counted(route: Route) -> float:
        crossed = [wall for wall in table.walls for leg in pairwise(route.points) if overlaps(capsule(*leg, 0.0), wall)]
        return route.length * (2 if crossed else 1)

    return Move(MOVER, plain.base, plain.start, space, plain.rules, table.reach, Measure(counted, table.reach, "X-01"))


def goals_on(table: Table) -> list[tuple[int, Shape]]:
    return [(label, shape(base, place)) for label, base, place in table.others if label in table.goals]


def goals_by_gap(table: Table) -> list[tuple[float, int, Shape]]:
    body = shape(*table.mover)
    return sorted((gap(body, target), label, target) for label, target in goals_on(table))


def gap_at(table: Table, place: Place) -> float:
    """Return the gap in ticks between the mover at a place and the nearest goal."""
    return min(gap(shape(table.mover[0], place), target) for _, target in goals_on(table))


def moved(table: Table, turn: Turn, facing: Callable[[int], int]) -> Table:
    def there(place: Place) -> Place:
        x, y = turn(place.x, place.y)
        return Place(round(x), round(y), facing(place.facing) % 36000)

    walls = tuple(convex(tuple(turn(x, y) for x, y in wall.core)) for wall in table.walls)
    if turn(1.0, 0.0)[0] < turn(0.0, 0.0)[0] and turn(0.0, 1.0)[1] > turn(0.0, 0.0)[1]:  # a mirror: the other way round
        walls = tuple(convex(tuple(reversed(wall.core))) for wall in walls)
    others = tuple((label, base, there(place)) for label, base, place in table.others)
    return table._replace(mover=(table.mover[0], there(table.mover[1])), others=others, walls=walls)


def least_on_grid(table: Table, move: Move, facings: Iterable[int], most: float) -> float:
    """Return the smallest gap among the certified places of a grid that is refined three times about the best place, or
    `most` if there is no such place.
    """
    best, middle = most, None
    step = INCH // 4
    count = table.reach // step
    start = table.mover[1]
    spots = [
        (start.x + i * step, start.y + j * step) for i in range(-count, count + 1) for j in range(-count, count + 1)
    ]
    for finer in (INCH // 16, INCH // 64, INCH // 256, 0):
        found = _first_certified(table, move, spots, facings, best)
        if found is not None:
            best, middle = found
        if middle is None or not finer:
            break
        spots = [(middle.x + i * finer, middle.y + j * finer) for i in range(-4, 5) for j in range(-4, 5)]
    return best


def _first_certified(
    table: Table, move: Move, spots: list[tuple[int, int]], facings: Iterable[int], most: float
) -> tuple[float, Place] | None:
    start = table.mover[1]
    near = [(x, y) for x, y in spots if sqrt((x - start.x) ** 2 + (y - start.y) ** 2) <= move.limit]
    places = [Place(x, y, facing) for facing in facings for x, y in near]
    gaps = sorted((away, number) for number, place in enumerate(places) if (away := gap_at(table, place)) < most)
    for away, number in gaps:
        if move.broken(places[number]) is None and move.certified(places[number]) is not None:
            return away, places[number]
    return None
