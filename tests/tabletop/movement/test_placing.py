from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.geometry.advances import Advance
from pilein.geometry.gaps import gap, overlaps
from pilein.geometry.shapes import Base, Place, shape
from pilein.geometry.ticks import INCH, heading, inches
from pilein.geometry.tolerance import CONTACT
from pilein.placement.contact import nearest_contact
from pilein.placement.rules import zone_for
from pilein.placement.solve import nearest_to
from pilein.placement.terms import Gap
from pilein.placement.zones import Zone
from pilein.tabletop.movement.placing import free_ground, goals_of, move_by, touching, way_into_coherency
from pilein.tabletop.movement.terms import Terms, half_width
from pilein.tabletop.movement.ways import body_at, route_to
from pilein.tabletop.plane import Plane
from tests.tabletop.movement.fields import DISC, SQUARE, crowds, field, terms


def zones(plane: Plane, goals: tuple[int, ...]) -> list[Zone]:
    """Return the zones in which the mover's centre must lie for the mover to touch a goal. The mover counts as a disc
    as wide as the shorter side of its base.
    """
    width = round(2 * half_width(plane.setup.base(0)))
    return [zone_for(Base("round", width, width), 0, plane.shape(goal), 0.0, 0, goal) for goal in goals]


def left(plane: Plane, place: Place, goals: tuple[int, ...]) -> float:
    return Gap(zones(plane, goals)).value(place.x, place.y)


def way_near(plane: Plane, rules: Terms, goals: tuple[int, ...], *, worst: float | None = None) -> Advance | None:
    """Return a path into contact or, if there is none, to the nearest place."""
    move = move_by(plane, rules, 0, free_ground(plane, rules.bars, kept_off=""), round_the_corner="")
    bodies = [(goal, plane.shape(goal)) for goal in goals]
    contact = nearest_contact(move, goals_of(plane, 0, goals))
    return contact or nearest_to(move, bodies, targets=zones(plane, goals), least=worst)


def approach(plane: Plane, reach: float, goals: tuple[int, ...], **more: Any) -> Place | None:
    way = way_near(plane, terms(plane, reach, **more), goals)
    return None if way is None else way.place


def test_a_model_with_no_obstacle_in_its_path_approaches_by_its_full_reach() -> None:
    plane = field((0, [(20, 20)]), (1, [(20, 30)]))
    place = approach(plane, 3, (1,))
    assert place is not None
    assert inches(left(plane, place, (1,))) == pytest.approx(6, abs=0.02)


def test_a_model_goes_round_another_model_in_its_path() -> None:
    """If it moved straight ahead, the model would stop behind the other model, 2 inches short of the goal."""
    plane = field((0, [(20, 25), (20, 21), (20, 23)]), (1, [(20, 19.9)]))
    place = approach(plane, 3, (1,))
    assert place is not None
    assert inches(left(plane, place, (1,))) < 2


def test_a_model_that_cannot_make_contact_still_goes_round_another_model_in_its_path() -> None:
    """The goal is walled in. Straight paths end behind the other model, 2 inches short of the goal, or beside it and
    further away.
    """
    ring = [(19, 18), (21, 18), (21, 18.5), (19, 18.5)], [(19, 20.6), (21, 20.6), (21, 20.7), (19, 20.7)]
    sides = [(18.9, 18), (19, 18), (19, 20.7), (18.9, 20.7)], [(21, 18), (21.1, 18), (21.1, 20.7), (21, 20.7)]
    plane = field((0, [(20, 24), (20, 22.9), (19, 22.9)]), (1, [(20, 19.6)]), walls=[*ring, *sides])
    way = way_near(plane, terms(plane, 3), (3,))
    assert way is not None
    assert len(way.route.points) > 2
    assert inches(left(plane, way.place, (3,))) < 1.16


def test_a_model_on_a_detour_goes_on_to_the_enemy_that_has_become_nearest() -> None:
    """Other models wall in the goal nearest to the start, and they block the straight path to the second goal."""
    mates = [(22.793, 22.793), (23.626, 22.239), (24.394, 23.053)]
    plane = field((0, [(24, 21), *mates]), (1, [(23.5, 23.5), (25, 24.998)]), base=DISC)
    way = way_near(plane, terms(plane, 3), (4, 5))
    assert way is not None
    assert inches(left(plane, way.place, (4, 5))) < 0.55


def test_a_model_goes_straight_between_neighbours_even_if_the_goal_is_slightly_to_one_side() -> None:
    """The lane is exactly as wide as the base, so a path straight towards the goal, at 1.7 degrees, would be stopped at
    once.
    """
    walls = [[(18, 19), (19.5, 19), (19.5, 26), (18, 26)], [(20.5, 19), (22, 19), (22, 26), (20.5, 26)]]
    plane = field((0, [(20, 20)]), (1, [(20.3, 30)]), walls=walls)
    way = way_near(plane, terms(plane, 3), (1,))
    assert way is not None
    assert inches(way.place.y) == pytest.approx(23, abs=0.01)


def test_a_model_finds_a_nearer_place_in_a_direction_between_those_tried_first() -> None:
    """A crowd stands in front of the model. A path at 99 degrees ends 1.96 inches from the enemy, but a path at 105
    degrees passes the last model of the crowd.
    """
    mates = [(14.1325, 24), (15.1325, 24), (13.1325, 24), (16.6725, 24), (14.0225, 25)]
    plane = field((0, [(14.6232, 26), *mates]), (1, [(14.1325, 23), (15.6725, 23)]))
    way = way_near(plane, terms(plane, 3), (6, 7))
    assert way is not None
    assert inches(left(plane, way.place, (6, 7))) < 1.65


def test_a_model_out_of_coherency_regains_it_on_the_side_towards_the_enemy() -> None:
    """The model's unit stands behind it, and the nearest place in coherency lies away from the enemy."""
    unit = [(22.783, 23.763), (22.32, 28.53), (23.36, 28.22), (24.41, 28.73)]
    plane = field((0, unit), (1, [(20.78, 22)]))
    rules = terms(plane, 3, mates=(1, 2, 3), coherency=2 * INCH)
    way = way_near(plane, rules, (4,), worst=6.0 * INCH)
    assert way is not None
    body = body_at(plane, 0, way.place)
    assert min(gap(body, plane.shape(mate)) for mate in (1, 2, 3)) <= 2 * INCH + CONTACT
    assert inches(left(plane, way.place, (4,))) < 2.65


def test_a_model_that_can_come_no_nearer_stays_in_place() -> None:
    walled: list[list[tuple[float, float]]] = [[(19, 21), (21, 21), (21, 21.1), (19, 21.1)]]
    walled += [[(19, 18.9), (21, 18.9), (21, 19), (19, 19)], [(18.9, 18.9), (19, 18.9), (19, 21.1), (18.9, 21.1)]]
    walled += [[(21, 18.9), (21.1, 18.9), (21.1, 21.1), (21, 21.1)]]
    plane = field((0, [(20, 20.5)]), (1, [(20, 26)]), walls=walled)
    assert approach(plane, 3, (1,)) is None


def test_an_approaching_model_ends_within_coherency_of_its_unit() -> None:
    plane = field((0, [(20, 20), (18, 20)]), (1, [(30, 20)]))
    place = approach(plane, 3, (2,), mates=(1,), coherency=2 * INCH)
    assert place is not None
    assert gap(body_at(plane, 0, place), plane.shape(1)) <= 2 * INCH + CONTACT


@settings(max_examples=25, deadline=None)
@given(crowds(most=8), st.integers(0, 35), st.sampled_from((1.0, 2.0, 3.0)))
def test_no_sampled_place_within_reach_is_much_nearer_to_the_enemy_than_the_place_found(
    spots: list[tuple[float, float]], turn: int, far: float
) -> None:
    """Places in all directions are tried in small steps, and the length of each path is measured independently."""
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


def test_a_model_regains_coherency_by_the_shortest_path_and_if_possible_without_a_turn() -> None:
    plane = field((0, [(20, 20), (24, 20)]))
    way = way_into_coherency(plane, terms(plane, 3, mates=(1,), coherency=2 * INCH), 0)
    assert way is not None
    assert inches(way.place.x) == pytest.approx(21, abs=0.01)
    assert way.place.facing == plane.place(0).facing


def test_a_model_regains_coherency_behind_a_friend_that_blocks_the_nearest_places() -> None:
    plane = field((0, [(20, 20), (24.5, 20)]), (1, [(21.5, 20)]))
    way = way_into_coherency(plane, terms(plane, 3, mates=(1,), coherency=2 * INCH), 0)
    assert way is not None
    assert gap(body_at(plane, 0, way.place), plane.shape(1)) <= 2 * INCH + CONTACT
    assert not overlaps(body_at(plane, 0, way.place), plane.shape(2))


def test_a_model_finds_no_path_into_coherency_if_the_rest_of_its_unit_is_out_of_reach() -> None:
    plane = field((0, [(20, 20), (30, 20)]))
    assert way_into_coherency(plane, terms(plane, 3, mates=(1,), coherency=2 * INCH), 0) is None


def test_bases_that_touch_only_at_corners_are_not_in_edge_contact() -> None:
    plane = field((0, [(20, 20)]), (1, [(21, 21)]))
    base, start = plane.setup.base(0), plane.place(0)
    assert touching(plane, (1,)).holds(base, 0, start)
    assert not touching(plane, (1,), by_edges=True).holds(base, 0, start)
    assert touching(plane, (1,), by_edges=True).holds(base, 0, Place(start.x, start.y + INCH // 8, start.facing))
