"""The dice of a record come from its seed if the record says so, and otherwise from the recorded faces."""

import pytest
from msgspec.structs import replace

from pilein.engine.game import Game
from pilein.engine.players import Player
from pilein.engine.replay import check, replayed, resumed
from pilein.engine.sources import GivenDice
from pilein.kernel.errors import BadRecord
from pilein.kernel.record import Record, as_json, read, sealed
from pilein.kernel.requests import first
from tests.duel import RULESET, scenario

FIRST = Player("first", lambda _state, choice: first(choice))
FACES = (3, 4, 6, 1, 2, 5, 5, 5, 1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2)


def played(*, seed: int = 5, dice: GivenDice | None = None) -> Record:
    game = Game(RULESET, scenario(), seed=seed, players=(FIRST, FIRST), dice=dice)
    game.run()
    return game.record


def with_face(record: Record, number: int = 1) -> Record:
    """Return a copy of the record in which the last face of a roll is changed. The change must not lead to different
    questions.
    """
    given = record.answers[number]
    faces = [*given.answer[:-1], given.answer[-1] % 6 + 1]
    return replace(
        record, answers=(*record.answers[:number], replace(given, answer=faces), *record.answers[number + 1 :])
    )


def old(record: Record) -> Record:
    """Return the record as version 0.1.0 would have written it."""
    return replace(record, dice="", checksum="")


def test_the_record_of_a_game_states_the_source_of_its_dice() -> None:
    assert played().dice == "seed"
    assert played(dice=GivenDice(FACES)).dice == "given"
    assert Game(RULESET, scenario(), seed=5).fork(6).record.dice == "given"


def test_a_face_that_contradicts_the_seed_is_reported_at_once() -> None:
    with pytest.raises(BadRecord, match=r"the dice of seed 5 show \[\d, \d\], but the record shows") as error:
        replayed(with_face(played()), RULESET)
    assert error.value.key == "salute"


def test_a_record_with_a_changed_seed_or_stream_position_is_reported() -> None:
    record = played()
    answers = (*record.answers[:-1], replace(record.answers[-1], place=record.answers[-1].place + 1))
    for changed, words in (
        (replace(record, seed=6), "the dice of seed 6 show"),
        (replace(record, place=record.place + 1), "at the end, but the record says"),
        (replace(record, answers=answers), "the replay has used"),
    ):
        with pytest.raises(BadRecord, match=words):
            replayed(changed, RULESET)


def test_a_record_with_given_dice_is_replayed_and_resumed_with_the_same_dice() -> None:
    record = played(dice=GivenDice(FACES))
    assert check(record, RULESET) is None
    assert replayed(record, RULESET).record == record
    assert resumed(record, RULESET).record.dice == "given"


def test_the_replay_of_an_old_record_determines_whether_its_dice_came_from_the_seed() -> None:
    assert replayed(old(played()), RULESET).dice_from == "seed"
    assert replayed(old(played(seed=0, dice=GivenDice(FACES))), RULESET).dice_from == "given"
    assert check(old(played(seed=0, dice=GivenDice(FACES))), RULESET) is None


def test_every_changed_face_in_an_old_record_is_detected_even_if_no_event_depends_on_it() -> None:
    record = old(played(seed=0))
    found = []
    for number in (number for number, given in enumerate(record.answers) if given.kind == "roll"):
        difference = check(with_face(record, number), RULESET)
        assert difference is not None
        found.append(difference.what)
    assert any(what.startswith("the dice of seed 0 show") for what in found)


def test_an_old_record_whose_seed_contradicts_its_dice_is_replayed_but_not_continued() -> None:
    doubtful = old(played(seed=9, dice=GivenDice(FACES)))
    assert replayed(doubtful, RULESET).is_over
    found = check(doubtful, RULESET)
    assert found is not None
    assert found.what.startswith("the dice of seed 9 show")
    with pytest.raises(BadRecord, match="the dice of seed 9 show"):
        resumed(doubtful, RULESET)


def test_replaying_the_record_of_a_game_continued_after_undo_gives_the_same_game() -> None:
    game = Game(RULESET, scenario(), seed=5, players=(Player("ask"), FIRST))
    game.run()
    game.answer("wary")
    game.run()
    game.undo()
    game.answer("bold")
    game.sit_down((FIRST, FIRST))
    game.run()
    assert check(game.record, RULESET) is None
    again = resumed(read(as_json(game.record)), RULESET)
    assert again.record == game.record


def test_a_record_changed_since_it_was_written_is_not_replayed() -> None:
    record = replace(sealed(played()), players=("first", "other"))
    for play in (replayed, resumed):
        with pytest.raises(BadRecord, match="the record has been changed since it was written"):
            play(record, RULESET)
    found = check(record, RULESET)
    assert found is not None
    assert found.what == "the record has been changed since it was written"
