"""The sentences that a clause uses are recorded while it runs, and struck sentences are part of the data of a game."""

import pytest

from pilein.kernel.clauses import Clauses
from pilein.kernel.position import Position, run
from pilein.kernel.requests import yes_or_no
from pilein.kernel.table import Table

clause = Clauses()
GO_ON = yes_or_no(0, "TO-04", "Go on?")


@clause("march", "TO-01")
def march(miles: int, table: Table) -> int:
    """TO-01, TO-02. A march is three miles, and one mile more on a road (in this test, after the tenth mile)."""
    return miles + 3 + int(miles >= 10 and table.holds("TO-02"))


@clause("rest", "TO-03")
def rest(miles: int, _table: Table) -> int:
    """TO-03. Nothing happens."""
    return miles


@clause("ask")
def ask(miles: int, table: Table) -> int:
    """TO-04. A player may add a mile."""
    return miles + int(table.choose(GO_ON) and table.holds("TO-04"))


def ran(key, miles, *answers, struck=frozenset(), asked=None):
    return run(clause.__getitem__, {}, Position(miles, ((key,),), answers), asked, struck=struck)


def test_a_sentence_counts_as_used_when_it_is_requested_or_when_its_clause_has_an_effect() -> None:
    assert ran("march", 10).used == ("TO-02", "TO-01")
    assert ran("march", 1).used == ("TO-01",)


def test_a_clause_without_an_effect_uses_none_of_its_sentences() -> None:
    assert ran("rest", 1).used == ()


def test_a_clause_whose_sentence_is_struck_leaves_the_state_unchanged() -> None:
    after = ran("march", 10, struck=frozenset({"TO-01"}))
    assert (after.position, after.used, after.events) == (Position(10, ()), (), ())


@pytest.mark.parametrize(("miles", "marched"), [(1, 4), (10, 13)])
def test_a_clause_with_a_struck_sentence_still_applies_its_other_sentences(miles, marched) -> None:
    assert ran("march", miles, struck=frozenset({"TO-02"})).position.state == marched


def test_sentences_that_a_player_consults_do_not_count_as_used() -> None:
    def looks(_request):
        assert march(10, Table({})) == 14
        return True

    assert ran("ask", 1, asked=looks).used == ("TO-04",)
    assert ran("ask", 1, False).used == ()


def test_the_table_tells_a_clause_whether_a_sentence_is_in_force() -> None:
    table = Table({}, struck=frozenset({"TO-02"}))
    assert (table.holds("TO-01"), table.holds("TO-02")) == (True, False)
