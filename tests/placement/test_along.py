from math import hypot

import pytest

from pilein.geometry.configuration_space import ConfigurationSpace
from pilein.geometry.shapes import Base, Place, disc
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT, PATH
from pilein.placement.along import last_on, straight_at
from pilein.placement.moves import Measure, Move
from pilein.placement.rules import Body, Rule, no_words
from tests.placement.tables import SIZE, Table, crowded, goals_on, move_on, moved, soaked

ROUND = Base("round", INCH, INCH)
AHEAD = disc(0, 6 * INCH, INCH / 2)


def move_past(*bodies, measure: Measure | None = None, base: Base = ROUND) -> Move:
    rule = Rule([Body(number + 1, body) for number, body in enumerate(bodies)], no_words)
    space = ConfigurationSpace(bodies, radius=base.width / 2)
    return Move(0, base, Place(0, 0), space, [rule], 8 * INCH, measure)


def test_a_model_moving_along_a_straight_path_stops_in_front_of_the_next_base() -> None:
    way = straight_at(move_past(AHEAD), (0.0, 6.0 * INCH), 8.0 * INCH)
    assert way is not None
    assert way.place.y == pytest.approx(5 * INCH, abs=2)


def test_a_model_moving_along_a_path_stops_on_the_last_leg_where_it_has_room() -> None:
    path = [(0.0, 0.0), (3.0 * INCH, 0.0), (3.0 * INCH, 6.0 * INCH)]
    way = last_on(move_past(), path, 5.0 * INCH)
    assert way is not None
    assert (way.place.x, way.place.y) == (3 * INCH, 2 * INCH)
    assert way.route.length == pytest.approx(5 * INCH)
    held = last_on(move_past(disc(3 * INCH, 2 * INCH, 2.4 * INCH)), path, 5.0 * INCH)
    assert held is not None
    assert abs(held.place.y) <= CONTACT // 2  # pushed out of what paths may pass closer
    assert held.place.x < INCH


def test_a_model_moving_along_a_path_goes_as_far_as_the_measured_length_allows() -> None:
    half = Measure(lambda route: 2 * route.length, 4 * INCH, "X-01")
    way = last_on(move_past(measure=half), [(0.0, 0.0), (0.0, 7.0 * INCH)], 7.0 * INCH)
    assert way is not None
    assert way.route.length == pytest.approx(2 * INCH, abs=2 * CONTACT)


def test_a_long_base_turns_in_the_direction_of_its_path_if_that_takes_it_further() -> None:
    long = Base("rectangle", INCH, 3 * INCH)
    walls = disc(3 * INCH, 1.2 * INCH, INCH / 2), disc(3 * INCH, -1.2 * INCH, INCH / 2)
    way = last_on(move_past(*walls, base=long), [(0.0, 0.0), (3.0 * INCH, 0.0)], 3.0 * INCH)
    assert way is not None
    assert way.place.facing == 9000
    assert way.place.x == 3 * INCH


# --- Random tables: straight at the goal ---------------------------------------------------------------------------


HUNDREDTH = INCH / 100


def straight_on(table: Table, reach: int | None = None) -> float:
    """Return the distance in ticks that the mover can cover straight towards the goal."""
    move, (_, body) = move_on(table, reach), goals_on(table)[0]
    way = straight_at(move, (body.x, body.y), move.limit - CONTACT)
    return 0.0 if way is None else way.route.length


def furthest_on_grid(table: Table) -> float:
    """Return the distance in ticks that the mover can cover before an obstacle stops it, found by trying every
    hundredth of an inch.
    """
    move, (_, body) = move_on(table), goals_on(table)[0]
    (x, y), facing, far = move.here, move.start.facing, 0.0
    apart = hypot(body.x - x, body.y - y)
    for step in range(1, int(min(apart, move.limit - CONTACT) / HUNDREDTH)):
        px, py = x + (body.x - x) / apart * HUNDREDTH * step, y + (body.y - y) / apart * HUNDREDTH * step
        place = Place(round(px), round(py), facing)
        is_left = any(rule.is_inside and not rule.holds(move.base, move.model, place) for rule in move.rules)
        if is_left or move.depth(px, py, facing)[0] < -PATH - 3:
            break
        far = HUNDREDTH * step if move.certified(place) is not None else far
    return far


@pytest.mark.parametrize("form", ["round", "square"])
@pytest.mark.parametrize("seed", [*range(40), *soaked(range(40, 340))])
def test_no_sampled_place_on_a_straight_path_is_further_along_than_the_place_found(seed: int, form: str) -> None:
    table = crowded(seed, form)
    assert straight_on(table) >= furthest_on_grid(table) - HUNDREDTH


@pytest.mark.parametrize("form", ["round", "square"])
@pytest.mark.parametrize("seed", [*range(0, 60, 3), *soaked(range(60, 1060))])
def test_the_place_found_along_a_straight_path_passes_the_exact_check_of_every_rule(seed: int, form: str) -> None:
    table = crowded(seed, form)
    move, (_, body) = move_on(table), goals_on(table)[0]
    way = straight_at(move, (body.x, body.y), move.limit - CONTACT)
    assert way is None or move.certified(way.place) is not None


@pytest.mark.parametrize("seed", [*range(0, 60, 3), *soaked(range(60, 1060))])
def test_a_model_moves_equally_far_along_a_straight_path_on_a_mirrored_or_rotated_table(seed: int) -> None:
    table = crowded(seed)
    mirrored = moved(table, lambda x, y: (SIZE - x, y), lambda facing: -facing)
    quarter = moved(table, lambda x, y: (y, SIZE - x), lambda facing: facing + 9000)
    assert straight_on(mirrored) == pytest.approx(straight_on(table), abs=HUNDREDTH)
    assert straight_on(quarter) == pytest.approx(straight_on(table), abs=HUNDREDTH)


@pytest.mark.parametrize("seed", [*range(1, 60, 3), *soaked(range(60, 1060))])
def test_more_movement_or_fewer_obstacles_never_stop_a_model_sooner_on_a_straight_path(seed: int) -> None:
    table = crowded(seed)._replace(is_straight=False)
    assert straight_on(table, table.reach + INCH) >= straight_on(table) - HUNDREDTH
    emptier = table._replace(others=tuple(one for one in table.others if one[0] < 14), walls=())
    assert straight_on(emptier) >= straight_on(table) - HUNDREDTH


def test_a_model_moving_along_a_path_may_pass_a_base_that_it_may_not_end_on() -> None:
    wall = disc(0, 2 * INCH, INCH / 2)
    ends, passes = move_past(wall), move_past()
    over = straight_at(ends, (0.0, 6.0 * INCH), 4.0 * INCH, past=passes)
    assert over is not None
    assert over.place.y == 4 * INCH
    before = straight_at(ends, (0.0, 6.0 * INCH), 2.0 * INCH, past=passes)
    assert before is not None
    assert before.place.y == pytest.approx(INCH, abs=2)
