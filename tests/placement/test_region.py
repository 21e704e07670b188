from itertools import pairwise
from math import pi, sqrt

import pytest

from pilein.geometry.shapes import Place
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT, PATH
from pilein.placement.curves import WHOLE, arc, at, distance_from, line
from pilein.placement.region import FINE, ROWS, STEP, allowed_parts, openings, polyline, rows
from pilein.placement.rules import Body, Rule, no_words
from tests.geometry.crowds import chances
from tests.placement.tables import FORMS, crowded, gap_at, goals_on, move_on, soaked


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", [*range(6), *soaked(range(6, 306))])
def test_the_openings_of_a_duty_are_exactly_the_places_in_contact_that_keep_all_rules(seed: int, form: str) -> None:
    table, chance = crowded(seed, form), chances(seed)
    move = move_on(table)
    goals = [Body(goal, target) for goal, target in goals_on(table)]
    duty, facing = Rule(goals, no_words, is_inside=True), chance.choice((0, 1500, 4500))
    found = list(openings(move, duty, facing))
    wider = Rule([Body(goal.label, goal.shape, PATH) for goal in goals], no_words, is_inside=True)
    for zone in wider.near(move.base, facing, 0, *move.here, move.limit):
        for _ in range(40):
            turn = chance.uniform(0, WHOLE)
            x, y = at(arc((zone.x, zone.y), zone.reach, turn, 0.1), 0.0)
            low, high = 0.0, 1.0  # from the middle of the zone outwards
            for _ in range(40):
                far = (low + high) / 2
                place = Place(round(zone.x + (x - zone.x) * far), round(zone.y + (y - zone.y) * far), facing)
                low, high = (far, high) if gap_at(table, place) < PATH else (low, far)
            px, py = zone.x + (x - zone.x) * low, zone.y + (y - zone.y) * low
            place = Place(round(px), round(py), facing)
            away = min((distance_from(one, px, py) for one in found), default=INCH)
            if move.broken(place) is None:
                assert away < 2 * CONTACT
            else:
                ends = [end for one in found for end in ((one.ax, one.ay), (one.bx, one.by))]
                from_end = min((sqrt((px - ax) ** 2 + (py - ay) ** 2) for ax, ay in ends), default=INCH)
                assert away > 2 or from_end < 2 * CONTACT


def test_a_curve_is_cut_where_the_verdict_changes() -> None:
    curve = line((0.0, 0.0), (4.0 * INCH, 0.0))
    parts = list(allowed_parts(curve, lambda place: INCH <= place.x <= 3 * INCH or place.x > 3.6 * INCH))
    ends = [end for part in parts for end in (part.ax, part.bx)]
    assert ends == pytest.approx([INCH, 3 * INCH, 3.6 * INCH, 4 * INCH], abs=FINE)
    assert list(allowed_parts(curve, lambda _: False)) == []
    (whole,) = allowed_parts(curve, lambda _: True)
    assert whole.length == curve.length


def test_the_ticks_beside_a_point_are_also_tried_in_a_gap_as_wide_as_the_mover() -> None:
    point = line((10.0, 10.0), (10.0, 10.0))
    (found,) = allowed_parts(point, lambda place: (place.x, place.y) == (11, 10))
    assert (found.ax, found.ay, found.length) == (11, 10, 0)
    assert list(allowed_parts(point, lambda place: place.x > 11)) == []


def test_the_rows_across_the_square_around_a_place_are_equally_far_apart() -> None:
    found = rows(Place(1000, 2000, 0), STEP, 4500)
    middle = found[ROWS]
    assert len(found) == 2 * ROWS + 1
    assert {one.ay - other.ay for other, one in pairwise(found)} == {STEP}
    assert (middle.ay, middle.facing, middle.bx - middle.ax) == (2000, 4500, 2 * ROWS * STEP)


def test_an_allowed_part_that_contains_a_place_offered_is_found_even_if_it_lies_between_two_samples() -> None:
    curve, offered = line((0.0, 0.0), (4.0 * INCH, 0.0)), (0.9 * INCH, CONTACT)
    short = 0.01 * INCH
    assert list(allowed_parts(curve, lambda place: abs(place.x - offered[0]) < short)) == []
    (found,) = allowed_parts(curve, lambda place: abs(place.x - offered[0]) < short, [offered])
    assert (found.ax, found.bx) == pytest.approx((offered[0] - short, offered[0] + short), abs=FINE)


def test_the_points_sent_for_an_arc_deviate_from_the_arc_by_no_more_than_requested() -> None:
    for radius, turn in ((INCH, WHOLE / 4), (3.0 * INCH, WHOLE / 2), (INCH / 2, 0.01)):
        curve = arc((0.0, 0.0), radius, 0.3, turn)
        points = polyline(curve, INCH / 400)
        assert points[0] == pytest.approx((curve.ax, curve.ay))
        assert points[-1] == pytest.approx((curve.bx, curve.by))
        for (ax, ay), (bx, by) in pairwise(points):
            middle = sqrt((ax + bx) ** 2 + (ay + by) ** 2) / 2
            assert radius - INCH / 400 - 1 <= middle <= radius + 1
    assert len(polyline(arc((0.0, 0.0), 3.0 * INCH, 0.0, WHOLE / 2), INCH / 400)) < 40 * pi
    assert polyline(line((0.0, 0.0), (5.0, 0.0)), 1.0) == [(0.0, 0.0), (5.0, 0.0)]
