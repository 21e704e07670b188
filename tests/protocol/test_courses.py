"""The course of a finished game shows how the probability of winning changed from one point to the next."""

import time

import pytest

from pilein.engine.budget import Budget
from pilein.kernel.errors import PileInError
from pilein.kernel.record import as_json
from pilein.lab.questions import winner
from pilein.protocol.courses import course_of
from pilein.protocol.from_page import AskCourse, OpenTable
from pilein.protocol.outbox import Outbox
from pilein.protocol.session import Session
from tests.protocol.test_previews import SECRET, session_of

DUEL = "scrollhammer/duel.toml"


def finished(example, **opening):
    session = session_of(example, **opening)
    while not session.game.is_over:
        session.answer(session.usual)
        session.play_on()
    return session


def test_the_course_of_a_game_ends_with_its_result_and_leaves_the_game_unchanged():
    session = finished(DUEL, phases=0)
    log, record = session.game.log, session.game.record
    course = course_of(session, AskCourse(id=1), Budget(5, None, time.process_time))
    assert (session.game.log, session.game.record) == (log, record)
    lines = [point.lines for point in course.points]
    assert lines == sorted(lines)
    won = session.game.state.setup.sides.index(winner(session.game))
    assert [chance.chance for chance in course.points[-1].wins] == [float(won == 0), float(won == 1)]
    assert course.points[0].wins[0].games > 1


def test_the_course_of_a_game_has_odds_only_at_its_end_if_no_time_is_left_to_compute_others():
    course = course_of(finished(DUEL, phases=0), AskCourse(id=1), Budget(0, None, time.process_time))
    assert {point.wins for point in course.points[:-1]} == {None}
    assert course.points[-1].wins is not None


def test_the_course_of_a_game_that_nobody_won_ends_without_odds():
    course = course_of(finished("wwpd/plain_men.toml"), AskCourse(id=1), Budget(5, None, time.process_time))
    assert course.points[-1].wins is None


def test_the_course_of_a_game_in_progress_is_refused():
    with pytest.raises(PileInError, match="not over yet"):
        course_of(session_of("scrollhammer/demo.toml"), AskCourse(id=1))


def test_a_game_that_ended_undecided_can_be_continued_with_the_next_phase():
    session = finished("wwpd/plain_men.toml")
    over = next(one.message for one in Outbox(session, SECRET).waiting(1))
    assert (over.winner, over.is_to_go_on) == (None, True)
    record = as_json(session.game.record).decode()
    again = Session(OpenTable(id=1, record=record, players=("sensible", "sensible"), more=1), SECRET)
    again.play_on()
    assert again.game.phase == 2
    assert again.game.is_over
    assert len(again.game.log) > len(session.game.log)
