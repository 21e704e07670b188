"""States are decomposed into parts and reassembled."""

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


def test_only_structs_and_tuples_by_unit_are_decomposed():
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


def test_absent_values_are_part_of_the_layout():
    parts = Decomposition(TABLE_BITS)
    one, _ = parts.decomposed(Over((Under(1),)), {})
    same, _ = parts.decomposed(Over((Under(2),)), {})
    other, _ = parts.decomposed(Over((Under(1),), POOL), {})
    assert one is same
    assert one is not other


def test_a_state_is_reassembled_unchanged():
    state = Over((Under(1, is_open=True), Under(2)), POOL, None, (3,))
    layout, found = decomposed(state)
    position = sum(variable.bits(value) for variable, value in found.items())
    assert layout.built(position)[0] == state


def test_true_and_the_integer_one_are_kept_apart():
    parts = Decomposition(TABLE_BITS)
    _, found = parts.decomposed(Over((Under(1),), None, None, ()), {})
    count = next(variable for variable in found if variable.names[-1] == "count")
    assert count.bits(1) != count.bits(True)


def test_a_value_moved_unread_must_be_read_when_its_content_is_needed():
    parts = Decomposition(TABLE_BITS)
    layout, _ = parts.decomposed(Over((Under(1), Under(2))), {})
    unread = Unread(layout.variables[0], {})
    with pytest.raises(ReadRequired):
        parts.decomposed(Over((Under(2), Under(unread))), {})


def all_unread(parts, state):
    """State with all its parts unread, and its known parts."""
    layout, _ = parts.decomposed(state, {})
    return layout.built(0, reads=(0, ()))


def all_read(parts, state):
    """State after all its parts have been read, its layout, and its known parts."""
    layout, found = parts.decomposed(state, {})
    position = sum(variable.bits(value) for variable, value in found.items())
    state, known = layout.built(position)
    return state, layout, known


def test_a_struct_moved_unread_must_be_read_when_its_content_is_needed():
    parts = Decomposition(TABLE_BITS)
    state, known = all_unread(parts, Over((Under(1), Under(2))))
    one, other = state.units
    with pytest.raises(ReadRequired):
        parts.decomposed(Over((other, one)), known)


def test_a_struct_already_read_may_be_moved():
    parts = Decomposition(TABLE_BITS)
    state, _, known = all_read(parts, Over((Under(1), Under(2))))
    _, moved = parts.decomposed(Over((state.units[1], state.units[0]), plain=state.plain), known)
    assert {variable.names: value for variable, value in moved.items()} == {
        ("units", 0, "count"): 2,
        ("units", 1, "count"): 1,
    }


def test_values_untouched_by_a_clause_are_not_decomposed_again():
    parts = Decomposition(TABLE_BITS)
    state, layout, known = all_read(parts, Over((Under(1), Under(2)), plain=(7,)))
    after, changed = parts.decomposed(Over((state.units[0], Under(3)), plain=state.plain), known)
    assert after is layout
    assert {variable.names: value for variable, value in changed.items()} == {("units", 1, "count"): 3}
