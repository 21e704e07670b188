"""A journal has one line per answer, and an interrupted game can be restored from it."""

import msgspec
import pytest
from msgspec.structs import replace

from pilein.engine import journal
from pilein.engine.game import Game
from pilein.engine.journal import Noted, read, resumed
from pilein.engine.players import Player
from pilein.engine.saved import _checksum, load, read_saved, save
from pilein.engine.sources import GivenDice
from pilein.kernel.errors import BadRecord, ScriptError
from tests.duel import ON_A_TABLE, RULESET, SAMPLE, scenario

PEOPLE = (Player("ask"), Player("ask"))


def last(game):
    return list(game.pending.candidates())[-1][1]


def noted(game, lines, before=None):
    line, now = journal.line(before or Noted(), game)
    lines.append(line)
    return now


@pytest.mark.parametrize("text", [SAMPLE, ON_A_TABLE])
def test_the_journal_holds_the_game_after_every_answer_and_every_undo(text):
    game = Game(RULESET, scenario(text), seed=4, players=PEOPLE, phases=2)
    lines, before, number = [journal.head(game, "duel.toml")], Noted(), 0
    game.run()
    while game.pending is not None:
        number += 1
        if number % 3:
            game.answer(last(game))
            game.run()
        elif number < 12:
            game.undo()
        before = noted(game, lines, before)
        found = read(b"".join(lines), "j")
        again = resumed(found, RULESET)
        again.run()
        assert save(again) == save(game)
        assert (again.log, again.pending) == (game.log, game.pending)
    assert found.file == "duel.toml"


def test_the_journal_gets_no_new_line_if_the_game_has_not_changed():
    game = Game(RULESET, scenario(), seed=4, players=PEOPLE)
    game.run()
    game.answer("bold")
    _, before = journal.line(Noted(), game)
    assert journal.line(before, game) == (b"", before)


def written():
    game = Game(RULESET, scenario(), seed=4, players=PEOPLE)
    lines, before = [journal.head(game, "duel.toml")], Noted()
    game.run()
    while game.pending is not None:
        game.answer(last(game))
        before = noted(game, lines, before)
        game.run()
    assert len(lines) > 4
    return lines


def test_an_incomplete_last_line_of_a_journal_is_skipped():
    lines = written()
    whole = read(b"".join(lines[:-1]))
    for cut in range(len(lines[-1])):
        assert read(b"".join(lines)[: len(b"".join(lines)) - len(lines[-1]) + cut]) == whole
    assert read(b"".join(lines[:-1]) + b"\0" * 40 + b"\n") == whole


@pytest.mark.parametrize("damage", [b"{}\n", b"\xff\n", b"[" * 5000 + b"\n", b"\n"])
def test_a_damaged_line_of_a_journal_is_reported(damage):
    lines = written()
    lines[2] = damage
    with pytest.raises(
        BadRecord, match=r"j\.json:3: the journal is damaged: .*; to continue from before the damage, delete line 3 and"
    ):
        read(b"".join(lines), "j.json")


@pytest.mark.parametrize("text", [b"", b"{", b"{}\n", b"\xff\n", b"[" * 5000, b'{"journal":2,"file":"","record":{}}\n'])
def test_a_file_that_is_not_a_journal_is_refused(text):
    with pytest.raises(BadRecord, match="journal"):
        read(text, "j.json")


def test_a_game_with_given_dice_is_continued_from_its_journal_at_the_same_die():
    dice = GivenDice((5, 2, 6, 6, 6, 1, 1, 1))
    game = Game(RULESET, scenario(), players=PEOPLE, dice=dice)
    game.run()
    game.answer("bold")
    lines = [journal.head(game, "")]
    noted(game, lines)
    for again in (resumed(read(b"".join(lines)), RULESET, PEOPLE), load(save(game), RULESET, PEOPLE)):
        assert isinstance(again.dice, GivenDice)
        assert again.dice.left == (6, 6, 6, 1, 1, 1)
        again.answer(False)
        again.run()
        assert again.dice.left == (1, 1, 1)


def test_a_save_that_lists_fewer_dice_than_its_game_has_used_is_refused():
    game = Game(RULESET, scenario(), players=PEOPLE, dice=GivenDice((5, 2, 6)))
    game.run()
    game.answer("bold")
    saved = replace(read_saved(save(game)), dice=(5,))
    with pytest.raises(BadRecord, match="has been changed"):
        load(msgspec.json.encode(saved), RULESET)
    sealed = replace(saved, checksum=_checksum(saved))
    with pytest.raises(BadRecord, match="the game has used 2 dice, but the journal lists only 1"):
        load(msgspec.json.encode(sealed), RULESET)


class Torn:
    """Dice that raise the given error while they are being rolled, as a signal would."""

    place = 0

    def __init__(self, fault):
        self._fault = fault

    def die(self, sides):
        self.place += 1
        if self.place == 2:
            raise self._fault
        return 1


@pytest.mark.parametrize(
    ("fault", "answers"), [(KeyboardInterrupt(), 1), (ScriptError("no dice", remedy="give more"), 0)]
)
def test_an_aborted_clause_leaves_the_game_as_it_was_before_the_clause(fault, answers):
    """The answer that led to the roll is kept, unless the clause cannot continue with it."""
    game = Game(RULESET, scenario(), players=PEOPLE, dice=Torn(fault))
    game.run()
    with pytest.raises(type(fault)):
        game.answer("bold")
    assert game.history.number == len(game.position.answers) == answers
    assert game.dice.place == 0
    assert (game.pending is None) == bool(answers)
