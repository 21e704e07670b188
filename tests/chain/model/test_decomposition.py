"""A state can be decomposed into parts and reassembled unchanged."""

from typing import ClassVar

import pytest
from msgspec import Struct

from pilein.chain.model.decomposition import Decomposition
from pilein.chain.model.transitions import TABLE_BITS
from pilein.chain.model.unread import ReadRequired, Unread
from pilein.dice import Pool, Target, Volley
from pilein.tabletop.bodies import Body

POOL = Pool((Volley(2, 4, 4, target=0),), (Target(3),))


class Under(Struct, frozen=True):
    count: int
    is_open: bool = False


class Over(Struct, frozen=True):
    by_unit: ClassVar[tuple[str, ...]] = ("units",)

    units: tuple[Under, ...]
    roll: Pool | None = None
    body: Body | None = None
    plain: tuple[int, ...] = ()


def decomposed(state):
    return Decomposition(TABLE_BITS).decomposed(state, {})


def paths(state):
    return [".".join(map(str, variable.names)) for variable in decomposed(state)[0].variables]


def test_a_state_is_decomposed_into_the_fields_of_its_structs_and_of_the_structs_of_each_unit():
    state = Over((Under(1), Under(2)), POOL, Body(((0, 0, 3),)), (1, 2))
    assert paths(state) == [
        "units.0.count",
        "units.0.is_open",
        "units.1.count",
        "units.1.is_open",
        "roll",
        "body",
        "plain",
    ]


def test_two_states_have_different_layouts_if_a_value_is_missing_from_only_one_of_them():
    parts = Decomposition(TABLE_BITS)
    one, _ = parts.decomposed(Over((Under(1),)), {})
    same, _ = parts.decomposed(Over((Under(2),)), {})
    other, _ = parts.decomposed(Over((Under(1),), POOL), {})
    assert one is same
    assert one is not other


def test_a_decomposed_state_is_reassembled_unchanged():
    state = Over((Under(1, is_open=True), Under(2)), POOL, None, (3,))
    layout, found = decomposed(state)
    position = sum(variable.bits(value) for variable, value in found.items())
    assert layout.built(position)[0] == state


def test_decomposition_distinguishes_true_from_the_integer_one():
    parts = Decomposition(TABLE_BITS)
    _, found = parts.decomposed(Over((Under(1),), None, None, ()), {})
    count = next(variable for variable in found if variable.names[-1] == "count")
    assert count.bits(1) != count.bits(True)


def test_decomposing_a_struct_that_holds_an_unread_value_requires_reading_the_value():
    parts = Decomposition(TABLE_BITS)
    layout, _ = parts.decomposed(Over((Under(1), Under(2))), {})
    unread = Unread(layout.variables[0], {})
    with pytest.raises(ReadRequired):
        parts.decomposed(Over((Under(2), Under(unread))), {})


def all_unread(parts, state):
    """Return the state with none of its parts read, together with the parts that are known."""
    layout, _ = parts.decomposed(state, {})
    return layout.built(0, reads=(0, ()))


def all_read(parts, state):
    """Return the state with all its parts read, together with its layout and the parts that are known."""
    layout, found = parts.decomposed(state, {})
    position = sum(variable.bits(value) for variable, value in found.items())
    state, known = layout.built(position)
    return state, layout, known


def test_decomposing_unread_structs_in_a_new_order_requires_reading_them():
    parts = Decomposition(TABLE_BITS)
    state, known = all_unread(parts, Over((Under(1), Under(2))))
    one, other = state.units
    with pytest.raises(ReadRequired):
        parts.decomposed(Over((other, one)), known)


def test_structs_already_read_can_be_reordered_without_another_read():
    parts = Decomposition(TABLE_BITS)
    state, _, known = all_read(parts, Over((Under(1), Under(2))))
    _, moved = parts.decomposed(Over((state.units[1], state.units[0]), plain=state.plain), known)
    assert {variable.names: value for variable, value in moved.items()} == {
        ("units", 0, "count"): 2,
        ("units", 1, "count"): 1,
    }


def test_decomposition_skips_the_values_that_a_clause_left_unchanged():
    parts = Decomposition(TABLE_BITS)
    state, layout, known = all_read(parts, Over((Under(1), Under(2)), plain=(7,)))
    after, changed = parts.decomposed(Over((state.units[0], Under(3)), plain=state.plain), known)
    assert after is layout
    assert {variable.names: value for variable, value in changed.items()} == {("units", 1, "count"): 3}
