import pytest

from pilein.geometry.gaps import is_on_table, overlaps, within
from pilein.geometry.shapes import Base, Place, rectangle, shape
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from pilein.placement.rules import Body, OnTable, Rule, Unturned, Within, no_words, on_paths
from pilein.placement.zones import NOBODY
from tests.geometry.crowds import chances
from tests.placement.tables import FORMS, SIZE, crowded, move_on, soaked

INCHES = 12 * INCH
ROUND = Base("round", INCH, INCH)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", [*range(6), *soaked(range(6, 40))])
def test_a_place_is_allowed_if_and_only_if_it_is_on_the_table_and_overlaps_nothing(seed: int, form: str) -> None:
    table, chance = crowded(seed, form)._replace(is_coherent=False, is_straight=False), chances(seed)
    move, base = move_on(table), table.mover[0]
    others = [shape(other, place) for _, other, place in table.others] + list(table.walls)
    for _ in range(300):
        place = Place(chance.randrange(SIZE), chance.randrange(SIZE), chance.randrange(36000))
        body = shape(base, place)
        is_free = is_on_table((SIZE, SIZE), body) and not any(overlaps(body, other) for other in others)
        assert (move.broken(place) is None) == is_free


@pytest.mark.parametrize("form", FORMS)
def test_a_place_is_coherent_if_it_is_within_the_coherency_distance_of_any_model_of_the_unit(form: str) -> None:
    chance, base = chances(3), FORMS[form][1]
    mates = [shape(base, Place(chance.randrange(INCHES), chance.randrange(INCHES), 2000)) for _ in range(3)]
    rule = Rule([Body(n, mate, 2.0 * INCH) for n, mate in enumerate(mates)], no_words, is_inside=True)
    for _ in range(300):
        place = Place(chance.randrange(INCHES), chance.randrange(INCHES), chance.randrange(36000))
        is_beside = any(within(shape(base, place), mate, 2 * INCH) for mate in mates)
        assert rule.holds(base, NOBODY, place) == is_beside


def test_a_place_breaks_a_rule_that_ignores_turning_if_and_only_if_it_misses_the_rule_by_a_positive_distance() -> None:
    base, mate = FORMS["square"][1], shape(FORMS["square"][0], Place(6 * INCH, 6 * INCH))
    chance, plain = chances(5), Rule([Body(1, mate, 2.0 * INCH)], no_words, is_inside=True)
    unturned = Unturned(plain, 0)
    for _ in range(300):
        place = Place(chance.randrange(INCHES), chance.randrange(INCHES), chance.randrange(36000))
        is_broken = not unturned.holds(base, NOBODY, place)
        assert (unturned.excess(base, place) > CONTACT) == is_broken


def test_the_moving_model_does_not_obstruct_itself() -> None:
    rule = Rule([Body(7, rectangle(0, 0, INCH, INCH, 0))], no_words)
    assert rule.broken_by(ROUND, 7, Place(0, 0)) is None
    assert rule.broken_by(ROUND, 8, Place(0, 0)) == 7


def test_no_table_edge_constrains_a_place_well_inside_the_table() -> None:
    rule = OnTable((SIZE, SIZE), no_words)
    assert rule.near(ROUND, 0, 0, SIZE / 2, SIZE / 2, INCH) == []
    assert len(rule.near(ROUND, 0, 0, INCH / 2, SIZE / 2, 0.0)) == 4
    assert rule.holds(ROUND, NOBODY, Place(INCH // 2, INCH // 2))
    assert not rule.holds(ROUND, NOBODY, Place(INCH // 2 - 1, INCH))


def test_a_model_kept_to_a_path_may_deviate_from_it_by_the_contact_tolerance() -> None:
    rule = on_paths([[(0, 0), (INCH, 0), (INCH, INCH)]])
    assert rule.holds(ROUND, NOBODY, Place(INCH // 2, CONTACT))
    assert not rule.holds(ROUND, NOBODY, Place(INCH // 2, CONTACT + 1))
    assert rule.holds(ROUND, NOBODY, Place(INCH + CONTACT, INCH))
    assert not rule.holds(ROUND, NOBODY, Place(INCH + CONTACT + 1, INCH))
    here = Within([((0.0, 0.0), (0.0, 0.0))], 6.0 * INCH, no_words)
    assert here.holds(ROUND, NOBODY, Place(6 * INCH, 0))
    assert not here.holds(ROUND, NOBODY, Place(6 * INCH, INCH))
