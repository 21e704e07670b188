"""States taken apart, and put together again."""

from typing import ClassVar

import pytest
from msgspec import Struct

from pilein.dice import Pool, Target, Volley
from pilein.engine.chain.veiled.heads import HEAD_BITS
from pilein.engine.chain.veiled.leaves import Leaves
from pilein.engine.chain.veiled.veil import Unveiled, Veil
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


def apart(state):
    return Leaves(HEAD_BITS).apart(state, {})


def paths(state):
    return [".".join(map(str, leaf.path)) for leaf in apart(state)[0].leaves]


def test_structs_and_tuples_by_unit_are_opened_and_nothing_else_is():
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


def test_what_is_not_there_belongs_to_the_frame():
    leaves = Leaves(HEAD_BITS)
    one, _ = leaves.apart(Over((Under(1),)), {})
    same, _ = leaves.apart(Over((Under(2),)), {})
    other, _ = leaves.apart(Over((Under(1),), POOL), {})
    assert one is same
    assert one is not other


def test_a_state_is_put_together_as_it_was():
    state = Over((Under(1, is_open=True), Under(2)), POOL, None, (3,))
    frame, found = apart(state)
    position = sum(leaf.bits(value) for leaf, value in found.items())
    assert frame.built(lambda leaf: leaf.value(position), {}) == state


def test_a_boolean_is_told_from_a_whole_number():
    leaves = Leaves(HEAD_BITS)
    _, found = leaves.apart(Over((Under(1),), None, None, ()), {})
    count = next(leaf for leaf in found if leaf.path[-1] == "count")
    assert count.bits(1) != count.bits(True)


def test_a_veil_that_has_been_moved_has_to_be_lifted():
    leaves = Leaves(HEAD_BITS)
    frame, _ = leaves.apart(Over((Under(1), Under(2))), {})
    veil = Veil(frame.leaves[0], {})
    with pytest.raises(Unveiled):
        leaves.apart(Over((Under(2), Under(veil))), {})


def hidden(leaves, state):
    """The same state with nothing in sight, and what is known of it."""
    frame, _ = leaves.apart(state, {})
    known = {}
    return frame.built(lambda _: None, known, 0), known


def in_sight(leaves, state):
    """The same state built with all of it in sight, its frame, and what is known of it."""
    frame, found = leaves.apart(state, {})
    position = sum(leaf.bits(value) for leaf, value in found.items())
    known = {}
    return frame.built(lambda leaf: leaf.value(position), known), frame, known


def test_a_struct_that_has_been_moved_with_all_its_veils_has_to_be_looked_at():
    leaves = Leaves(HEAD_BITS)
    state, known = hidden(leaves, Over((Under(1), Under(2))))
    one, other = state.units
    with pytest.raises(Unveiled):
        leaves.apart(Over((other, one)), known)


def test_a_struct_that_is_in_sight_may_be_moved():
    leaves = Leaves(HEAD_BITS)
    state, _, known = in_sight(leaves, Over((Under(1), Under(2))))
    _, moved = leaves.apart(Over((state.units[1], state.units[0]), plain=state.plain), known)
    assert {leaf.path: value for leaf, value in moved.items()} == {
        ("units", 0, "count"): 2,
        ("units", 1, "count"): 1,
    }


def test_what_a_clause_has_not_touched_is_not_found_again():
    leaves = Leaves(HEAD_BITS)
    state, frame, known = in_sight(leaves, Over((Under(1), Under(2)), plain=(7,)))
    after, changed = leaves.apart(Over((state.units[0], Under(3)), plain=state.plain), known)
    assert after is frame
    assert {leaf.path: value for leaf, value in changed.items()} == {("units", 1, "count"): 3}
