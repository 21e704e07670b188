"""Records are replayed, and differences from the original games are reported."""

from collections.abc import Callable
from typing import cast

import pytest
from msgspec.structs import replace

from pilein.engine.game import Game
from pilein.engine.players import Player
from pilein.engine.replay import check, replayed
from pilein.kernel.clauses import Clause, Clauses
from pilein.kernel.errors import BadRecord
from pilein.kernel.record import Record, as_json, read
from pilein.kernel.requests import first
from pilein.kernel.table import Table
from pilein.tabletop.ruleset import Ruleset
from tests.duel import RULESET, Duel, Saluted, scenario
from tests.duel import salute as opening_clause

FIRST = Player("first", lambda _state, choice: first(choice))


def played(phases: int = 1) -> Game:
    game = Game(RULESET, scenario(), seed=5, players=(FIRST, FIRST), phases=phases)
    game.run()
    return game


def with_clause(key: str, function: Callable[..., Duel]) -> Ruleset:
    return replace(RULESET, clauses=Clauses({**RULESET.clauses, key: cast("Clause[..., Duel]", function)}))


@pytest.mark.parametrize("phases", [1, 2, 0])
def test_replaying_a_record_reproduces_its_events(phases: int) -> None:
    game = played(phases)
    again = replayed(read(as_json(game.record)), RULESET)
    assert again.is_over
    assert again.log == game.log
    assert again.record == game.record
    assert check(game.record, RULESET) is None


def test_rolls_are_recorded_as_faces() -> None:
    rolls = [given.answer for given in played().record.answers if given.kind == "roll"]
    assert len(rolls[0]) == 2
    assert all(1 <= face <= 6 for faces in rolls for face in faces)


def test_a_record_with_underscores_in_questions_can_still_be_replayed() -> None:
    record = played().record
    older = replace(
        record, answers=tuple(replace(one, request=one.request.replace(" ", "_")) for one in record.answers)
    )
    assert older != record
    assert check(older, RULESET) is None


def test_a_replay_names_the_clause_whose_events_differ_from_the_record() -> None:
    def salute(duel: Duel, table: Table) -> Duel:
        table.tell(Saluted(unit="nobody", vigour=0, clause="DU-01"))
        return opening_clause(duel, table)

    difference = check(played().record, with_clause("salute", salute))
    assert difference is not None
    assert (difference.clause, difference.what) == (
        "salute",
        "the events of the replay differ from those recorded after 3 answers",
    )


def test_a_replay_names_the_clause_whose_question_differs_from_the_record() -> None:
    difference = check(played().record, with_clause("salute", RULESET.clauses["strike"]))
    assert difference is not None
    assert difference.clause == "salute"
    assert difference.what.startswith(
        "the replay asks for to hit (roll), but the record answers How do you open? (choice)"
    )


def test_a_replay_names_the_clause_that_asks_fewer_questions_than_recorded() -> None:
    difference = check(played().record, with_clause("strike", lambda duel, _table: duel))
    assert difference is not None
    assert difference.clause == "strike"


def shortened(record: Record, by: int) -> Record:
    return replace(record, answers=record.answers[:-by])


def test_a_record_with_missing_answers_is_detected() -> None:
    difference = check(shortened(played().record, 1), RULESET)
    assert difference is not None
    assert difference.what == "the replay asks more questions than the record answers"


def test_a_record_with_an_answer_after_the_end_of_the_game_is_detected() -> None:
    record = played().record
    difference = check(replace(record, answers=(*record.answers, record.answers[0])), RULESET)
    assert difference is not None


def test_recorded_faces_that_the_roll_cannot_show_are_detected() -> None:
    record = played().record
    for faces in ([1], [1, 2, 3], [1, 9]):
        answers = (record.answers[0], replace(record.answers[1], answer=faces), *record.answers[2:])
        difference = check(replace(record, answers=answers), RULESET)
        assert difference is not None
        assert difference.clause == "salute"


def test_a_record_of_a_different_ruleset_is_refused() -> None:
    with pytest.raises(BadRecord, match="played under hoplon, not duel"):
        replayed(replace(played().record, ruleset="hoplon"), RULESET)


def test_a_record_with_an_unreadable_scenario_is_refused() -> None:
    with pytest.raises(BadRecord, match="scenario: the scenario in the record cannot be played"):
        replayed(replace(played().record, scenario={"units": 3}), RULESET)
