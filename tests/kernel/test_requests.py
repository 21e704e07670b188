"""Questions offer legal answers and refuse illegal ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pilein.dice import Total
from pilein.kernel.errors import IllegalAnswer
from pilein.kernel.requests import Choice, OneOf, Several, Split, answered, first, is_choice, yes_or_no

COLOURS = OneOf(0, "X-1", "Which?", ("red", "blue"))
CREW = Several(1, "X-2", "Who?", (3, 5, 7), 1, 2, ("Ann", "Bob", "Cid"))
SHARES = Split(0, "X-3", "How many each?", 3, ("left", "right"))


def test_a_request_for_one_of_several_options_offers_them_in_order() -> None:
    assert list(COLOURS.candidates()) == [("red", "red"), ("blue", "blue")]
    assert first(COLOURS) == "red"


def test_a_yes_or_no_question_offers_yes_before_no() -> None:
    assert list(yes_or_no(0, "X-1", "Fight?").candidates()) == [("yes", True), ("no", False)]


def test_a_question_may_name_the_unit_or_model_it_is_about() -> None:
    assert yes_or_no(0, "X-1", "Does the third fight?", about=3).about == 3
    assert COLOURS.about < 0


@pytest.mark.parametrize("answer", ["green", None, ("red",), 0])
def test_a_request_for_one_of_several_options_refuses_any_other_answer(answer: object) -> None:
    assert COLOURS.why_not(answer) == "it is not one of the options, which are 'red', 'blue'"


def test_true_is_not_accepted_as_the_option_1() -> None:
    assert OneOf(0, "X-1", "How many?", (0, 1)).why_not(True) is not None
    assert yes_or_no(0, "X-1", "Fight?").why_not(1) is not None


def test_a_long_list_of_options_is_shortened_in_a_refusal() -> None:
    reason = OneOf(0, "X-1", "Which?", tuple(range(40))).why_not(99)
    assert reason is not None
    assert reason.endswith("11 and 28 more")


def test_a_request_for_several_items_offers_every_selection_beginning_with_the_smallest() -> None:
    labels = [label for label, _ in CREW.candidates()]
    assert labels == ["Ann", "Bob", "Cid", "Ann, Bob", "Ann, Cid", "Bob, Cid"]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ((), "it chooses 0 options, but 1 to 2 must be chosen"),
        ((3, 5, 7), "it chooses 3 options, but 1 to 2 must be chosen"),
        ((4,), "4 is not one of 3, 5, 7"),
        ((3, 3), "it chooses the same option twice"),
        (3, "the answer must be a list of options"),
        (([3],), "the answer must be a list of options"),
    ],
)
def test_a_request_for_several_items_gives_the_reason_why_an_answer_is_illegal(answer: object, reason: str) -> None:
    assert CREW.why_not(answer) == reason


def test_an_answer_that_names_several_items_may_name_them_in_any_order() -> None:
    assert CREW.why_not((7, 3)) is None


def test_a_request_for_the_order_of_all_items_offers_one_order_that_begins_with_each_item() -> None:
    order = Several(1, "X-2", "In which order?", (3, 5, 7), 3, 3, ("Ann", "Bob", "Cid"))
    assert list(order.candidates()) == [
        ("Ann, Bob, Cid", (3, 5, 7)),
        ("Bob, Ann, Cid", (5, 3, 7)),
        ("Cid, Ann, Bob", (7, 3, 5)),
    ]


def test_a_request_for_an_ordered_selection_offers_one_order_of_each_size_beginning_with_each_item() -> None:
    order = Several(1, "X-2", "Who, and in which order?", ("a", "b"), 0, 2, ordered=True)
    assert [label for label, _ in order.candidates()] == ["none", "a", "b", "a, b", "b, a"]


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ((1, 1), "its numbers add up to 2, but they must add up to 3"),
        ((3,), "the answer must be 2 whole numbers, for left, right"),
        ((4, -1), "the answer must be 2 whole numbers, for left, right"),
        ((True, 2), "the answer must be 2 whole numbers, for left, right"),
        (3, "the answer must be 2 whole numbers, for left, right"),
    ],
)
def test_a_request_to_split_attacks_gives_the_reason_why_an_answer_is_illegal(answer: object, reason: str) -> None:
    assert SHARES.why_not(answer) == reason


def test_the_first_splits_offered_for_attacks_direct_all_of_them_at_one_target() -> None:
    assert [label for label, _ in SHARES.candidates()] == [
        "all left", "all right", "2 left, 1 right", "1 left, 2 right",
    ]  # fmt: skip


@given(st.integers(0, 6), st.integers(1, 4))
def test_every_split_offered_is_legal_and_none_is_offered_twice(total: int, heads: int) -> None:
    split = Split(0, "X-3", "How many?", total, tuple(map(str, range(heads))))
    offered = [answer for _, answer in split.candidates()]
    assert all(split.why_not(answer) is None for answer in offered)
    assert total == 0 or len(set(offered)) == len(offered)


@given(st.lists(st.integers(), unique=True, max_size=6), st.data())
def test_every_selection_offered_by_a_request_for_several_items_is_legal(of: list[int], data: st.DataObject) -> None:
    least = data.draw(st.integers(0, len(of)))
    most = data.draw(st.integers(least, len(of)))
    several = Several(0, "X-2", "Who?", tuple(of), least, most)
    assert all(several.why_not(answer) is None for _, answer in several.candidates())


def test_answering_a_request_illegally_raises_an_error_that_gives_the_reason() -> None:
    assert answered(COLOURS, "blue") == "blue"
    with pytest.raises(
        IllegalAnswer, match="X-1: 'green' is not legal: it is not one of the options, which are"
    ) as error:
        answered(COLOURS, "green")
    assert (error.value.request, error.value.answer, error.value.clause) == (COLOURS, "green", "X-1")


@pytest.mark.parametrize("choice", [COLOURS, CREW, SHARES])
def test_a_request_for_a_choice_is_distinguished_from_a_request_for_a_roll(choice: Choice) -> None:
    assert is_choice(choice)
    assert not is_choice(Total(2))


def test_a_request_for_an_order_offers_one_order_ending_with_each_item_if_only_the_last_item_counts():
    asked = Several(0, "X-2", "In which order?", ("a", "b", "c"), 3, 3, ordered=True, last_counts=True)
    assert [order for _, order in asked.candidates()] == [("a", "b", "c"), ("a", "c", "b"), ("b", "c", "a")]
