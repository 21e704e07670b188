from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.geometry.chains import linked
from pilein.geometry.gaps import gap, overlaps
from pilein.geometry.shapes import Base, Shape, disc, rectangle
from pilein.geometry.ticks import INCH, heading, ticks
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.movement.flight import round_about, straight_on, turned_along, ways_of_models
from pilein.tabletop.movement.flight_paths import EDGES, FleeingBody, FlightEnd, FlightPath, Heading
from tests.tabletop.movement.fields import spread

SIZE = (ticks(48), ticks(48))
SOUTH = Heading(EDGES["south"], "south")


def square(x: float, y: float) -> Shape:
    return rectangle(ticks(x), ticks(y), INCH, INCH, 0)


def wall(left: float, right: float, y: float) -> Shape:
    return rectangle(ticks((left + right) / 2), ticks(y), ticks(right - left), ticks(0.5), 0)


def walkers(*spots: tuple[float, float]) -> tuple[FleeingBody, ...]:
    made = []
    for number, (x, y) in enumerate(spots):
        body = square(x, y)
        made.append(FleeingBody(number, body, disc(body.x, body.y, (INCH - CONTACT) / 2)))
    return tuple(made)


def course(distance: float, **more: Any) -> FlightPath:
    return FlightPath(SOUTH, ticks(distance), table=SIZE, coherency=2 * INCH)._replace(**more)


def ends(moved: tuple[FleeingBody, ...], stops: tuple[FlightEnd, ...]) -> list[Shape]:
    by_model = {stop.model: stop for stop in stops}
    return [one.at(*by_model[one.model].points[-1]) for one in moved if not by_model[one.model].trapped]


def test_fleeing_models_run_straight_ahead_together_if_nothing_blocks_them() -> None:
    stops = straight_on(walkers((20, 20), (22, 20)), course(7))
    assert [stop.length for stop in stops] == [7 * INCH] * 2
    assert [stop.points[-1] for stop in stops] == [(ticks(20), ticks(13)), (ticks(22), ticks(13))]


def test_fleeing_models_run_on_until_they_are_clear_of_the_enemies_they_leave() -> None:
    stops = straight_on(walkers((20, 20)), course(2, foes=(square(20, 18),)))
    assert stops[0].points[-1][1] == pytest.approx(ticks(16), abs=4)


@pytest.mark.parametrize("inches", [1, 2, 3.5])
def test_a_fleeing_model_that_just_reaches_a_friend_stops_in_contact_with_it(inches: float) -> None:
    moved, friend = walkers((20, 20)), square(20, 19 - inches)
    (stop,) = straight_on(moved, course(inches, friends=(friend,)))
    assert stop.points[-1] == (ticks(20), ticks(20 - inches))
    assert gap(ends(moved, (stop,))[0], friend) == 0


@pytest.mark.parametrize(("ahead", "inches"), [(1, 2), (1, 3), (2.75, 4), (3, 4), (3, 5)])
def test_a_fleeing_model_that_rounds_a_friend_covers_its_full_distance(ahead: float, inches: int) -> None:
    """On both sides of the friend, the path keeps the distance at which a base may stop, so that the model can end
    beside the friend.
    """
    (stop,) = round_about(walkers((20, 20)), course(inches, friends=(square(20, 19 - ahead),)))
    assert stop.length == inches * INCH


def test_fleeing_models_that_touch_the_edge_have_left_the_table() -> None:
    assert [stop.left for stop in straight_on(walkers((20, 3), (20, 8)), course(4))] == [True, False]


def test_a_fleeing_unit_that_meets_a_wall_stays_together_by_going_round_one_end_of_it() -> None:
    """If each of the two models took its own shortest path, they would end 8 inches apart."""
    pair = walkers((23, 24), (25, 24))
    stops = round_about(pair, course(7, walls=(wall(20, 28, 22),)))
    one, other = ends(pair, stops)
    assert gap(one, other) <= 2 * INCH + CONTACT
    assert {stop.length for stop in stops} != {0.0}


def test_a_fleeing_model_that_rounds_a_corner_may_stop_beside_an_obstacle() -> None:
    """The path keeps the distance from the wall at which a base may stop. On a slightly nearer path, the model could
    not stop.
    """
    stop = round_about(walkers((20, 20)), course(5, walls=(wall(20.4, 30, 18), wall(20.4, 30, 17.5))))[0]
    assert stop.length == pytest.approx(5 * INCH, abs=2)
    beside = round_about(walkers((20, 20)), course(2.2, walls=(wall(20.4, 30, 18), wall(20.4, 30, 17.5))))[0]
    assert beside.length == pytest.approx(2.2 * INCH, abs=2)
    assert beside.points[-1][0] == pytest.approx(ticks(19.9), abs=6)


def test_fleeing_models_that_pass_a_single_enemy_stay_together() -> None:
    pair = walkers((23.4, 24), (24.6, 24))
    stops = round_about(pair, course(7, others=(square(24, 20),)))
    assert len(linked(ends(pair, stops), 2 * INCH)) == 1
    assert all(gap(end, square(24, 20)) >= INCH - CONTACT for end in ends(pair, stops))


def test_fleeing_models_pass_a_wall_on_different_sides_if_the_unit_stays_coherent() -> None:
    pair = walkers((20.5, 24), (27.5, 24))
    long = course(9, walls=(wall(21, 27, 22),), coherency=8 * INCH)
    xs = [stop.points[-1][0] for stop in sorted(round_about(pair, long))]
    assert xs[0] < ticks(24) < xs[1]


def test_a_fleeing_model_without_a_path_is_trapped() -> None:
    shut = tuple(rectangle(ticks(24 + x), ticks(24 + y), w, d, 0) for x, y, w, d in BOX)
    assert round_about(walkers((24, 24)), course(5, walls=shut))[0].trapped


BOX = [(0.0, 0.8, 3 * INCH, INCH // 4), (0.0, -0.8, 3 * INCH, INCH // 4)]
BOX += [(0.8, 0.0, INCH // 4, 3 * INCH), (-0.8, 0.0, INCH // 4, 3 * INCH)]


def test_the_path_of_a_fleeing_block_is_shifted_for_each_of_its_models() -> None:
    stop = FlightEnd(-1, ((0, 0), (0, -500)), 500.0)
    assert ways_of_models(stop, [(3, (100.0, 10.0)), (4, (200.0, 10.0))]) == [
        (3, ((100, 10), (100, -490))),
        (4, ((200, 10), (200, -490))),
    ]


def test_the_bases_of_fleeing_models_turn_in_the_direction_of_flight() -> None:
    south = ((0, 0), (0, -1000))
    assert turned_along(Base("round", INCH, INCH), 0, south) == 18000
    assert turned_along(Base("rectangle", INCH, INCH), 1000, south) == 19000
    assert turned_along(Base("rectangle", INCH, 2 * INCH), 8000, south) == 26000
    assert turned_along(Base("rectangle", INCH, 2 * INCH), 10000, ((0, 0), (0, 0))) == 10000


numbers = st.integers(1600, 3200).map(lambda one: one / 100)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(numbers, numbers), min_size=2, max_size=6), st.integers(2, 12), st.booleans())
def test_no_fleeing_model_ends_on_another_model_or_near_an_enemy(
    spots: list[tuple[float, float]], far: int, together: bool
) -> None:
    own = walkers(*spread(spots))
    enemies = tuple(one for one in (square(24, 12), square(21, 14)) if all(gap(one, own_.body) > INCH for own_ in own))
    given_course = course(far, others=enemies)
    stops = (straight_on(own, given_course) if together else ()) or round_about(own, given_course)
    gone = {stop.model for stop in stops if stop.left}
    bodies = ends(tuple(one for one in own if one.model not in gone), stops)
    for number, body in enumerate(bodies):
        assert not any(overlaps(body, other) for other in bodies[number + 1 :])
        assert all(gap(body, enemy) >= INCH - CONTACT for enemy in enemies)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=5), st.sampled_from((0, 9000, 18000, 27000)))
def test_a_flight_takes_the_same_path_on_a_rotated_table(spots: list[tuple[float, float]], facing: int) -> None:
    own = walkers(*spread(spots))
    there = FlightPath(Heading(heading(18000)), ticks(6), coherency=2 * INCH)
    turned = FlightPath(Heading(heading((18000 + facing) % 36000)), ticks(6), coherency=2 * INCH)
    sine, cosine = heading(facing)
    moved = []
    for walker in own:
        x, y = walker.body.x * cosine + walker.body.y * sine, walker.body.y * cosine - walker.body.x * sine
        moved.append(FleeingBody(walker.model, rectangle(x, y, INCH, INCH, 0), disc(x, y, walker.disc.radius)))
    assert [stop.length for stop in straight_on(own, there)] == [stop.length for stop in straight_on(moved, turned)]


def test_the_rest_of_a_unit_follows_a_fleeing_model_that_is_forced_sideways() -> None:
    """The fourth model has to pass the friends on their left. If the second model then ran straight ahead, it would end
    too far from the fourth.
    """
    upright = walkers((20.553, 23.1), (16.745, 22.898), (20.246, 21.898), (19.553, 24.1), (15.746, 25.097))
    turned = rectangle(ticks(15.746), ticks(25.097), INCH, INCH, 33438)
    moved = (*upright[:-1], upright[-1]._replace(body=turned))
    block = [square(x, y) for x in (20.92, 21.92, 22.92, 23.92) for y in (24.275, 25.275)]
    friends = square(18.747, 22.9), *block
    others = square(17.747, 22.9), square(16.918, 24.9), square(16.747, 23.9)
    foes = tuple(rectangle(ticks(x), ticks(y), 2 * INCH, 2 * INCH, 0) for x, y in ((16.42, 27.402), (18.42, 29.402)))
    among = course(8, friends=friends, others=others, foes=foes)
    stops = round_about(moved, among)
    assert len(linked(ends(moved, stops), among.coherency)) == 1
    assert min(stop.length for stop in stops) > 7.5 * INCH


def round_base(number: int, x: float, y: float) -> FleeingBody:
    made = disc(ticks(x), ticks(y), INCH // 2)
    return FleeingBody(number, made, made)


def test_all_models_stop_a_little_short_if_walls_and_enemies_would_split_the_unit() -> None:
    """If all models ran as far as they could, two of them would end 8 inches further on, in front of the walls, and
    four to the left of the walls, whichever model moves first and whichever side each one takes.
    """
    spots = (20.0, 14.0), (19.31, 15.13), (22.58, 13.47), (17.22, 14.73), (16.5, 15.73), (20.81, 15.74)
    moved = tuple(round_base(number, x, y) for number, (x, y) in enumerate(spots))
    boxes = (16.1, 11.93, 2.6, 2.38), (20.88, 9.25, 4.933, 2.558), (18.85, 9.44, 4.917, 0.585)
    walls = tuple(rectangle(ticks(x), ticks(y), ticks(w), ticks(d), 0) for x, y, w, d in boxes)
    others = tuple(round_base(0, x, y).body for x, y in ((25.35, 8.75), (19.15, 6.62), (18.48, 8.63)))
    among = course(8, walls=walls, others=others)
    stops = round_about(moved, among)
    assert len(linked(ends(moved, stops), among.coherency)) == 1
    assert min(stop.length for stop in stops) > 6 * INCH


def test_a_fleeing_model_runs_past_enemies_to_its_unit_if_its_path_ends_among_them() -> None:
    """The corners of a path are rounded, and only part of such a path can be followed. The enemies at its end block
    even that part.
    """
    moved = walkers((19, 2200 / 127), (20, 18), (20, 16), (20, 13.5))
    block = tuple(square(x, y / 2) for x in (17, 18, 19) for y in (11, 13, 15, 17, 19))
    passing = course(10, foes=block, others=tuple(square(x, y) for x, y in ((22.3, 16), (21.3, 16), (21.3, 13.5))))
    bodies = ends(moved, round_about(moved, passing))
    assert len(bodies) == 4
    assert min(gap(one, foe) for one in bodies for foe in block) >= INCH - CONTACT
    assert max(one.y for one in bodies) <= ticks(4.51), "the last stops beside the enemies, an inch to their right"
    assert len(linked(bodies, passing.coherency)) == 1


def test_a_flight_that_reaches_no_edge_continues_past_the_enemies_in_its_way() -> None:
    moved, foe = walkers((20, 20)), square(23, 13)
    away = course(7, walls=(wall(17, 22, 17),), foes=(foe,))._replace(heading=Heading((0.0, -1.0)))
    (stop,) = round_about(moved, away)
    (body,) = ends(moved, (stop,))
    assert body.y == pytest.approx(ticks(11), abs=8)
    assert gap(body, foe) == pytest.approx(INCH, abs=CONTACT)
    assert stop.points[-2][0] == stop.points[-1][0]


def test_a_flight_ends_in_front_of_the_enemies_in_its_way_if_there_is_no_room_beyond_them() -> None:
    moved, foe = walkers((20, 20)), square(23, 13)
    bars = (wall(17, 22, 17), wall(0, 48, 10.5))
    away = course(7, walls=bars, foes=(foe,))._replace(heading=Heading((0.0, -1.0)))
    (stop,) = round_about(moved, away)
    (body,) = ends(moved, (stop,))
    assert gap(body, foe) >= INCH - CONTACT
    assert body.y > foe.y
