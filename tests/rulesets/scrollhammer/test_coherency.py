"""SH-R-06: the coherency of units, and the gap that it allows between models."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.geometry.gaps import within
from pilein.geometry.ticks import INCH
from pilein.kernel.table import Table
from pilein.rulesets.scrollhammer.coherency import coherency_distance
from pilein.tabletop.movement.coherency import body_of, groups_of, is_together, strays
from tests.rulesets.scrollhammer.builder import GUARD, IMP, U, battle


def unit(*at, formation="skirmish", rulings=None, foes=((40, 40),)):
    own = U("red", 0, [(GUARD, len(at))], at=at, formation=formation)
    return battle(own, U("blue", 1, [(IMP, len(foes))], at=foes), rulings=rulings)


def distance(made):
    return coherency_distance(made, Table(made.setup.readings), 0)


def test_models_are_in_coherency_if_the_gaps_between_them_are_at_most_two_inches():
    assert is_together(unit((10, 10), (13, 10), (16, 10)).plane, 0, 2 * INCH)
    assert not is_together(unit((10, 10), (13.01, 10), (16, 10)).plane, 0, 2 * INCH)
    assert is_together(unit((10, 10)).plane, 0, 2 * INCH)


def test_the_coherency_distance_depends_on_the_formation_and_on_a_ruling():
    """SH-R-06: the distance is 2", or 1" under `skirmish-1` and `horde-1` for the formation that the option names."""
    cases = [
        ("skirmish", "default", 2),
        ("skirmish", "skirmish-1", 1),
        ("horde", "horde-1", 1),
        ("horde", "skirmish-1", 2),
    ]
    for formation, option, inches in cases:
        assert distance(unit((10, 10), formation=formation, rulings={"SH-R-06": option})) == inches * INCH


def test_a_block_is_coherent_if_only_its_last_rank_has_gaps():
    own = U("red", 0, [(GUARD, 6)], block=(10, 10, 0, 3), formation="ranks")
    made = battle(own, U("blue", 1, [(IMP, 1)], at=[(40, 40)]))
    assert is_together(made.plane, 0, 0)
    assert is_together(made.on(made.plane.without(frozenset({3, 4}))).plane, 0, 0)
    assert not is_together(made.on(made.plane.without(frozenset({1}))).plane, 0, 0)
    assert is_together(made.on(made.plane.without(frozenset(range(6)))).plane, 0, 0)


def test_models_outside_the_largest_group_of_a_unit_are_strays():
    made = unit((10, 10), (15, 10), (16, 10), (22, 10))
    assert groups_of(made.plane, 0, 2 * INCH) == ((0,), (1, 2), (3,))
    assert body_of(made.plane, 0, 2 * INCH) == (1, 2)
    assert strays(made.plane, 0, 2 * INCH) == (0, 3)


def test_of_two_equally_large_groups_of_a_unit_the_one_in_contact_is_the_main_body():
    made = unit((10, 10), (15, 10), foes=[(15, 11)])
    assert body_of(made.plane, 0, 2 * INCH) == (1,)
    assert strays(unit((10, 10), (15, 10)).plane, 0, 2 * INCH) == (1,)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=8, unique=True))
def test_every_stray_is_further_from_the_main_body_than_coherency_allows(spots):
    made = unit(*((2 + 1.3 * x, 2 + 1.3 * y) for x, y in spots), foes=[(47, 47)])
    body, lost = body_of(made.plane, 0, 2 * INCH), strays(made.plane, 0, 2 * INCH)
    assert sorted((*body, *lost)) == list(made.plane.models(0))
    shapes = made.plane.shapes
    assert not any(within(shapes[model], shapes[one], 2 * INCH) for model in lost for one in body)
