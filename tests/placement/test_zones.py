import pytest

from pilein.geometry.gaps import separation
from pilein.geometry.shapes import Base, Place, capsule, shape
from pilein.geometry.ticks import INCH
from pilein.placement.rules import outline_of, zone_for
from pilein.placement.zones import FAR, Zones, disc_zone, least_room, nearest_of_core, pushed, room, zone_round
from tests.geometry.crowds import chances

BASES = (Base("round", INCH, INCH), Base("rectangle", INCH, 2 * INCH), Base("oval", INCH, 2 * INCH))


@pytest.mark.parametrize("seed", range(30))
def test_the_room_that_a_zone_reports_at_a_point_is_the_gap_between_the_moving_base_and_the_other_base(
    seed: int,
) -> None:
    chance = chances(seed)
    mover, other = chance.choice(BASES), chance.choice(BASES)
    body = shape(other, Place(0, 0, chance.randrange(36000)))
    for _ in range(20):
        there = Place(chance.randrange(-3 * INCH, 3 * INCH), chance.randrange(-3 * INCH, 3 * INCH), 777)
        apart = separation(shape(mover, there), body)
        assert room(zone_for(mover, 777, body, 0.0, 0, 1), there.x, there.y) == pytest.approx(apart, abs=0.01)
        assert room(zone_for(mover, 777, body, 500.0, 0, 1), there.x, there.y) == pytest.approx(apart - 500, abs=0.01)


def test_a_zone_round_a_segment_measures_room_from_its_ends_and_sides() -> None:
    zone = zone_round(outline_of(BASES[0], 0), capsule((0.0, 0.0), (100.0, 0.0), 0.0), -INCH / 2, 1)
    assert room(zone, 150.0, 0.0) == 50.0
    assert room(zone, -30.0, 40.0) == 50.0
    assert room(zone, 50.0, 0.0) == 0.0
    assert room(zone, 50.0, -7.0) == 7.0


def test_a_search_finds_every_zone_within_the_given_distance_of_a_point() -> None:
    chance = chances(5)
    found = [disc_zone(chance.uniform(0, 100), chance.uniform(0, 100), chance.uniform(1, 9), n) for n in range(60)]
    zones = Zones(found)
    for _ in range(50):
        x, y, far = chance.uniform(0, 100), chance.uniform(0, 100), chance.uniform(0, 20)
        near = {zone.label for zone in found if room(zone, x, y) < far}
        assert {zone.label for zone in zones.beside(x, y, far)} == near
        assert least_room(found, x, y) == min(room(zone, x, y) for zone in found)
    assert least_room([], 0.0, 0.0) == FAR


def test_a_point_inside_a_zone_is_pushed_to_its_outline() -> None:
    body = shape(BASES[1], Place(0, 0, 1234))
    for mover in BASES:
        zone = zone_for(mover, 500, body, 0.0, 0, 1)
        for x, y in ((1000.0, 2000.0), (-INCH / 2, 0.0), (INCH / 3, INCH / 2)):
            assert room(zone, x, y) < 0
            px, py = pushed(zone, x, y)
            assert room(zone, px, py) == pytest.approx(0.0, abs=0.01)
    assert pushed(disc_zone(0.0, 0.0, 5.0), 0.0, 0.0) == (0.0, 0.0)
    assert nearest_of_core(((2.0, 3.0),), 9.0, 9.0) == (2.0, 3.0)
