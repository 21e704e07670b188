from hypothesis import given, settings
from hypothesis import strategies as st

from pilein.tabletop.plane import Plane
from tests.rulesets.scrollhammer.builder import battle
from tests.rulesets.scrollhammer.charging import guards, rank


def afresh(field: Plane) -> Plane:
    return Plane(field.setup, field.standings, field.lost)


@settings(max_examples=30)
@given(st.frozensets(st.integers(0, 8)))
def test_contacts_and_shapes_carried_over_after_losses_equal_newly_computed_ones(gone: frozenset[int]) -> None:
    field = battle(guards([(10, 10), (11, 10), (12, 10)]), rank(6, 10.5, 11.5, 18000, files=3)).plane
    assert field.contacts.enemies[0]
    for left in (field.without(gone), field.after({1: 1}, gone), field.wounded(2, 1).without(gone)):
        assert left.contacts == afresh(left).contacts
        assert list(left.shapes) == list(afresh(left).shapes)
        assert all(left.shape(model).core == afresh(left).shape(model).core for model in left.shapes)
        assert left.edge_contacts == afresh(left).edge_contacts
