import pytest
from hypothesis import given, settings
from shapely.geometry import LineString

from pilein.geometry.gaps import overlaps, touches
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.tabletop.movement.landings import barely_landings, halfway_landings, landings_at, nearest_landing
from pilein.tabletop.movement.terms import Sides
from pilein.tabletop.movement.ways import body_at
from tests.geometry.strategies import core_of
from tests.tabletop.movement.fields import DISC, SQUARE, at, crowds, field, quarter_turn, terms, with_block


def test_a_model_lands_squarely_in_front_of_the_enemy_most_in_line_with_it() -> None:
    row = field((0, [(21.7, 15)]), (1, [(20.0 + one, 22, 180) for one in range(6)]))
    landing = nearest_landing(row, terms(row, 12), 0, tuple(range(1, 7)), 12 * INCH)
    assert landing is not None
    assert landing.goal == 3  # the one at x = 22, 0.3" aside; that at 21 is 0.7" aside
    assert landing.place.facing == 0
    assert landing.met == (2, 3)


def test_a_model_facing_a_gap_between_two_enemies_lands_without_turning() -> None:
    row = field((0, [(22, 15)]), (1, [(20.0 + one, 22, 180) for one in range(6)]))
    landing = nearest_landing(row, terms(row, 12), 0, tuple(range(1, 7)), 12 * INCH)
    assert landing is not None
    assert (at(landing.place), landing.place.facing, landing.edges) == ((22, 21), 0, (3,))


def test_a_landing_to_one_side_is_found_if_the_straight_path_is_blocked() -> None:
    shut = field((0, [(20, 20), (19.5, 21.2), (20.5, 21.2)]), (1, [(20, 23)]))
    landing = nearest_landing(shut, terms(shut, 12), 0, (3,), 12 * INCH)
    assert landing is not None
    assert len(landing.route.points) > 2
    assert landing.route.length > 2 * INCH


def test_no_landing_needs_a_path_longer_than_the_limit() -> None:
    plane = field((0, [(20, 20)]), (1, [(20, 26)]))
    assert nearest_landing(plane, terms(plane, 12), 0, (1,), 4.9 * INCH) is None
    landing = nearest_landing(plane, terms(plane, 12), 0, (1,), 5 * INCH)
    assert landing is not None
    assert landing.route.length == 5 * INCH


def test_a_model_finds_no_landing_at_an_enemy_enclosed_by_other_models() -> None:
    ring = [(20 + x, 20 + y) for x in range(-3, 4) for y in range(-3, 4) if max(abs(x), abs(y)) == 3]
    plane = field((0, [(20, 29)]), (1, [(20, 20), *ring]))
    assert nearest_landing(plane, terms(plane, 40), 0, (1,), 40 * INCH) is None


def test_a_path_round_another_model_ends_squarely_in_front_of_the_enemy() -> None:
    plane = field((0, [(20, 20), (20, 23)]), (1, [(20, 26)]))
    landing = nearest_landing(plane, terms(plane, 12), 0, (2,), 12 * INCH)
    assert landing is not None
    (ax, _), (bx, _) = landing.route.points[-2:]
    assert ax == pytest.approx(bx, abs=1)
    assert landing.route.length > 5 * INCH


def test_a_landing_touches_an_edge_of_the_enemy_if_corners_do_not_count_as_contact() -> None:
    plane = field((0, [(20, 20)]), (1, [(22, 24)]))
    by_corner = nearest_landing(plane, terms(plane, 6), 0, (1,), 6 * INCH)
    by_edge = nearest_landing(plane, terms(plane, 6, by_edges=True), 0, (1,), 6 * INCH)
    assert by_corner is not None
    assert by_edge is not None
    assert (by_corner.met, by_corner.edges) == ((1,), ())
    assert by_edge.met == by_edge.edges == (1,)


def test_the_first_landing_found_at_a_single_enemy_is_squarely_in_line_with_the_enemy() -> None:
    plane = field((0, [(20.4, 20)]), (1, [(20, 24)]))
    places = [one.place for one in landings_at(plane, terms(plane, 6), 0, 1, (1,))]
    assert at(places[0]) == (20, 23)
    assert len(places) == len(set(places))


def test_a_landing_is_within_coherency_of_the_unit() -> None:
    plane = field((0, [(20, 20), (26, 23)]), (1, [(20, 24), (26, 24)]))
    bound = terms(plane, 12, mates=(1,), coherency=2 * INCH)
    assert list(landings_at(plane, bound, 0, 2, (2, 3))) == []
    assert next(landings_at(plane, bound, 0, 3, (2, 3))).met == (3,)


def test_a_large_base_can_land_in_contact_with_two_enemies() -> None:
    plane = field((0, [(20, 20)]), (1, [(19.4, 24), (20.6, 24)]))
    found = list(halfway_landings(plane, terms(plane, 6), 0, 1, (1, 2)))
    assert any(one.edges == (1, 2) for one in found)


def test_a_large_base_just_touches_two_enemies_if_the_place_halfway_between_them_is_too_far_away() -> None:
    plane = field((0, [(20, 20)]), (1, [(20, 24), (21.2, 24)]))
    assert not any(one.edges == (1, 2) for one in halfway_landings(plane, terms(plane, 3.01), 0, 1, (1, 2)))
    found = {at(one.place): one.edges for one in barely_landings(plane, terms(plane, 3.01), 0, 1, (1, 2))}
    assert found[20.21, 23] == (1, 2)


def test_a_unit_in_ranks_is_touched_only_on_the_side_that_is_open_to_contact() -> None:
    plane = with_block(field((0, [(20, 14)]), (1, [(0, 0)] * 4)), 1, (20, 20, 180, 4))
    front = terms(plane, 12, sides=Sides(((1, "front"),)))
    rear = terms(plane, 12, sides=Sides(((1, "rear"),)))
    before = nearest_landing(plane, front, 0, (1, 2, 3, 4), 12 * INCH)
    behind = nearest_landing(plane, rear, 0, (1, 2, 3, 4), 12 * INCH)
    assert before is not None
    assert behind is not None
    assert at(before.place)[1] == 19.5
    assert at(behind.place)[1] == 21.5


@settings(max_examples=40)
@given(crowds())
def test_landings_on_random_tables_overlap_no_model_and_have_clear_paths_within_reach(
    spots: list[tuple[float, float]],
) -> None:
    """The paths are checked with shapely: a disc slightly smaller than the mover must intersect no base along them."""
    for base in (DISC, SQUARE):
        plane = field((0, [spots[0]]), (1, spots[1:]), base=base)
        goals = tuple(range(1, len(spots)))
        rules = terms(plane, 6)
        for goal in goals[:3]:
            for landing in [*landings_at(plane, rules, 0, goal, goals)][:6]:
                body = body_at(plane, 0, landing.place)
                others = [one for model, one in plane.shapes.items() if model]
                assert not any(overlaps(body, one) for one in others)
                assert touches(body, plane.shape(goal))
                assert landing.route.length <= 6 * INCH + CONTACT
                way = LineString(landing.route.points) if len(landing.route.points) > 1 else None
                gap = INCH / 2 - CONTACT - 100  # ticks: corners of bends are drawn
                assert way is None or all(way.distance(core_of(one)) >= one.radius + gap - 2 for one in others)


@settings(max_examples=30)
@given(crowds(most=9))
def test_the_nearest_landing_is_the_same_on_a_rotated_table(spots: list[tuple[float, float]]) -> None:
    plane = field((0, [spots[0]]), (1, spots[1:]))
    turned = field((0, [quarter_turn(spots[0])]), (1, [quarter_turn(one) for one in spots[1:]]))
    goals = tuple(range(1, len(spots)))
    lengths = []
    for one in (plane, turned):
        landing = nearest_landing(one, terms(one, 20), 0, goals, 20 * INCH)
        lengths.append(-1.0 if landing is None else landing.route.length)
    assert lengths[0] == pytest.approx(lengths[1], abs=4)


@settings(max_examples=40)
@given(crowds())
def test_the_nearest_landing_at_several_enemies_is_the_nearest_of_those_found_at_each_enemy(
    spots: list[tuple[float, float]],
) -> None:
    plane = field((0, [spots[0]]), (1, spots[1:]))
    goals, rules = tuple(range(1, len(spots))), terms(plane, 8)
    best = nearest_landing(plane, rules, 0, goals, 8 * INCH)
    each = [nearest_landing(plane, rules, 0, (goal,), 8 * INCH) for goal in goals]
    lengths = [one.route.length for one in each if one is not None]
    assert (best is None) == (not lengths)
    if best is not None:
        assert best.route.length == pytest.approx(min(lengths), abs=CONTACT)
