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
def test_the_rolled_faces_and_the_weights_of_a_total_give_the_same_distribution(dice: int, sides: int) -> None:
    assert_both_readings_agree(Total(dice, sides))


@given(dice_and_keep)
def test_the_rolled_faces_and_the_weights_of_a_sum_of_the_lowest_dice_give_the_same_distribution(
    drawn: tuple[int, int],
) -> None:
    assert_both_readings_agree(Lowest(*drawn))


@given(dice_and_keep)
def test_the_rolled_faces_and_the_weights_of_a_sum_of_the_highest_dice_give_the_same_distribution(
    drawn: tuple[int, int],
) -> None:
    assert_both_readings_agree(Highest(*drawn))


@given(st.integers(0, 4))
def test_the_rolled_faces_and_the_weights_of_a_roll_of_d3s_give_the_same_distribution(dice: int) -> None:
    assert_both_readings_agree(D3s(dice))


def test_a_d3_is_a_d6_halved_and_rounded_up() -> None:
    assert [outcome_of(D3s(1), face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


def test_the_lowest_two_of_three_dice_exclude_the_highest_die() -> None:
    assert outcome_of(Lowest(2, 3), 5, 2, 4) == 6
    assert outcome_of(Highest(2, 3), 5, 2, 4) == 9


@pytest.mark.parametrize("kind", [Lowest, Highest])
def test_keeping_more_dice_than_were_rolled_is_refused(kind: type[Lowest | Highest]) -> None:
    with pytest.raises(ValueError, match="2 dice cannot keep 3"):
        kind(3, 2)


@pytest.mark.parametrize("roll", KINDS)
def test_every_roll_implements_the_roll_protocol_and_survives_a_round_trip_through_json(roll: Roll) -> None:
    assert isinstance(roll, Roll)
    assert hash(roll) == hash(json.decode(json.encode(roll), type=type(roll)))
    assert roll == json.decode(json.encode(roll), type=type(roll))


@pytest.mark.parametrize("roll", KINDS)
def test_two_rolls_that_differ_only_in_their_labels_share_their_weights(roll: Roll) -> None:
    named = type(roll)(**{**{name: getattr(roll, name) for name in roll.__struct_fields__}, "label": "x"})  # type: ignore[attr-defined]
    assert named.weights() is roll.weights()
