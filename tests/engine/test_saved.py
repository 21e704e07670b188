"""Games can be saved at any moment and resumed from there."""

import msgspec
import pytest
from msgspec.structs import replace

from pilein.engine.game import Game
from pilein.engine.players import Player
from pilein.engine.saved import load, save
from pilein.kernel.clauses import Clauses
from pilein.kernel.errors import BadRecord
from pilein.tabletop.ruleset import Ruleset
from tests.duel import ON_A_TABLE, RULESET, SAMPLE, scenario
from tests.sealing import resealed

PEOPLE = (Player("ask"), Player("ask"))


def last(game: Game) -> object:
    assert game.pending is not None
    return list(game.pending.candidates())[-1][1]


@pytest.mark.parametrize("text", [SAMPLE, ON_A_TABLE])
def test_a_game_saved_at_any_moment_continues_as_if_it_had_not_been_saved(text: str) -> None:
    game = Game(RULESET, scenario(text), seed=4, players=PEOPLE, phases=2)
    moments = [save(game)]
    game.run()
    while game.pending is not None:
        moments.append(save(game))
        game.answer(last(game))
        moments.append(save(game))
        game.run()
    moments.append(save(game))
    for moment in moments:
        again = load(moment, RULESET, PEOPLE)
        again.run()
        while again.pending is not None:
            again.answer(last(again))
            again.run()
        assert (again.log, again.record) == (game.log, game.record)
        assert save(again) == save(game)


def test_a_loaded_game_can_be_undone_to_a_decision_made_before_it_was_saved() -> None:
    game = Game(RULESET, scenario(), seed=4, players=PEOPLE)
    game.run()
    game.answer("bold")
    game.run()
    again = load(save(game), RULESET, PEOPLE)
    again.undo()
    assert again.pending is not None
    assert again.pending.words == "How do you open?"
    again.answer("bold")
    again.run()
    assert save(again) == save(game)


def test_a_loaded_game_asks_a_person_for_each_side_without_a_named_player() -> None:
    game = Game(RULESET, scenario(), seed=4, players=PEOPLE)
    game.run()
    assert [player.name for player in load(save(game), RULESET).players] == ["ask", "ask"]


@pytest.mark.parametrize("text", [b"", b"\xff", b"[]", b"{}", b'{"format":1,"record":{},"position":{}}', b"[" * 5000])
def test_a_file_that_is_not_a_saved_game_is_refused_and_the_reason_is_given(text: bytes) -> None:
    with pytest.raises(BadRecord) as error:
        load(text, RULESET, file="save.json")
    assert "save.json" in str(error.value)
    assert error.value.file == "save.json"


def test_a_saved_game_in_an_unknown_format_is_refused() -> None:
    with pytest.raises(BadRecord, match="the saved game has format 9"):
        load(b'{"format":9,"record":{},"position":{}}', RULESET)


def test_a_saved_position_is_refused_if_the_record_does_not_lead_to_it() -> None:
    game = Game(RULESET, scenario(), seed=4, players=PEOPLE)
    game.run()
    saved = msgspec.json.decode(save(game))
    saved["position"]["agenda"] = [["strike"]]
    with pytest.raises(BadRecord, match="differs from the one to which the record leads"):
        load(msgspec.json.encode(resealed(saved)), RULESET)
    saved["position"]["state"] = [1]
    with pytest.raises(BadRecord, match="does not fit the rules"):
        load(msgspec.json.encode(resealed(saved)), RULESET)


def newer() -> Ruleset:
    return replace(RULESET, version=2, clauses=Clauses(RULESET.clauses))


def test_a_saved_game_is_resumed_under_a_newer_version_of_its_ruleset_that_plays_it_identically() -> None:
    game = Game(RULESET, scenario(), seed=4, players=PEOPLE)
    game.run()
    game.answer("bold")
    again = load(save(game), newer())
    assert again.log == game.log


def test_a_saved_game_is_refused_with_a_reason_if_a_newer_version_of_its_ruleset_plays_it_differently() -> None:
    book = newer()
    book.clauses["salute"] = RULESET.clauses["strike"]
    game = Game(RULESET, scenario(), seed=4, players=PEOPLE)
    game.run()
    game.answer("bold")
    with pytest.raises(BadRecord, match=r"salute: .*saved under version 1 of duel, but this is version 2"):
        load(save(game), book)
