import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json

from pilein.dice import (
    AnyPass,
    Count,
    D3s,
    Hazards,
    Highest,
    Lowest,
    Pool,
    Roll,
    Target,
    Test,
    Total,
    Volley,
)
from tests.dice.enumeration import assert_both_readings_agree, outcome_of

KINDS: tuple[Roll, ...] = (
    Total(2),
    Lowest(2, 3),
    Highest(2, 3),
    D3s(2),
    Count(3, 4),
    Test(7),
    Hazards((7, 4)),
    AnyPass(2, 3),
    Pool((Volley(2, 4, 4, 4, 0, keep=("ones",)),), (Target(2),)),
)
dice_and_keep = st.integers(0, 4).flatmap(lambda dice: st.tuples(st.integers(0, dice), st.just(dice)))


@given(st.integers(0, 3), st.integers(1, 8))
def test_a_total_reads_the_same_both_ways(dice: int, sides: int) -> None:
    assert_both_readings_agree(Total(dice, sides))


@given(dice_and_keep)
def test_the_lowest_read_the_same_both_ways(drawn: tuple[int, int]) -> None:
    assert_both_readings_agree(Lowest(*drawn))


@given(dice_and_keep)
def test_the_highest_read_the_same_both_ways(drawn: tuple[int, int]) -> None:
    assert_both_readings_agree(Highest(*drawn))


@given(st.integers(0, 4))
def test_d3s_read_the_same_both_ways(dice: int) -> None:
    assert_both_readings_agree(D3s(dice))


def test_a_d3_is_half_a_d6_rounded_up() -> None:
    assert [outcome_of(D3s(1), face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


def test_the_lowest_two_of_three_dice_exclude_the_highest() -> None:
    assert outcome_of(Lowest(2, 3), 5, 2, 4) == 6
    assert outcome_of(Highest(2, 3), 5, 2, 4) == 9


@pytest.mark.parametrize("kind", [Lowest, Highest])
def test_keeping_more_dice_than_were_rolled_is_refused(kind: type[Lowest | Highest]) -> None:
    with pytest.raises(ValueError, match="3 of 2 dice"):
        kind(3, 2)


@pytest.mark.parametrize("roll", KINDS)
def test_every_roll_implements_the_protocol_of_rolls(roll: Roll) -> None:
    assert isinstance(roll, Roll)
    assert hash(roll) == hash(json.decode(json.encode(roll), type=type(roll)))
    assert roll == json.decode(json.encode(roll), type=type(roll))


@pytest.mark.parametrize("roll", KINDS)
def test_the_label_of_a_roll_changes_no_weight_and_causes_no_second_computation(roll: Roll) -> None:
    named = type(roll)(**{**{name: getattr(roll, name) for name in roll.__struct_fields__}, "label": "x"})  # type: ignore[attr-defined]
    assert named.weights() is roll.weights()
