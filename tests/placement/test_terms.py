from random import Random

import pytest

from pilein.geometry.gaps import gap
from pilein.geometry.shapes import Base, Place, oval, rectangle, shape
from pilein.geometry.ticks import INCH
from pilein.placement.curves import Curve, arc, at, line, outside, part
from pilein.placement.rules import zone_for
from pilein.placement.terms import CORNERS, Gap, coarse
from pilein.placement.zones import room
from tests.geometry.crowds import chances
from tests.placement.tables import FORMS, soaked

NOISE = 1e-3


def some_gap(chance: Random, base: Base, facing: int) -> tuple[Gap, list[Place]]:
    places = [
        Place(chance.randrange(20) * INCH, chance.randrange(20) * INCH, chance.randrange(36000)) for _ in range(4)
    ]
    bodies = [shape(base, place) for place in places]
    return Gap([zone_for(base, facing, body, 0.0, 0, number) for number, body in enumerate(bodies)]), places


def some_curve(chance: Random) -> Curve:
    a = chance.uniform(0, 20) * INCH, chance.uniform(0, 20) * INCH
    if chance.random() < 0.5:
        return line(a, (a[0] + chance.uniform(-4, 4) * INCH, a[1] + chance.uniform(-4, 4) * INCH))
    return arc(a, chance.uniform(0.5, 6) * INCH, chance.uniform(0, 4), chance.uniform(0.1, 2))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", [*range(5), *soaked(range(5, 100))])
def test_the_lower_bound_of_a_term_around_a_point_is_never_above_its_values(seed: int, form: str) -> None:
    chance = chances(seed)
    term, _ = some_gap(chance, FORMS[form][1], 3000)
    for _ in range(40):
        curve = some_curve(chance)
        x, y = at(curve, curve.length / 2)
        assert term.bound(x, y, INCH) <= min(term.value(x + dx * INCH, y + dy * INCH) for dx, dy in ((1, 0), (0, -1)))


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", [*range(5), *soaked(range(5, 100))])
def test_no_sampled_place_on_the_open_part_of_a_curve_has_a_smaller_gap_than_the_computed_minimum(
    seed: int, form: str
) -> None:
    chance = chances(seed)
    term, _ = some_gap(chance, FORMS[form][1], 3000)
    for _ in range(40):
        whole = some_curve(chance)
        for low, high in outside(whole, term.targets, 1.0):
            curve = part(whole, low, high)
            least, far = term.minimum_on(curve)
            values = [term.value(*at(curve, curve.length * step / 40)) for step in range(41)]
            assert least <= min(values) + NOISE
            assert abs(term.value(*at(curve, far)) - least) < NOISE


@pytest.mark.parametrize("form", FORMS)
def test_the_value_of_the_gap_term_at_a_place_is_the_gap_to_the_nearest_base(form: str) -> None:
    chance, base = chances(7), FORMS[form][1]
    term, places = some_gap(chance, base, 1500)
    for _ in range(100):
        there = Place(chance.randrange(20 * INCH), chance.randrange(20 * INCH), 1500)
        apart = min(gap(shape(base, there), shape(base, place)) for place in places)
        slack = INCH / 64 if form == "oval" else NOISE  # near goals ovals have fewer corners
        assert term.value(there.x, there.y) == pytest.approx(apart, abs=slack)


def test_a_simplified_zone_contains_the_original_zone() -> None:
    base = Base("oval", 2 * INCH, INCH)
    zone = zone_for(base, 700, oval(0, 0, 3 * INCH, INCH, 4000), 0.0, 0, 1)
    fewer = coarse(zone)
    assert len(zone.core) > CORNERS >= len(fewer.core)
    assert all(room(fewer, x, y) <= room(zone, x, y) + NOISE for x, y in zone.core)
    assert all(abs(room(fewer, x * 2, y * 2) - room(zone, x * 2, y * 2)) < INCH / 32 for x, y in zone.core)
    square = zone_for(FORMS["square"][0], 0, rectangle(0, 0, INCH, INCH, 0), 0.0, 0, 1)
    assert coarse(square) is square
