"""Games of the duel can be played by people and by policies, undone and forked."""

import pytest

from pilein.engine.game import Game
from pilein.engine.log import Decided, Thrown, Told
from pilein.engine.players import Player
from pilein.engine.saved import save
from pilein.engine.sources import GivenDice
from pilein.kernel.errors import IllegalAnswer, PileInError, ScriptError
from pilein.kernel.requests import Choice, OneOf, first
from tests.duel import RULESET, scenario

FIRST = Player("first", lambda _state, choice: first(choice))
PERSON = Player("ask")


def game(seed: int = 5, players: tuple[Player, Player] = (FIRST, FIRST), phases: int = 1) -> Game:
    return Game(RULESET, scenario(), seed=seed, players=players, phases=phases)


def finished(seed: int = 5, players: tuple[Player, Player] = (FIRST, FIRST), phases: int = 1) -> Game:
    played = game(seed, players, phases)
    played.run()
    return played


def thrown(played: Game) -> list[Thrown]:
    return [entry for entry in played.log if isinstance(entry, Thrown)]


def answered_by_hand(played: Game) -> Game:
    """Continue the game like a person who always takes the last candidate, and return it."""
    played.run()
    while played.pending is not None:
        played.answer(list(played.pending.candidates())[-1][1])
        played.run()
    return played


def test_a_game_between_policies_is_played_to_its_end() -> None:
    played = finished()
    assert played.is_over
    assert played.pending is None
    assert [type(entry) for entry in played.log[:5]] == [Decided, Thrown, Told, Decided, Told]


def test_the_same_seed_gives_the_same_game() -> None:
    assert finished(9).log == finished(9).log
    assert finished(9).log != finished(10).log


def test_a_game_waits_for_a_person_in_the_middle_of_a_clause() -> None:
    played = game(players=(FIRST, PERSON))
    played.run()
    assert played.pending is not None
    assert played.pending.words == "Do you parry?"
    assert len(played.position.answers) == 2
    assert played.log == ()


def test_an_answer_lets_the_waiting_clause_continue() -> None:
    played = game(players=(FIRST, PERSON))
    played.run()
    played.answer(False)
    assert [type(entry) for entry in played.log] == [Decided, Thrown, Told, Decided]


def test_rerunning_a_clause_does_not_reroll_its_dice() -> None:
    played = game(players=(FIRST, PERSON))
    played.run()
    place = played.dice.place
    played.run()
    assert played.dice.place == place


def test_an_illegal_answer_is_refused_and_the_question_remains() -> None:
    played = game(players=(PERSON, FIRST))
    played.run()
    with pytest.raises(IllegalAnswer, match="not one of the options, which are"):
        played.answer("rash")
    assert isinstance(played.pending, OneOf)
    played.answer("wary")
    assert played.pending is None


def test_an_answer_is_refused_if_no_question_is_pending() -> None:
    with pytest.raises(PileInError, match="no question is waiting"):
        finished().answer(True)


def test_a_policy_that_answers_illegally_is_refused() -> None:
    with pytest.raises(IllegalAnswer):
        finished(players=(Player("rash", lambda _state, _choice: "rash"), FIRST))


@pytest.mark.parametrize("phases", [1, 2, 0])
def test_undoing_a_game_to_any_decision_and_playing_on_reproduces_the_original_game(phases: int) -> None:
    whole = finished(5, phases=phases)
    for decision in whole.history.decisions:
        again = finished(5, phases=phases)
        again.undo(decision.number)
        pending = again.pending
        assert pending is not None
        assert pending.words == decision.entry.words
        again.run()
        assert (again.log, again.record, save(again)) == (whole.log, whole.record, save(whole))


def test_undo_takes_back_the_last_decision_of_a_person() -> None:
    played = answered_by_hand(game(players=(PERSON, FIRST)))
    own = [decision for decision in played.history.decisions if decision.entry.by == "ask"]
    played.undo()
    assert played.history.number == own[-1].number


def test_a_different_answer_after_undo_is_followed_by_the_same_dice() -> None:
    played = finished()
    place = played.history.all_answers[1].given.place
    played.undo(0)
    assert played.dice.place == place
    played.answer("wary")
    played.run()
    assert thrown(played)[0] == thrown(finished())[0]
    assert played.log != finished().log


def test_undo_without_a_decision_is_refused() -> None:
    with pytest.raises(PileInError, match="no decision to undo"):
        game().undo()
    with pytest.raises(PileInError, match="answer 1 was not a decision, so it cannot be undone"):
        finished().undo(1)


def test_a_fork_has_its_own_dice_and_leaves_the_game_unchanged() -> None:
    played = game(players=(PERSON, FIRST))
    played.run()
    before = played.record
    twins = []
    for seed in range(8):
        twin = played.fork(seed)
        twin.answer("bold")
        twin.run()
        twins.append(str(thrown(twin)[0].groups))
    assert len(set(twins)) > 1
    assert played.record == before


def test_a_policy_with_an_attribute_named_moment_receives_the_number_of_each_decision() -> None:
    class Counting:
        def __init__(self) -> None:
            self.moment = -1
            self.seen: list[int] = []

        def __call__(self, _state: object, choice: Choice) -> object:
            self.seen.append(self.moment)
            return first(choice)

    policy = Counting()
    played = finished(players=(Player("counting", policy), FIRST))
    assert policy.seen == [one.number for one in played.history.decisions if one.entry.side == 0]


def test_given_dice_are_used_in_order_and_counted() -> None:
    dice = GivenDice([3, 4, 6, 6, 6])
    played = Game(RULESET, scenario(), players=(FIRST, FIRST), dice=dice)
    played.run()
    assert dice.left == ()
    assert played.state.field.living(1) == 0


def test_running_out_of_given_dice_raises_an_error_that_names_the_roll() -> None:
    played = Game(RULESET, scenario(), players=(FIRST, FIRST), dice=GivenDice([3, 4, 6]))
    with pytest.raises(ScriptError, match=r"to hit: only"):
        played.run()


def test_phases_are_played_until_a_side_has_no_models_left_or_the_limit_is_reached() -> None:
    whole = finished(5, phases=0)
    assert 0 in (whole.state.field.living(0), whole.state.field.living(1))
    assert finished(1, phases=2).phase <= 2
