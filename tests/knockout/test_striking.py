"""Sentences of a toy text can be struck, and their use is recorded."""

from functools import cache

import pytest

from pilein.kernel.clauses import Clauses
from pilein.kernel.table import Table
from tests.knockout.striking import listening, struck_out

clause = Clauses()
TABLE = Table({})


@clause("march", "TY-01")
def march(state: int, _table: object, paces: int = 4) -> int:
    return state + paces


def needed(skill: int, *, bonus: int = 0) -> int:
    return 7 - skill - bonus if TABLE.holds("TY-02") and TABLE.holds("TY-03") else 7


def at_least(score: int, least: int) -> int:
    return max(score, least) if TABLE.holds("TY-04") else score


@cache
def remembered(skill: int) -> int:
    return needed(skill)


def test_a_struck_clause_leaves_the_state_unchanged() -> None:
    assert march(10, None) == 14
    with struck_out(clause, "TY-01"):
        assert march(10, None, 6) == 10
    assert march(10, None, 6) == 16


def test_code_that_requests_a_struck_sentence_learns_that_the_sentence_does_not_apply() -> None:
    with struck_out(clause, "TY-03"):
        assert needed(4, bonus=1) == 7
        assert at_least(1, 2) == 2
    assert needed(4, bonus=1) == 2


def test_striking_a_sentence_keeps_the_identity_of_the_clause_function() -> None:
    known_elsewhere = march
    with struck_out(clause, "TY-01"):
        assert known_elsewhere is march
        assert known_elsewhere(1, None) == 1


def test_results_cached_before_a_sentence_was_struck_are_not_used_afterwards() -> None:
    assert remembered(4) == 3
    with struck_out(clause, "TY-02"):
        assert remembered(4) == 7
    assert remembered(4) == 3


def test_a_struck_sentence_is_restored_after_an_error() -> None:
    with pytest.raises(ZeroDivisionError), struck_out(clause, "TY-02"):
        _ = 1 / 0
    assert needed(4) == 3


def test_a_listener_records_only_the_sentences_that_are_used_while_it_is_listening() -> None:
    with listening(clause) as heard:
        assert march(10, None) == 14
        assert needed(4, bonus=1) == 2
    assert heard == {"TY-01", "TY-02", "TY-03"}
    assert at_least(1, 2) == 2
    assert "TY-04" not in heard


def test_a_listener_records_the_use_of_a_sentence_even_while_it_is_struck() -> None:
    with struck_out(clause, "TY-01"), listening(clause) as heard:
        assert march(10, None) == 10
    assert heard == {"TY-01"}
    assert march(10, None) == 14


def test_striking_a_clause_with_a_closure_is_refused() -> None:
    other = Clauses()
    number = 3

    @other("enclosed", "OT-01")
    def enclosed(_state: int, _table: object) -> int:
        return number

    with pytest.raises(AssertionError, match="closure"), struck_out(other, "OT-01"):
        pass
    assert enclosed(0, None) == 3
