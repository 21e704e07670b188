"""A position advances by one clause at a time, and an interrupted clause is run again from its start."""

import pytest

from pilein.kernel.clauses import Clauses
from pilein.kernel.position import Position, run
from pilein.kernel.requests import Pending
from tests.duel import RULESET, Saluted, scenario

START = RULESET.opened(scenario())
READINGS = START.state.setup.readings


def test_a_clause_waits_until_its_request_is_answered() -> None:
    with pytest.raises(Pending) as pending:
        run(RULESET.find, READINGS, START)
    assert pending.value.events == ()
    assert pending.value.pauses == (0,)


def test_answers_to_a_clause_accumulate_until_the_clause_has_run() -> None:
    position = START.with_answer("bold").with_answer(9)
    with pytest.raises(Pending) as pending:
        run(RULESET.find, READINGS, position)
    assert pending.value.events == (Saluted(unit="foils", vigour=9, clause="DU-01"),)
    assert pending.value.pauses == (0, 0, 1)
    ran = run(RULESET.find, READINGS, position.with_answer(True))
    assert ran.events == pending.value.events
    assert ran.position.answers == ()


def test_the_clauses_that_follow_a_clause_come_before_the_rest_of_the_agenda() -> None:
    position = Position(START.state, (("salute",), ("later", 1)), ("bold", 9, True))
    ran = run(RULESET.find, READINGS, position)
    assert ran.position.agenda == (("strike",), ("turn_about",), ("later", 1))


def test_two_positions_with_the_same_values_are_equal() -> None:
    assert START.with_answer(1) == START.with_answer(1)
    assert hash(START.with_answer(1)) == hash(START.with_answer(1))
    assert not START.is_over
    assert Position(START.state, ()).is_over


def test_arguments_on_the_agenda_are_passed_to_the_clause() -> None:
    clause = Clauses()

    @clause("add")
    def add(state: int, _table: object, more: int) -> int:
        return state + more

    assert run(clause.__getitem__, {}, Position(3, (("add", 4),))).position.state == 7
