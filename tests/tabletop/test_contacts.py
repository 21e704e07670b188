"""Contacts carried over from one field to the next equal those computed anew."""

from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.gaps import touches
from pilein.geometry.shapes import Base, Place
from pilein.geometry.ticks import INCH
from pilein.tabletop.plane import Plane
from tests.rulesets.scrollhammer.builder import GUARD, REAVER, SQUARE, U, battle

BASES = (SQUARE, Base("round", INCH, INCH))
CELLS = st.tuples(st.integers(0, 3), st.integers(0, 3), st.sampled_from((0, 1, 200)))
MOVES = st.lists(st.tuples(st.integers(0, 7), CELLS, st.booleans()), max_size=6)


def at(cell):
    """Return a place on a grid of touching squares, possibly shifted by some ticks."""
    return Place((10 + cell[0]) * INCH + cell[2], (10 + cell[1]) * INCH, 0)


@given(st.lists(CELLS, min_size=8, max_size=8), MOVES, st.sampled_from(BASES), st.sampled_from(BASES))
def test_contacts_updated_after_a_move_match_newly_computed_ones(cells, moves, own, other):
    places = [(at(cell).x / INCH, at(cell).y / INCH) for cell in cells]
    units = U("red", 0, [(GUARD, 4)], at=places[:4], base=own), U("blue", 1, [(REAVER, 4)], at=places[4:], base=other)
    field = battle(*units).plane
    for model, cell, is_asked in moves:
        if is_asked:
            assert field.edge_contacts.friends.keys() == field.contacts.friends.keys()
        field = field.with_place(model, at(cell))
        anew = Plane(field.setup, field.standings)
        assert field.contacts == anew.contacts
        assert field.edge_contacts == anew.edge_contacts
        assert (field.edge_contacts is field.contacts) == (anew.edge_contacts is anew.contacts)
        assert list(field.shapes.items()) == list(anew.shapes.items())


@given(st.lists(CELLS, min_size=8, max_size=8), st.sampled_from(BASES), st.sampled_from(BASES))
def test_the_contacts_of_a_field_are_all_pairs_of_models_that_touch(cells, own, other):
    places = [(at(cell).x / INCH, at(cell).y / INCH) for cell in cells]
    units = U("red", 0, [(GUARD, 4)], at=places[:4], base=own), U("blue", 1, [(REAVER, 4)], at=places[4:], base=other)
    field = battle(*units).plane
    for model in range(8):
        met = [one for one in range(8) if one != model and touches(field.shape(one), field.shape(model))]
        assert field.contacts.friends[model] == tuple(one for one in met if (one < 4) == (model < 4))
        assert field.contacts.enemies[model] == tuple(one for one in met if (one < 4) != (model < 4))


def test_edge_contacts_still_equal_all_contacts_after_models_are_removed():
    field = battle(
        U("red", 0, [(GUARD, 2)], at=[(10, 10), (11, 10)]), U("blue", 1, [(REAVER, 1)], at=[(9.5, 11)])
    ).plane
    assert field.edge_contacts is field.contacts
    left = field.without(frozenset((1,)))
    assert left.edge_contacts is left.contacts
    assert left.contacts == Plane(left.setup, left.standings).contacts
