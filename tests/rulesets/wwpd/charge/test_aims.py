"""WW-R-10: the models nearest to the enemy, and ties between them."""

from pilein.geometry.ticks import INCH
from pilein.rulesets.wwpd.aims import closest, enemies_by_gap, in_order_of_gaps, is_within
from tests.rulesets.wwpd.builder import U, battle


def standing():
    reds = [(10, 15), (12, 15), (20, 10), (12, 13)]
    return battle(U("reds", 0, reds), U("blues", 1, [(10, 20), (12, 20)]), U("others", 1, [(20, 20)]))


def test_the_enemies_in_all_opposing_units_are_listed_with_the_nearest_first():
    gaps = enemies_by_gap(standing(), 0)
    assert [model for _, model in gaps] == [4, 5, 6]
    assert gaps[0][0] == 4 * INCH


def test_models_with_equal_gaps_to_the_enemy_are_equally_close():
    assert closest(standing(), (0, 1, 2, 3)) == (0, 1)
    assert closest(standing(), (2, 3)) == (3,)


def test_models_are_ordered_by_distance_and_equally_distant_ones_keep_the_order_in_which_they_were_named():
    assert in_order_of_gaps(standing(), (0, 1, 2, 3), (1, 0)) == (1, 0, 3, 2)


def test_distances_are_measured_from_base_to_base():
    assert is_within(standing(), 0, 4 * INCH)
    assert not is_within(standing(), 0, 3.9 * INCH)
