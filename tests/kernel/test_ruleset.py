"""The registry of a ruleset."""

from typing import Any

import pytest

from pilein.kernel.errors import UnknownRule
from pilein.kernel.ruleset import KEEPS_STATE, Rulebook


def book() -> Rulebook:
    made = Rulebook("toy", prefix="TO", version=3)

    @made.clause("march", "TO-01", "TO-02")
    def march(state: int, _table: Any) -> int:
        """TO-01, TO-02. March
        on.

        More words.
        """
        return state + 1

    @made.says("TO-03", without=0)
    def pace() -> int:
        """TO-03. How fast."""
        return 4

    return made


def test_a_clause_is_found_by_a_stable_key() -> None:
    assert book().find("march")(1, None) == 2


def test_an_unknown_key_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownRule, match=r"no clause 'mrach'; did you mean 'march'\?"):
        book().find("mrach")


def test_every_sentence_has_its_carrier() -> None:
    carriers = book().carriers
    assert carriers["TO-01"] is carriers["TO-02"]
    assert carriers["TO-01"].without is KEEPS_STATE
    assert carriers["TO-03"].without == 0
    assert carriers["TO-01"].words == "TO-01, TO-02. March on."
    assert carriers["TO-03"].where.endswith("pace")


def test_a_sentence_has_one_carrier_only() -> None:
    made = book()
    with pytest.raises(AssertionError, match="TO-03 is carried by"):
        made.says("TO-03", without=None)(lambda: None)


def test_two_clauses_of_one_name_are_a_mistake() -> None:
    made = book()
    with pytest.raises(AssertionError, match=r"two clauses have the key march"):
        made.clause("march", "TO-04")(made.find("march"))


def test_what_is_left_of_a_clause_struck_out_is_the_state() -> None:
    assert KEEPS_STATE("state", "table", 1) == "state"
