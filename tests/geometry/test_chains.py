from hypothesis import given
from hypothesis import strategies as st

from pilein.geometry.chains import coherent, components, linked
from pilein.geometry.gaps import within
from pilein.geometry.shapes import Base, Place, disc, shape
from pilein.geometry.ticks import INCH
from pilein.geometry.tolerance import CONTACT
from tests.geometry.strategies import bases, places

ROW = tuple(disc(x * INCH, 0, INCH / 2) for x in (0, 6, 1, 3, 8))


def test_groups_of_models_are_ordered_by_their_lowest_index() -> None:
    assert linked(ROW, INCH) == ((0, 2, 3), (1, 4))
    assert linked(ROW, 2 * INCH) == ((0, 1, 2, 3, 4),)
    assert linked(ROW, 0.0) == ((0, 2), (1,), (3,), (4,))


def test_coherency_is_measured_with_the_contact_tolerance() -> None:
    far = 3 * INCH + CONTACT
    assert coherent((disc(0, 0, INCH / 2), disc(far, 0, INCH / 2)), 2 * INCH)
    assert not coherent((disc(0, 0, INCH / 2), disc(far + 1, 0, INCH / 2)), 2 * INCH)


def test_an_empty_set_and_a_single_model_are_coherent() -> None:
    assert coherent((), INCH)
    assert coherent(ROW[:1], INCH)
    assert linked((), INCH) == ()


def test_connected_components_do_not_depend_on_the_order_of_pairs() -> None:
    assert components(6, [(4, 1), (5, 4), (3, 2)]) == ((0,), (1, 4, 5), (2, 3))


@given(st.lists(st.tuples(bases, places), max_size=12), st.integers(0, 200_000))
def test_the_groups_of_linked_shapes_equal_those_found_by_comparing_every_pair(
    stood: list[tuple[Base, Place]], distance: int
) -> None:
    shapes = [shape(base, place) for base, place in stood]
    count = len(shapes)
    pairs = [(a, b) for a in range(count) for b in range(a) if within(shapes[a], shapes[b], distance)]
    assert linked(shapes, distance) == components(count, pairs)
