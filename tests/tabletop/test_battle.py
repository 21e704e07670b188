"""Features that the states of all rulesets have in common."""

import pytest
from msgspec import Struct

from pilein.kernel.codec import codec_of
from pilein.kernel.position import Position
from pilein.tabletop.battle import Moment, with_entry
from tests.rulesets.scrollhammer.builder import GUARD, U, battle


class Mood(Struct, frozen=True):
    merry: bool = False
    songs: int = 0


class Feast(Moment[Mood], frozen=True):
    course: int = 1


def feast(**placed):
    built = battle(U("guards", 0, [(GUARD, 2)], **placed), U("guests", 1, [(GUARD, 3)], **placed), **placed_in(placed))
    return Feast(built.setup, 1, built.field, (Mood(), Mood()))


def placed_in(placed):
    return {} if placed else {"pairs": [(0, 1)]}


def test_the_state_of_a_ruleset_has_the_common_fields_followed_by_the_fields_of_the_ruleset():
    assert Feast.__struct_fields__ == ("setup", "active", "field", "statuses", "course")
    assert feast().course == 1


def test_a_unit_is_identified_by_its_number():
    state = feast()
    assert (state.unit(1).name, state.side(1), state.living(1), state.lives(1)) == ("guests", 1, 3, True)
    assert not state.on(state.field.without_unit(1)).lives(1)


def test_changing_the_status_of_a_unit_returns_a_copy_of_the_state():
    state = feast()
    merry = state.having(1, merry=True)
    assert (merry.status(0), merry.status(1)) == (Mood(), Mood(merry=True))
    assert state.status(1) == Mood()
    assert merry.with_status(1, Mood()) == state
    assert isinstance(merry, Feast)


def test_only_a_battle_on_a_table_has_a_plane_as_its_field():
    state = feast()
    assert not state.is_on_table
    with pytest.raises(AssertionError, match="only a table has places"):
        _ = state.plane


def test_a_state_survives_a_round_trip_through_its_codec():
    position = Position(feast().having(0, songs=2), (("sing", 0),))
    codec = codec_of(Feast)
    assert codec.decode(codec.encode(position), position.state.setup) == position


def test_changing_one_entry_of_a_list_leaves_the_rest_unchanged():
    assert with_entry((1, 2, 3), 1, 5) == (1, 5, 3)
