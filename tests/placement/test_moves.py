import pytest

from pilein.geometry.shapes import Place
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.placement.curves import at, line, nearest
from tests.geometry.crowds import chances
from tests.placement.tables import FORMS, SIZE, crowded, move_on, soaked


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", [*range(12), *soaked(range(12, 60))])
def test_the_openings_of_a_line_are_exactly_the_parts_where_the_base_may_be_placed(seed: int, form: str) -> None:
    table, chance = crowded(seed, form), chances(seed)
    move = move_on(table)
    for _ in range(4):
        a, b = ((chance.uniform(0, SIZE), chance.uniform(0, SIZE)) for _ in range(2))
        curve = line(a, b, chance.choice((0, 1500, 4500)))
        spans = [
            sorted((nearest(curve, one.ax, one.ay), nearest(curve, one.bx, one.by)))
            for one in move.cut(curve, smaller=0)
        ]
        for _ in range(60):
            far = chance.uniform(0, curve.length)
            if any(abs(far - end) < CONTACT + 4 for span in spans for end in span):
                continue  # the slack of an end
            x, y = at(curve, far)
            is_open = any(low <= far <= high for low, high in spans)
            assert (move.broken(Place(round(x), round(y), curve.facing)) is None) == is_open


@pytest.mark.parametrize("form", FORMS)
def test_a_refused_place_comes_with_a_reason_and_an_allowed_place_with_a_path(form: str) -> None:
    for seed in range(6):
        move, chance = move_on(crowded(seed, form)), chances(seed)
        for _ in range(30):
            x, y = move.start.x + chance.randrange(-9, 9) * INCH, move.start.y + chance.randrange(-9, 9) * INCH
            place = Place(x, y, move.start.facing)
            way = move.certified(place)
            if way is None:
                assert move.why_broken(place) is not None or move.why_no_path(place)
            else:
                assert move.why_broken(place) is None
                assert way.route.length <= move.limit


def test_a_point_slightly_inside_a_zone_is_pushed_out_of_it() -> None:
    table = crowded(2)
    move = move_on(table)
    label, _, there = table.others[0]
    zone = next(one for one in move.rules[1].near(move.base, 0, 0, *move.here, SIZE) if one.label == label)
    x, y = there.x, there.y - zone.radius + CONTACT / 4
    free = Place(round(x), round(there.y - zone.radius - 3), 0)
    if move.broken(free) is None:
        place = move.snapped(x, y, 0)
        assert place is not None
        assert abs(place.y - y) <= CONTACT / 4 + 2
    assert move.snapped(x, there.y - zone.radius + CONTACT, 0) is None


def test_a_place_further_away_than_the_movement_allows_is_refused_as_too_far() -> None:
    move = move_on(crowded(1)._replace(reach=3 * INCH, is_straight=False))
    far = Place(move.start.x + 4 * INCH, move.start.y, 0)
    assert move.why_no_path(far) == 'the place is further away than 3"'
