"""A table supports undo, questions left to a policy, typed dice, measuring tapes, records and replays."""

import json

import pytest

from pilein.engine.budget import Budget
from pilein.engine.replay import replayed
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.record import read
from pilein.protocol.at_table import Asked, GameOver, Happened, TakenBack, Taped, UndoWanted
from pilein.protocol.desk import reply
from pilein.protocol.forecasting import forecast_of
from pilein.protocol.from_page import (
    AgreeUndo,
    Answer,
    AskForecast,
    AskOdds,
    AskReach,
    AskRecord,
    AskRegion,
    AskStory,
    Leave,
    OpenTable,
    Tape,
    Throw,
    Undo,
)
from pilein.protocol.replies import Refused
from pilein.protocol.table import Table, asked_of
from tests.protocol.sitting import SEATS, SECRET, Sitting, example

DEMO = "scrollhammer/demo.toml"
DEEP = json.loads("[" * 90 + "]" * 90)
DUEL = "scrollhammer/counter_attack.toml"
BOARDING = "warstrike/boarding.toml"


def has_rolled(sitting, since):
    return any(line.kind == "roll" for one in sitting.heard("watch", Happened)[since:] for line in one.lines)


def until_dice_fall(sitting):
    """Answer questions until new dice have been rolled, and return the seat that answered last."""
    while sitting.asked() is not None:
        seat = SEATS[sitting.asked().side]
        since = len(sitting.heard("watch", Happened))
        sitting.answer(sitting.waiting().options[0].answer)
        if has_rolled(sitting, since):
            return seat
    raise AssertionError("no dice")


def test_a_decision_can_be_taken_back_without_consent_if_no_dice_were_rolled_since():
    sitting = Sitting.at(DEMO)
    asked, board, texts = sitting.waiting(), sitting.board(), sitting.texts()
    seat = SEATS[asked.side]
    sitting.answer(asked.options[0].answer)
    assert not has_rolled(sitting, 0)
    sitting.say(seat, Undo)
    (back,) = sitting.heard("watch", TakenBack)
    assert back.words.startswith(asked.words.rstrip("?"))
    assert back.lines == len(texts)
    assert back.board == board
    again = sitting.waiting()
    assert again.options == asked.options
    assert again.question > asked.question


def test_taking_back_a_decision_after_a_roll_requires_the_consent_of_the_opponent():
    sitting = Sitting.at(DEMO)
    seat = until_dice_fall(sitting)
    other = "second" if seat == "first" else "first"
    before = sitting.table.number
    sitting.say(seat, Undo)
    wish = sitting.heard(other, UndoWanted)[-1]
    assert SEATS[wish.side] == seat
    assert sitting.table.number == before
    assert isinstance(sitting.say(seat, AgreeUndo, is_agreed=True)[0], Refused)
    sitting.say(other, AgreeUndo, is_agreed=False)
    assert sitting.heard(seat, UndoWanted)[-1].words == ""
    sitting.say(seat, Undo)
    sitting.say(other, AgreeUndo, is_agreed=True)
    assert sitting.heard("watch", TakenBack)
    assert SEATS[sitting.waiting().side] == seat
    assert Table.of(sitting.table.stored()).number == sitting.table.number


def test_dice_rolled_again_after_an_undo_show_the_same_faces():
    sitting = Sitting.at(DEMO, is_alone=True)
    texts = []
    for _ in range(2):
        until_dice_fall(sitting)
        texts.append([line for line in sitting.heard("watch", Happened)[-1].lines if line.kind == "roll"])
        sitting.say("first", Undo)
    assert texts[0] == texts[1]


def test_every_decision_against_a_policy_can_be_taken_back_without_consent():
    sitting = Sitting.at(DEMO, players=("", "sensible"))
    question = sitting.waiting().words
    until_dice_fall(sitting)
    while sitting.waiting().words != question or sitting.table.number < 1 or not sitting.heard("watch", TakenBack):
        got = sitting.say("first", Undo)
        if isinstance(got[0], Refused):
            break
    assert sitting.waiting().words == question
    assert isinstance(sitting.say("first", Undo)[0], Refused)


def test_taking_back_a_decision_in_a_finished_game_between_people_is_refused():
    sitting = Sitting.at(DUEL)
    sitting.play()
    refused = [sitting.say(seat, Undo)[0] for seat in ("first", "second")]
    assert any(isinstance(one, Refused) and "its dice are known" in one.reason for one in refused)


def test_a_single_page_may_answer_for_both_sides():
    sitting = Sitting.at(BOARDING, is_alone=True)
    sides = set()
    while (asked := sitting.asked("first")) is not None:
        assert asked.options
        sides.add(asked.side)
        sitting.say("first", Answer, question=asked.question, answer=asked.options[0].answer)
    assert sides == {0, 1}


@pytest.mark.parametrize("until", ["step", "unit", "phase", "end"])
def test_questions_at_a_table_may_be_left_to_the_policy(until):
    sitting = Sitting.at(DEMO)
    while (asked := sitting.asked()) is not None and asked.kind != "place":
        sitting.answer(sitting.waiting().options[0].answer)
    assert asked is not None
    seat = SEATS[asked.side]
    got = sitting.say(seat, Leave, until=until)
    assert not isinstance(got[0], Refused)
    then = sitting.asked()
    if until in ("phase", "end"):
        assert then is None or then.side != asked.side
    else:
        assert then is None or (then.clause, then.question) != (asked.clause, asked.question)
    assert Table.of(sitting.table.stored()).number == sitting.table.number


def test_faces_of_real_dice_may_be_sent_to_a_table_and_impossible_faces_are_refused():
    sitting = Sitting.at("wwpd/plain_men.toml", dice="typed")
    assert sitting.joined("first").dice_hash == ""
    asked = sitting.asked("second")
    assert (asked.kind, asked.total) == ("roll", asked.least)
    wrong = [(6,) * (asked.total + 1), (7,) * asked.total, ()]
    assert all(isinstance(sitting.say("first", Throw, question=asked.question, faces=one)[0], Refused) for one in wrong)
    for _ in range(200):
        if (asked := sitting.asked()) is None:
            break
        if asked.kind == "roll":
            sitting.say("second", Throw, question=asked.question, faces=(3,) * asked.total)
        else:
            sitting.answer(sitting.waiting().options[0].answer)
    over = sitting.heard("first", GameOver)[-1]
    assert (over.dice_secret, over.seed) == ("", "")
    faces = {
        face
        for one in sitting.heard("first", Happened)
        for line in one.lines
        for dice in line.dice
        for face in dice.faces
    }
    assert faces == {3}
    assert Table.of(sitting.table.stored()).number == sitting.table.number


def test_the_dice_of_a_roll_are_sent_with_their_labels_their_faces_and_their_successes():
    sitting = Sitting.at("wwpd/plain_men.toml")
    shown = [dice for one in sitting.heard("first", Happened) for line in one.lines for dice in line.dice]
    assert shown
    assert all(len(one.successes) == len(one.faces) for one in shown if one.successes is not None)
    assert any(one.successes for one in shown)


def test_a_measuring_tape_is_sent_to_all_seats_and_to_later_visitors():
    sitting = Sitting.at(DEMO)
    sitting.say("first", Tape, points=((1.0, 2.0), (3.0, 4.5)))
    assert sitting.heard("second", Taped)[-1] == Taped(side=0, points=((1.0, 2.0), (3.0, 4.5)))
    late = Sitting(sitting.table)
    assert late.heard("watch", Taped)[-1].side == 0


@pytest.mark.parametrize(
    "points", [((1e308, 1e308), (0.0, 0.0)), ((0.0, -25.0),), tuple((n / 100, 1.0) for n in range(51))]
)
def test_a_measuring_tape_off_the_table_or_with_too_many_points_is_refused(points):
    sitting = Sitting.at(DEMO)
    (refusal,) = sitting.say("watch", Tape, points=points)
    assert isinstance(refusal, Refused)
    assert refusal.key == "points"
    assert not sitting.heard("second", Taped)


def test_the_record_of_a_table_hides_the_seed_until_the_game_is_over():
    sitting = Sitting.at(BOARDING)
    until_dice_fall(sitting)
    record = read(sitting.say("watch", AskRecord)[0].record)
    assert (record.seed, record.dice) == (0, "given")
    game = replayed(record, ruleset_named(record.ruleset))
    assert len(game.log) > 0
    while sitting.asked() is not None:
        sitting.answer(sitting.waiting().options[0].answer)
    record = read(sitting.say("watch", AskRecord)[0].record)
    assert (str(record.seed), record.dice) == (sitting.heard("watch", GameOver)[-1].seed, "seed")
    assert replayed(record, ruleset_named(record.ruleset)).is_over


def test_the_replay_of_a_table_contains_the_log_and_the_final_board_of_its_game():
    sitting = Sitting.at(BOARDING, players=("sensible", "sensible"))
    story = reply(AskStory(id=1, record=sitting.say("watch", AskRecord)[0].record))
    assert [line.text for one in story.happened for line in one.lines] == sitting.texts()
    assert story.board == sitting.joined("watch").board


def test_a_new_table_can_be_opened_from_any_line_of_a_record():
    sitting = Sitting.at(BOARDING, players=("sensible", "sensible"))
    record, texts = sitting.say("watch", AskRecord)[0].record, sitting.texts()
    for line in (0, 5, len(texts) // 2):
        branch = Sitting(Table.opened(OpenTable(id=0, record=record, until=line), bytes(32)))
        assert branch.texts()[:line] == texts[:line]
        assert branch.asked() is not None
        assert Table.of(branch.table.stored()).number == branch.table.number
        branch.play()


def test_the_region_for_a_placement_contains_the_places_offered():
    sitting = Sitting.at(DEMO)
    while (asked := sitting.asked()) is not None and asked.kind != "place":
        sitting.answer(sitting.waiting().options[0].answer)
    asked = sitting.waiting()
    place = asked.options[0].place
    before = sitting.table.stored()
    (region,) = sitting.say(SEATS[asked.side], AskRegion, question=asked.question, model=place.number)
    assert ((place.x, place.y),) * 2 in region.openings
    assert region.width == 0
    assert any(line[0] != line[-1] for line in region.openings)  # the places beside it along an enemy's edge
    assert sitting.table.stored() == before
    (refused,) = sitting.say(SEATS[asked.side], AskRegion, question=asked.question, model=9_999)
    assert isinstance(refused, Refused)
    for facing in (1e308, -1e308, 361.0):
        fields = {"question": asked.question, "model": place.number, "facing": facing}
        (refused,) = sitting.say(SEATS[asked.side], AskRegion, **fields)
        assert isinstance(refused, Refused)
        assert refused.remedy == "give a facing from -360 to 360 degrees"
    for facing in (1e308, -1e308, 361.0):
        fields = {"question": asked.question, "model": place.number, "facing": facing}
        (refused,) = sitting.say(SEATS[asked.side], AskRegion, **fields)
        assert isinstance(refused, Refused)
        assert refused.remedy == "give a facing from -360 to 360 degrees"


def test_a_forecast_reveals_no_dice_and_leaves_the_table_unchanged():
    forecasts = []
    for secret in (SECRET, bytes(reversed(SECRET))):
        table = Table.opened(OpenTable(id=0, toml=example("scorched/daemon.toml")), secret)
        asked, before = Sitting(table).waiting(), table.stored()
        question = AskForecast(id=1, question=asked.question)
        forecasts.append(table.hear(SEATS[asked.side], question)[0].message)
        assert table.stored() == before
    assert [one.index for one in forecasts[0].options] == [one.index for one in asked.options]
    assert forecasts[0] == forecasts[1]


def test_every_seat_may_ask_for_the_reach_of_a_charge_without_changing_the_table():
    table = Table.opened(OpenTable(id=0, toml=example("wwpd/charge.toml")), SECRET)
    before = table.stored()
    reaches = [table.hear(seat, AskReach(id=1, unit=0))[0].message for seat in SEATS]
    assert len({str(one) for one in reaches}) == 1
    assert reaches[0].target == "militia"
    assert [(one.distance, one.arrives.chance) for one in reaches[0].points] == [
        (inches, 1.0) for inches in range(1, 9)
    ]
    assert reaches[0].is_complete
    assert table.stored() == before
    refused = table.hear("watch", AskReach(id=2, unit=7))[0].message
    assert isinstance(refused, Refused)


def test_a_forecast_of_a_small_fight_is_exact():
    """The first question comes before any roll, so the forecast for its usual answer must equal the value that `odds`
    gives.
    """
    toml = example("scrollhammer/duel.toml")
    table = Table.opened(OpenTable(id=0, toml=toml), SECRET)
    asked = Sitting(table).waiting()
    forecast = asked_of(table.stored(), SEATS[asked.side], AskForecast(id=1, question=asked.question))
    usual = next(one.index for one in asked.options if one.is_usual)
    wins = next(one.wins for one in forecast.options if one.index == usual)
    assert forecast.is_exact
    odds = reply(AskOdds(id=1, toml=toml))
    assert [one.chance for one in wins] == pytest.approx([side.wins.chance for side in odds.sides], abs=1e-12)


@pytest.mark.parametrize("readings", [3, 400])
def test_a_forecast_that_runs_out_of_time_gives_the_results_obtained_so_far(readings):
    """The clock runs out after a given number of readings, either before the end of the first game or after a few
    games.
    """
    table = Table.opened(OpenTable(id=0, toml=example(BOARDING)), SECRET)
    clock = iter(range(10**9))
    limit = Budget(seconds=readings, memory=None, clock=lambda: float(next(clock)))
    forecast = forecast_of(table._session, AskForecast(id=1, question=1), limit)
    known = {option.wins is not None for option in forecast.options}
    assert not forecast.is_exact
    assert forecast.assumes[-1].startswith("no game ended within") == (readings == 3)
    assert known == {readings != 3}


@pytest.mark.parametrize(
    "answer",
    [
        None,
        True,
        1,
        -1,
        10**30,
        "x",
        "\x00",
        [],
        [[]],
        [1, 2, 3],
        [None] * 500,
        {"a": 1},
        1.5,
        json.loads("[" * 90 + "]" * 90),
    ],
)
def test_hostile_answers_to_a_question_at_a_table_are_refused(answer):
    for name in (DEMO, "wab/siege.toml", "warstrike/boarding.toml", "wwpd/charge.toml", "scorched/brawl.toml"):
        sitting = Sitting.at(name)
        for _ in range(12):
            if sitting.asked() is None:
                break
            asked = sitting.waiting()
            legal = [one.answer for one in asked.options]
            if not any(type(one) is type(answer) and one == answer for one in legal):
                got = sitting.answer(answer)
                if isinstance(got[0], Refused):
                    assert got[0].reason
                else:
                    continue  # another legal answer
            sitting.answer(asked.options[0].answer)


def test_a_question_about_several_items_lists_a_label_and_an_answer_for_each():
    sitting = Sitting.at("scrollhammer/stubborn.toml")
    while (asked := sitting.asked()) is not None and asked.kind != "several":
        sitting.answer(sitting.waiting().options[0].answer)
    own = sitting.waiting()
    assert isinstance(own, Asked)
    assert len(own.items) == len(own.item_answers) >= own.most
    sitting.answer(list(own.item_answers[: own.least]))
