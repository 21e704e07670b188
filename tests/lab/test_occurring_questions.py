"""The questions that a fight puts to its players are found by playing it."""

from pilein.engine.budget import Budget
from pilein.lab.occurring_questions import GAMES, MOST, occurring_questions
from pilein.lab.odds import odds

DUEL = "examples/scrollhammer/duel.toml"


def test_each_question_found_in_a_fight_belongs_to_the_side_that_has_to_answer_it():
    found = occurring_questions(DUEL)
    assert found.games == GAMES
    assert [(one.side, one.clause, one.is_open) for one in found.questions] == [("houses", "SH-WP-04", False)]
    assert "all axe on hill king" in found.questions[0].answers


def test_every_answer_to_a_question_found_in_a_fight_can_be_fixed():
    for answer in occurring_questions(DUEL).questions[0].answers:
        assert odds(DUEL, fixed={"houses:SH-WP-04": answer}).hints == ()


def test_a_question_is_marked_as_open_if_it_has_too_many_answers_to_list():
    found = occurring_questions("examples/scrollhammer/flight.toml", games=1)
    moves = [one for one in found.questions if one.is_open]
    assert moves
    assert {len(one.answers) for one in moves} == {MOST}


def test_the_search_for_questions_plays_at_least_one_game_however_small_its_budget():
    assert occurring_questions(DUEL, budget=Budget(1e-9, None)).games == 1
