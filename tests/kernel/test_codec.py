"""Positions can be converted to JSON and back unchanged."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from pilein.kernel.codec import codec_of
from pilein.kernel.errors import BadRecord
from pilein.kernel.layout import layout_of
from pilein.kernel.position import Position
from tests.duel import ON_A_TABLE, RULESET, SAMPLE, Duel, scenario

CODEC = codec_of(Duel)


class Setup(Struct, frozen=True, eq=False):
    name: str = "never written"


class Spot(Struct, frozen=True):
    x: int
    y: int


class Path(Struct, frozen=True):
    spots: tuple[Spot, ...]
    setup: Setup
    is_open: bool = False


class One(Struct, frozen=True):
    only: str


class Toy(Struct, frozen=True):
    setup: Setup
    spot: Spot | None
    either: One | Spot | None
    path: Path
    numbers: tuple[int, ...]
    pair: tuple[One, int]
    words: str | None = None
    flag: bool = True
    half: float = 0.5


TOY = codec_of(Toy)
SETUP = Setup()
spots = st.builds(Spot, st.integers(-(2**53), 2**53), st.integers(-9, 9))
toys = st.builds(
    Toy,
    st.just(SETUP),
    st.none() | spots,
    st.none() | spots | st.builds(One, st.text(max_size=3)),
    st.builds(Path, st.lists(spots, max_size=4).map(tuple), st.just(SETUP), st.booleans()),
    st.lists(st.integers(-9, 9), max_size=4).map(tuple),
    st.tuples(st.builds(One, st.text(max_size=3)), st.integers(0, 9)),
    st.none() | st.text(max_size=5),
    st.booleans(),
    st.floats(allow_nan=False, allow_infinity=False),
)
plain = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=8,
)
entries = st.tuples(st.just("file.clause"), st.integers(0, 9))


@given(toys, st.lists(entries, max_size=3).map(tuple), st.lists(plain, max_size=3).map(tuple))
def test_every_position_survives_a_round_trip(state: Toy, agenda: Any, answers: Any) -> None:
    position = Position(state, agenda, answers)
    again = TOY.decode(TOY.encode(position), SETUP)
    assert again == position
    assert hash(again) == hash(position)
    assert again.state.setup is SETUP
    assert again.state.path.setup is SETUP


def test_the_set_up_of_a_battle_is_not_written_with_each_position() -> None:
    toy = Toy(SETUP, None, None, Path((), SETUP), (), (One("a"), 1))
    assert b"never written" not in TOY.encode(Position(toy, ()))


@pytest.mark.parametrize("text", [SAMPLE, ON_A_TABLE])
def test_the_fields_of_a_press_and_of_a_table_survive_a_round_trip(text: str) -> None:
    position = RULESET.opened(scenario(text)).with_answer(("a", 1))
    setup = position.state.setup
    again = CODEC.decode(CODEC.encode(position), setup)
    assert again == position
    assert again.state.field.setup is setup


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.floats(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=12,
)


@given(junk, junk)
def test_a_document_that_is_not_a_position_is_refused_as_a_bad_record(state: Any, answers: Any) -> None:
    with pytest.raises(BadRecord):
        TOY.position({"state": state, "agenda": [], "answers": answers}, SETUP)


@pytest.mark.parametrize("text", [b"", b"{", b"[]", b"3", b'{"state": []}', b"\xff"])
def test_text_that_is_not_json_is_refused_and_the_reason_is_given(text: bytes) -> None:
    with pytest.raises(BadRecord):
        TOY.decode(text, SETUP)


@pytest.mark.parametrize("kind", [dict, list[int], set, tuple[int, ...] | Spot, tuple[int] | tuple[str]])
def test_no_codec_is_built_for_a_type_that_no_state_can_hold(kind: Any) -> None:
    with pytest.raises(TypeError, match="a state cannot hold"):
        layout_of(kind)
