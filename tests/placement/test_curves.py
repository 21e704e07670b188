from random import Random

import pytest

from pilein.geometry.shapes import Base, Place, shape
from pilein.geometry.ticks import INCH
from pilein.placement import curves
from pilein.placement.curves import Curve, arc, at, boundary, distance_from, line, part
from pilein.placement.rules import zone_for
from pilein.placement.zones import Zone, room
from tests.geometry.crowds import chances

BASES = (Base("round", INCH, INCH), Base("rectangle", INCH, 2 * INCH), Base("oval", INCH, 2 * INCH))
TICK = 1.0


def some_zone(chance: Random) -> Zone:
    place = Place(chance.randrange(8 * INCH), chance.randrange(8 * INCH), chance.randrange(36000))
    mover = chance.choice(BASES)
    return zone_for(mover, chance.randrange(36000), shape(chance.choice(BASES), place), 0.0, 0, 3)


def some_curve(chance: Random) -> Curve:
    a, b = ((chance.uniform(0, 8) * INCH, chance.uniform(0, 8) * INCH) for _ in range(2))
    return line(a, b) if chance.random() < 0.5 else arc(a, chance.uniform(0.2, 4) * INCH, chance.uniform(0, 4), 2.0)


def test_an_arc_inside_a_zone_with_sharp_corners_has_no_part_outside_the_zone() -> None:
    """The zone surrounds a square and keeps out the centre of another square."""
    place = Place(4 * INCH, 4 * INCH)
    square = Base("rectangle", INCH, INCH)
    zone = zone_for(square, 0, shape(square, place), 0.0, 0, 3)
    assert zone.radius == 0
    curve = arc((4.0 * INCH, 4.0 * INCH), INCH / 2, 0.0, 2.0)
    assert curves.outside(curve, [zone], 0.0) == []
    across = arc((3.0 * INCH, 4.0 * INCH), INCH, 3.5, 1.0)
    assert curves.parts_within(across, [zone]) == [(0.0, across.length)]


@pytest.mark.parametrize("seed", range(20))
def test_a_curve_is_split_into_the_parts_inside_and_the_parts_outside_a_zone(seed: int) -> None:
    chance = chances(seed)
    zone, curve = some_zone(chance), some_curve(chance)
    out, within = curves.outside(curve, [zone], 0.0), curves.parts_within(curve, [zone])
    for step in range(200):
        far = curve.length * (step + 0.5) / 200
        apart = room(zone, *at(curve, far))
        if abs(apart) > TICK:
            assert any(low <= far <= high for low, high in out) == (apart > 0)
            assert any(low <= far <= high for low, high in within) == (apart < 0)


@pytest.mark.parametrize("seed", range(20))
def test_the_boundary_of_a_zone_is_a_closed_curve_on_its_edge(seed: int) -> None:
    zone = some_zone(chances(seed))
    found = boundary(zone, 5)
    for curve, after in zip(found, [*found[1:], found[0]], strict=True):
        assert (curve.bx, curve.by) == pytest.approx((after.ax, after.ay), abs=0.01)
        assert (curve.facing, curve.label) == (5, 3)
        for step in range(5):
            assert abs(room(zone, *at(curve, curve.length * step / 4))) < 0.01


@pytest.mark.parametrize("seed", range(10))
def test_no_sampled_point_of_a_curve_is_nearer_to_a_given_point_than_the_point_computed_as_nearest(seed: int) -> None:
    chance = chances(seed)
    curve = some_curve(chance)
    for _ in range(20):
        x, y = chance.uniform(0, 8) * INCH, chance.uniform(0, 8) * INCH
        sampled = (at(curve, curve.length * step / 100) for step in range(101))
        least = min(((px - x) ** 2 + (py - y) ** 2) ** 0.5 for px, py in sampled)
        assert distance_from(curve, x, y) <= least + 0.01
        px, py = at(curve, curves.nearest(curve, x, y))
        assert ((px - x) ** 2 + (py - y) ** 2) ** 0.5 == pytest.approx(distance_from(curve, x, y), abs=0.01)


def test_a_gap_between_two_zones_leaves_one_point_of_a_curve_open_if_it_is_narrower_than_the_tolerance() -> None:
    curve = line((0.0, 0.0), (100.0, 0.0))
    pair = [Zone(((20.0, 0.0),), 20.5, 20.0, 0.0, 20.5, 1), Zone(((60.0, 0.0),), 20.5, 60.0, 0.0, 20.5, 2)]
    assert curves.outside(curve, pair, 2.0) == [(40.0, 40.0), (80.5, 100.0)]
    assert curves.outside(curve, pair, 0.5) == [(80.5, 100.0)]


def test_a_part_of_a_curve_begins_and_ends_on_the_curve() -> None:
    for curve in (line((0.0, 0.0), (100.0, 50.0), 9, 4), arc((0.0, 0.0), 100.0, 3.5, 2.0, 9, 4)):
        some = part(curve, curve.length / 4, curve.length / 2)
        assert (some.ax, some.ay) == pytest.approx(at(curve, curve.length / 4))
        assert (some.bx, some.by) == pytest.approx(at(curve, curve.length / 2))
        assert (some.facing, some.label) == (9, 4)
        assert part(curve, 0.0, curve.length) is curve
        assert curves.ticks_along(curve) >= curves.ticks_along(some)
        x, y = at(curve, curves.least_step(curve, 10.0))
        assert ((x - curve.ax) ** 2 + (y - curve.ay) ** 2) ** 0.5 <= 10.0


def test_the_intersection_of_two_lists_of_spans_contains_what_both_contain() -> None:
    assert curves.intersection([(0.0, 4.0), (6.0, 9.0)], [(3.0, 7.0), (9.0, 12.0)]) == [
        (3.0, 4.0),
        (6.0, 7.0),
        (9.0, 9.0),
    ]
