"""Two seats at a table play whole phases. Tables show the board, refuse illegal answers and can be stored."""

from hashlib import sha256

import pytest

from pilein.kernel.errors import BadRecord
from pilein.protocol.at_table import Asked, GameOver, Happened, Joined
from pilein.protocol.fair_dice import seed_of
from pilein.protocol.from_page import Answer, Join, OpenTable, SetPlayer, TryAnswer
from pilein.protocol.messages import written
from pilein.protocol.opening import record_in
from pilein.protocol.outbox import board_after
from pilein.protocol.replies import Done, Refused
from pilein.protocol.table import Table
from tests.protocol.sitting import LINK, SECRET, Sitting, example

WHOLE = (
    "scorched/brawl.toml",
    "scrollhammer/demo.toml",
    "wab/counter_charge.toml",
    "warstrike/boarding.toml",
    "wwpd/charge.toml",
)
DUEL = "scrollhammer/counter_attack.toml"
BOARDING = "warstrike/boarding.toml"


@pytest.mark.parametrize("name", WHOLE)
def test_a_phase_of_every_game_can_be_played_at_a_table_by_choosing_options(name):
    sitting = Sitting.at(name)
    assert sitting.play() > 1
    first, second, watch = (sitting.heard(seat, Happened) for seat in ("first", "second", "watch"))
    assert first == second == watch
    assert [one.number for one in watch] == list(range(1, len(watch) + 1))
    assert sitting.heard("watch", GameOver)


@pytest.mark.parametrize("name", WHOLE)
def test_a_page_that_applies_the_events_of_a_table_shows_the_board_of_the_table(name):
    sitting = Sitting.at(name)
    begun = sitting.joined("watch").board
    sitting.play()
    page = Sitting(sitting.table)
    assert page.joined("watch").board == begun
    shown = board_after(begun, sitting.heard("watch", Happened))
    game = sitting.table._session.game
    assert {model.number for model in shown.models} == {
        model for unit in game.state.setup.units for model in game.state.field.models(unit.number)
    }
    assert [unit.left for unit in shown.units] == [game.rules.left(game.state, unit.number) for unit in shown.units]


def test_options_are_sent_only_to_the_side_that_has_to_answer():
    sitting = Sitting.at(DUEL)
    asked = sitting.waiting()
    assert asked.options
    for seat in {"first", "second", "watch"} - {("first", "second")[asked.side]}:
        other = sitting.asked(seat)
        assert other is not None
        assert (other.question, other.options, other.items) == (asked.question, (), ())


def test_an_answer_given_for_the_opponent_or_to_an_earlier_question_is_refused():
    sitting = Sitting.at(DUEL)
    asked = sitting.waiting()
    mine, other = ("first", "second") if asked.side == 0 else ("second", "first")
    answer = asked.options[0].answer
    (refused,) = sitting.say(other, Answer, question=asked.question, answer=answer)
    assert isinstance(refused, Refused)
    assert refused.reason.endswith("must answer, not you")
    (refused,) = sitting.say("watch", Answer, question=asked.question, answer=answer)
    assert refused.reason == "a spectator cannot answer questions"
    assert isinstance(sitting.say(mine, Answer, question=asked.question, answer=answer)[0], Done)
    before = sitting.table.stored()
    (refused,) = sitting.say(mine, Answer, question=asked.question, answer=answer)
    assert "out of date" in refused.reason or "answer, not you" in refused.reason
    assert sitting.table.stored() == before


def test_an_illegal_answer_at_a_table_is_refused_with_the_reason_from_the_rules():
    sitting = Sitting.at(DUEL)
    (refused,) = sitting.answer(["nonsense"])
    assert isinstance(refused, Refused)
    assert refused.reason.startswith("the answer must be the number of a unit")
    assert sitting.table.line == b""


def test_trying_an_answer_leaves_the_table_unchanged():
    sitting = Sitting.at(DUEL)
    asked = sitting.waiting()
    before, number = sitting.table.stored(), sitting.table.number
    seat = ("first", "second")[asked.side]
    (tried,) = sitting.say(seat, TryAnswer, question=asked.question, answer=asked.options[0].answer)
    assert tried.reason == ""
    (tried,) = sitting.say(seat, TryAnswer, question=asked.question, answer="nonsense")
    assert tried.reason.startswith("the answer must be the number of a unit")
    assert (sitting.table.stored(), sitting.table.number) == (before, number)


@pytest.mark.parametrize("name", WHOLE)
def test_a_table_restored_from_storage_equals_the_original(name):
    sitting = Sitting.at(name)
    for _ in range(3):
        if sitting.asked() is not None:
            sitting.answer(sitting.waiting().options[-1].answer)
    again = Sitting(Table.of(sitting.table.stored()))
    assert again.table.stored() == sitting.table.stored()
    assert again.table.number == sitting.table.number
    assert [written(one) for one in again.heard("first", Happened)] == [
        written(one) for one in sitting.heard("first", Happened)
    ]
    assert again.asked("first") == sitting.asked("first")


def test_stored_lines_applied_one_by_one_restore_the_same_table_in_a_second_process():
    sitting = Sitting.at(DUEL)
    other = Sitting(Table.of(sitting.table.stored()))
    while sitting.asked() is not None:
        sitting.answer(sitting.waiting().options[0].answer)
        other.hand_out("watch", other.table.again(sitting.table.line))
    assert other.got["watch"] == sitting.got["watch"]


def test_a_stored_line_is_refused_if_replaying_it_leads_to_a_different_game():
    sitting = Sitting.at(DUEL)
    other = Table.of(sitting.table.stored())
    sitting.answer(sitting.waiting().options[0].answer)
    line = sitting.table.line
    with pytest.raises(BadRecord, match="the stored game runs differently"):
        other.again(line.replace(b'"trace":"', b'"trace":"0'))


@pytest.mark.parametrize("words", ['{"position": 1}', '{"position": 1, "record": []}', "[]", "1", "{}"])
def test_opening_a_table_from_text_that_is_not_a_record_is_refused(words):
    with pytest.raises(BadRecord, match="this file is not the record of a game"):
        record_in(words)


def test_a_page_that_reconnects_receives_the_events_it_has_missed():
    sitting = Sitting.at(DUEL)
    seen = sitting.table.number
    sitting.play()
    got = sitting.say("first", Join, **LINK, since=seen)
    assert isinstance(got[0], Joined)
    assert got[0].number == seen
    assert [one.number for one in got if isinstance(one, Happened)] == list(range(seen + 1, sitting.table.number + 1))
    assert isinstance(got[-1], GameOver)
    beyond = sitting.say("first", Join, **LINK, since=10_000)
    assert beyond[0].number == 0


def test_a_policy_may_play_one_or_both_sides_at_a_table():
    sitting = Sitting.at(BOARDING, players=("", "sensible"))
    sitting.play()
    asked = {one.side for one in sitting.heard("watch", Asked)}
    assert asked == {0}
    both = Sitting.at(BOARDING, players=("sensible", "sensible"))
    assert both.asked() is None
    assert both.board() == sitting.board()


def test_a_game_between_policies_can_be_played_a_few_steps_at_a_time():
    opening = OpenTable(id=0, toml=example(BOARDING), players=("sensible", "random"))
    table = Table.opened(opening, SECRET, most=5)
    lines = 0
    while table.is_playing:
        table.go_on(5)
        lines += 1
    assert lines > 5
    whole = Table.opened(opening, SECRET)
    assert Sitting(table).board() == Sitting(whole).board()
    assert Table.of(table.stored()).stored() == table.stored()


def test_a_side_can_be_handed_to_a_policy_during_a_game():
    sitting = Sitting.at(BOARDING)
    assert isinstance(sitting.say("first", SetPlayer, policy="nobody")[0], Refused)
    sitting.say("first", SetPlayer, policy="sensible")
    sitting.say("second", SetPlayer, policy="sensible")
    assert sitting.asked() is None


def test_the_hash_of_the_dice_secret_is_shown_before_the_game_and_the_secret_afterwards():
    sitting = Sitting.at(DUEL)
    shown = sitting.joined("first").dice_hash
    assert SECRET.hex() not in str(sitting.got)
    sitting.play()
    over = sitting.heard("first", GameOver)[0]
    assert sha256(bytes.fromhex(over.dice_secret)).hexdigest() == shown
    assert over.seed == str(seed_of(SECRET))


def test_the_answer_to_a_charge_on_three_units_is_not_mistaken_for_a_placement():
    asked = Sitting.at("scrollhammer/battle.toml", battle=True).asked("first")
    assert any(len(option.answer) == 4 for option in asked.options)
    assert asked.kind == "other"
    assert all(option.place is None for option in asked.options)


def test_a_table_with_searching_policies_can_be_stored_and_restored():
    opening = OpenTable(id=0, toml=example("scorched/duel.toml"), players=("mcts", "expectimax"))
    table = Table.opened(opening, SECRET)
    assert not table.is_playing
    assert Table.of(table.stored()).stored() == table.stored()
