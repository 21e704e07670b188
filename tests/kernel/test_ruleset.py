"""The registry of a ruleset."""

from typing import Any

import pytest

from pilein.kernel.errors import UnknownRule
from pilein.kernel.ruleset import Rulebook, words_of


def book() -> Rulebook:
    made = Rulebook("toy", prefix="TO", version=3)

    @made.clause("march", "TO-01", "TO-02")
    def march(state: int, _table: Any) -> int:
        """TO-01, TO-02. March
        on.

        More words.
        """
        return state + 1

    return made


def test_a_clause_is_found_by_a_stable_key() -> None:
    assert book().find("march")(1, None) == 2


def test_an_unknown_key_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownRule, match=r"no clause 'mrach'; did you mean 'march'\?"):
        book().find("mrach")


def test_a_clause_knows_its_key_and_its_sentences() -> None:
    march = book().find("march")
    assert (march.key, march.sentences) == ("march", ("TO-01", "TO-02"))  # type: ignore[attr-defined]
    assert words_of(march) == "TO-01, TO-02. March on."


def test_two_clauses_of_one_name_are_a_mistake() -> None:
    made = book()
    with pytest.raises(AssertionError, match=r"two clauses have the key march"):
        made.clause("march", "TO-04")(made.find("march"))
