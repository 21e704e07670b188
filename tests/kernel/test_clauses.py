"""Clauses of a ruleset are registered by their keys."""

from typing import Any

import pytest

from pilein.kernel.clauses import Clauses, words_of


def clauses() -> Clauses:
    clause = Clauses()

    @clause("march", "TO-01", "TO-02")
    def march(state: int, _table: Any) -> int:
        """TO-01, TO-02. March
        on.

        More words.
        """
        return state + 1

    return clause


def test_a_registered_clause_is_found_by_its_key() -> None:
    assert clauses()["march"](1, None) == 2


def test_a_clause_knows_its_key_and_its_sentences() -> None:
    march = clauses()["march"]
    assert (march.key, march.sentences) == ("march", ("TO-01", "TO-02"))
    assert words_of(march) == "TO-01, TO-02. March on."


def test_two_clauses_with_the_same_key_are_refused() -> None:
    made = clauses()
    with pytest.raises(AssertionError, match=r"two clauses have the key march"):
        made("march", "TO-04")(made["march"])
