"""Tie breaks compare positions from a unit's point of view."""

from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.ticks import INCH
from pilein.rulesets.scrollhammer.policy.tie_breaks import ahead, middle, view_of
from tests.rulesets.fielding import row
from tests.rulesets.scrollhammer.builder import GUARD, IMP, U, battle


def guards(places, enemy, **more):
    return battle(U("guards", 0, [(GUARD, len(places))], places), U("imps", 1, [(IMP, 1)], [enemy]), **more)


def test_the_centre_used_to_break_ties_is_the_mean_of_the_centres_of_the_models():
    assert middle(guards(row(10, 10, 3), (20, 20)), (0, 1, 2)) == (11 * INCH, 10 * INCH)


def test_the_forward_direction_of_loose_models_is_towards_the_enemy():
    assert ahead(guards(row(10, 10, 1), (20, 10)), 0) == 9000


def test_the_forward_direction_of_a_block_is_that_of_its_facing():
    made = battle(
        U("guards", 0, [(GUARD, 4)], block=(10, 10, 270, 2), formation="ranks"), U("imps", 1, [(IMP, 1)], [(20, 20)])
    )
    assert ahead(made, 0) == 27000


def test_positions_do_not_break_ties_in_the_press():
    made = battle(U("guards", 0, [(GUARD, 1)]), U("imps", 1, [(IMP, 1)]), pairs=((0, 1),))
    assert view_of(made, 0).of(5, 7) == (0, 0, 0)


def test_ties_are_broken_first_by_distance_and_then_by_side():
    view = view_of(guards(row(10, 10, 1), (10, 20)), 0)
    assert view.of(10 * INCH, 12 * INCH) == (200 * 200, 0, 0)
    assert view.of(9 * INCH, 10 * INCH) == (100 * 100, 100, -100)


@given(st.integers(4, 44), st.integers(4, 44))
def test_ties_are_broken_the_same_way_on_a_rotated_table(x, y):
    upright = view_of(guards([(20, 20), (21, 20)], (24, 30)), 0)
    lying = view_of(guards([(20, 28), (20, 27)], (30, 24)), 0)
    assert upright.of(x * INCH, y * INCH) == lying.of(y * INCH, (48 - x) * INCH)
