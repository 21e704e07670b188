from pilein.geometry.ticks import INCH
from pilein.tabletop.movement.coherency import body_of, groups_of, is_together, strays
from tests.tabletop.movement.fields import field, with_block


def test_two_models_are_linked_if_the_gap_between_them_is_at_most_the_given_distance() -> None:
    plane = field((0, [(10, 10), (13, 10), (17, 10)]), (1, [(17, 11)]))
    assert groups_of(plane, 0, 2 * INCH) == ((0, 1), (2,))
    assert groups_of(plane, 0, 3 * INCH) == ((0, 1, 2),)
    assert (is_together(plane, 0, 2 * INCH), is_together(plane, 0, 3 * INCH)) == (False, True)


def test_the_main_body_of_a_unit_is_its_largest_group_and_among_equal_groups_the_one_in_contact() -> None:
    plane = field((0, [(10, 10), (13, 10), (17, 10)]), (1, [(17, 11)]))
    assert (body_of(plane, 0, 2 * INCH), strays(plane, 0, 2 * INCH)) == ((0, 1), (2,))
    pair = field((0, [(10, 10), (17, 10)]), (1, [(17, 11)]))
    assert body_of(pair, 0, 2 * INCH) == (1,)


def test_ranks_are_in_order_if_only_the_last_is_incomplete() -> None:
    plane = with_block(field((0, [(20, 15)]), (1, [(0, 0)] * 5)), 1, (20, 20, 180, 3))
    assert is_together(plane, 1, 0)
    assert not is_together(plane.without(frozenset({2})), 1, 0)
