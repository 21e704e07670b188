"""Rulesets are found, and found whole."""

import pytest

from pilein.kernel.errors import UnknownRule
from pilein.lab import rulebooks


def test_scrollhammer_is_among_the_rulesets() -> None:
    assert "scrollhammer" in rulebooks.names()


def test_a_complete_rulebook_has_rulings_and_clauses_from_every_module() -> None:
    book = rulebooks.complete("scrollhammer")
    assert book.name == "scrollhammer"
    assert book.rulings
    assert book.clauses


def test_the_order_of_play_names_clauses_that_exist() -> None:
    book = rulebooks.complete("scrollhammer")
    for title, keys in rulebooks.sequence("scrollhammer"):
        assert title
        assert [key for key in keys if key not in book.clauses] == []


@pytest.mark.parametrize("ask", [rulebooks.complete, rulebooks.sentences, rulebooks.sequence])
def test_an_unknown_ruleset_is_answered_with_the_nearest(ask) -> None:
    with pytest.raises(UnknownRule, match="no ruleset 'Scrolhammer'; did you mean 'scrollhammer'"):
        ask("Scrolhammer")
