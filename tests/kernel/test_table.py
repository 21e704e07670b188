"""Each of the five verbs of the table is answered first from the recorded answers and then by the player asked."""

from enum import StrEnum

import pytest

from pilein.dice import Total
from pilein.kernel.events import Event, as_plain
from pilein.kernel.requests import OneOf, Pending, yes_or_no
from pilein.kernel.rulings import Reading
from pilein.kernel.table import Table

READINGS = {"X-R-1": Reading(), "X-R-2": Reading("limit", 4)}
QUESTION = yes_or_no(0, "X-1", "Fight?")


class Hit(Event, frozen=True, kw_only=True, tag=True):
    unit: str


class Step(StrEnum):
    MARCH = "march"


def test_recorded_answers_are_used_in_order_before_any_player_is_asked() -> None:
    table = Table(READINGS, (7,), lambda _request: True)
    assert (table.roll(Total(2)), table.choose(QUESTION)) == (7, True)
    assert table.answers == [7, True]


def test_a_request_without_a_player_to_ask_stays_pending() -> None:
    with pytest.raises(Pending) as pending:
        Table(READINGS).roll(Total(2))
    assert pending.value.request == Total(2)


def test_a_clause_cannot_catch_the_pending_signal_as_an_exception() -> None:
    assert not issubclass(Pending, Exception)


def test_a_question_with_a_single_option_is_not_asked() -> None:
    assert Table(READINGS).choose(OneOf(0, "X-1", "Which?", ("this",))) == "this"


def test_a_ruling_consulted_several_times_is_recorded_once() -> None:
    table = Table(READINGS)
    assert (table.rule("X-R-2"), table.rule("X-R-1"), table.rule("X-R-2")) == ("limit", "default", "limit")
    assert table.met == ["X-R-2", "X-R-1"]
    assert table.number("X-R-2") == 4


def test_the_table_records_each_following_clause_by_its_key() -> None:
    table = Table(READINGS)
    table.then(Step.MARCH, 3, "left")
    assert table.following == [("march", 3, "left")]
    assert type(table.following[0][0]) is str


def test_the_table_records_the_number_of_events_before_each_request() -> None:
    table = Table(READINGS, (2, 3))
    table.roll(Total(1))
    table.tell(Hit(unit="a", clause="X-1"))
    table.roll(Total(1))
    assert table.pauses == [0, 1]


def test_an_event_consists_of_its_kind_and_plain_values() -> None:
    hit = Hit(unit="a", clause="X-1")
    assert hit.fields() == {"unit": "a"}
    assert as_plain(hit) == {"type": "Hit", "clause": "X-1", "unit": "a"}
