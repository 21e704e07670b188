import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.geometry.contact_locus import Line
from pilein.geometry.gaps import gap, overlaps
from pilein.geometry.rounded import clearance
from pilein.geometry.shapes import Base, Place, Shape, grown, shape
from pilein.geometry.ticks import CONTACT, INCH, TURN, heading, inches
from pilein.tabletop.movement.approach import nearest_approach
from pilein.tabletop.movement.contact_loci import distance_to, locus_along, locus_round
from pilein.tabletop.movement.landings import nearest_landing
from pilein.tabletop.movement.ways import body_at, route_to
from pilein.tabletop.plane import Plane
from tests.tabletop.movement.fields import DISC, SQUARE, crowds, field, terms


def left(plane: Plane, place: Place, goals: tuple[int, ...]) -> float:
    return distance_to([locus_round(plane, 0, goal) for goal in goals], place.x, place.y)


def approach(plane: Plane, reach: float, goals: tuple[int, ...], **more: Any) -> Place | None:
    rules = terms(plane, reach, **more)
    led = nearest_landing(plane, rules, 0, goals, 99 * INCH)
    loci = [locus_round(plane, 0, goal) for goal in goals]
    way = nearest_approach(plane, rules, 0, loci, None if led is None else led.route)
    return None if way is None else way.place


def test_without_obstacles_a_model_comes_nearer_by_its_full_reach() -> None:
    plane = field((0, [(20, 20)]), (1, [(20, 30)]))
    place = approach(plane, 3, (1,))
    assert place is not None
    assert inches(left(plane, place, (1,))) == pytest.approx(6, abs=0.02)


def test_a_model_goes_round_a_mate_in_its_path() -> None:
    """Straight ahead, the model would stop behind the mate, 2 inches short of the goal."""
    plane = field((0, [(20, 25), (20, 21), (20, 23)]), (1, [(20, 19.9)]))
    place = approach(plane, 3, (1,))
    assert place is not None
    assert inches(left(plane, place, (1,))) < 2


def test_without_a_path_into_contact_a_model_goes_round_the_mate_in_its_path() -> None:
    """The goal is walled in. Straight paths end behind the mate, 2 inches short of the goal, or beside the mate,
    further away.
    """
    ring = [(19, 18), (21, 18), (21, 18.5), (19, 18.5)], [(19, 20.6), (21, 20.6), (21, 20.7), (19, 20.7)]
    sides = [(18.9, 18), (19, 18), (19, 20.7), (18.9, 20.7)], [(21, 18), (21.1, 18), (21.1, 20.7), (21, 20.7)]
    plane = field((0, [(20, 24), (20, 22.9), (19, 22.9)]), (1, [(20, 19.6)]), walls=[*ring, *sides])
    loci = [locus_round(plane, 0, 3)]
    way = nearest_approach(plane, terms(plane, 3), 0, loci, None)
    assert way is not None
    assert len(way.route.points) > 2
    assert inches(left(plane, way.place, (3,))) < 1.16


def test_while_rounding_a_mate_a_model_continues_to_the_goal_that_has_become_nearest() -> None:
    """The goal nearest to the model's start is walled in by mates, and so is the straight path to the second goal."""
    mates = [(22.793, 22.793), (23.626, 22.239), (24.394, 23.053)]
    plane = field((0, [(24, 21), *mates]), (1, [(23.5, 23.5), (25, 24.998)]), base=DISC)
    loci = [locus_round(plane, 0, goal) for goal in (4, 5)]
    way = nearest_approach(plane, terms(plane, 3), 0, loci, None)
    assert way is not None
    assert inches(left(plane, way.place, (4, 5))) < 0.55


def test_a_model_goes_straight_between_neighbours_even_if_the_goal_is_slightly_to_one_side() -> None:
    """The lane is as wide as the model's base. A path at 1.7 degrees, straight at the goal, is stopped at once."""
    walls = [[(18, 19), (19.5, 19), (19.5, 26), (18, 26)], [(20.5, 19), (22, 19), (22, 26), (20.5, 26)]]
    plane = field((0, [(20, 20)]), (1, [(20.3, 30)]), walls=walls)
    way = nearest_approach(plane, terms(plane, 3), 0, [locus_round(plane, 0, 1)], None)
    assert way is not None
    assert inches(way.place.y) == pytest.approx(23, abs=0.01)


def test_a_nearer_end_is_found_between_the_straight_paths_tried_first() -> None:
    """A crowd stands in front. A path at 99 degrees ends 1.96 inches from the enemy, and a path at 105 passes the last
    of the crowd.
    """
    mates = [(14.1325, 24), (15.1325, 24), (13.1325, 24), (16.6725, 24), (14.0225, 25)]
    plane = field((0, [(14.6232, 26), *mates]), (1, [(14.1325, 23), (15.6725, 23)]))
    way = nearest_approach(plane, terms(plane, 3), 0, [locus_round(plane, 0, goal) for goal in (6, 7)], None)
    assert way is not None
    assert inches(left(plane, way.place, (6, 7))) < 1.65


def test_a_model_out_of_coherency_regains_it_on_the_side_towards_the_enemy() -> None:
    """The model's unit stands behind it. The nearest coherent place lies away from the enemy."""
    unit = [(22.783, 23.763), (22.32, 28.53), (23.36, 28.22), (24.41, 28.73)]
    plane = field((0, unit), (1, [(20.78, 22)]))
    loci = [locus_round(plane, 0, 4)]
    rules = terms(plane, 3, mates=(1, 2, 3), coherency=2 * INCH)
    way = nearest_approach(plane, rules, 0, loci, None, worst=6.0 * INCH)
    assert way is not None
    body = body_at(plane, 0, way.place)
    assert min(gap(body, plane.shape(mate)) for mate in (1, 2, 3)) <= 2 * INCH + CONTACT
    assert inches(left(plane, way.place, (4,))) < 2.65


def test_a_model_stays_if_moving_gains_nothing() -> None:
    walled: list[list[tuple[float, float]]] = [[(19, 21), (21, 21), (21, 21.1), (19, 21.1)]]
    walled += [[(19, 18.9), (21, 18.9), (21, 19), (19, 19)], [(18.9, 18.9), (19, 18.9), (19, 21.1), (18.9, 21.1)]]
    walled += [[(21, 18.9), (21.1, 18.9), (21.1, 21.1), (21, 21.1)]]
    plane = field((0, [(20, 20.5)]), (1, [(20, 26)]), walls=walled)
    assert approach(plane, 3, (1,)) is None


def test_a_model_ends_beside_a_mate() -> None:
    plane = field((0, [(20, 20), (18, 20)]), (1, [(30, 20)]))
    place = approach(plane, 3, (2,), mates=(1,), coherency=2 * INCH)
    assert place is not None
    assert gap(body_at(plane, 0, place), plane.shape(1)) <= 2 * INCH + CONTACT


@settings(max_examples=25, deadline=None)
@given(crowds(most=8), st.integers(0, 35), st.sampled_from((1.0, 2.0, 3.0)))
def test_no_place_in_reach_is_nearer_by_much(spots: list[tuple[float, float]], turn: int, far: float) -> None:
    """Places all round are tried in small steps, with the path measured independently."""
    plane = field((0, spots[:-1]), (1, [(40, 40), *spots[-1:]]))
    goal = len(spots)
    start = plane.place(0)
    if left(plane, start, (goal,)) < 3 * INCH:
        return
    place = approach(plane, 3, (goal,)) or start
    best = left(plane, place, (goal,))
    dx, dy = heading(turn * 1000)
    other = Place(start.x + round(dx * far * INCH), start.y + round(dy * far * INCH))
    body = shape(SQUARE, other)
    stands = not any(overlaps(body, one) for model, one in plane.shapes.items() if model)
    if stands and route_to(plane, terms(plane, 3).bars, 0, other, 3 * INCH) is not None:
        assert left(plane, other, (goal,)) >= best - 0.3 * INCH


def loci_at_random(rng: random.Random) -> list[Shape]:
    found: list[Shape] = []
    for _ in range(rng.randint(1, 30)):
        x, y = rng.randrange(20 * INCH), rng.randrange(20 * INCH)
        end = x + rng.randint(-INCH, INCH), y + rng.randint(-INCH, INCH)
        deep = rng.choice((INCH, 2 * INCH, 3 * INCH))
        base = rng.choice((Base("rectangle", INCH, deep), Base("oval", INCH, deep)))
        outline = shape(base, Place(x, y, rng.randrange(TURN)))
        found.append(rng.choice((locus_along(Line((x, y), end, 0)), grown(outline, INCH // 2))))
    return found


def test_the_nearest_place_is_the_nearest_of_all_even_if_few_are_measured() -> None:
    rng = random.Random(3)  # noqa: S311 - the same tables every time
    for _ in range(300):
        loci = loci_at_random(rng)
        x, y = rng.uniform(0, 20 * INCH), rng.uniform(0, 20 * INCH)
        assert distance_to(loci, x, y) == min(max(0.0, clearance(one.core, x, y) - one.radius) for one in loci)
    assert distance_to((), 0, 0) == 0
