"""Questions that a fight puts to its players are found by playing it."""

from pilein.engine.budget import Budget
from pilein.lab.occurring_questions import GAMES, MOST, occurring_questions
from pilein.lab.odds import odds

DUEL = "examples/scrollhammer/duel.toml"


def test_only_the_side_with_a_decision_is_asked():
    found = occurring_questions(DUEL)
    assert found.games == GAMES
    assert [(one.side, one.clause, one.is_open) for one in found.questions] == [("houses", "SH-WP-04", False)]
    assert "all axe on hill king" in found.questions[0].answers


def test_answers_to_the_questions_found_can_be_fixed():
    for answer in occurring_questions(DUEL).questions[0].answers:
        assert odds(DUEL, fixed={"houses:SH-WP-04": answer}).hints == ()


def test_a_question_with_many_answers_is_open():
    found = occurring_questions("examples/scrollhammer/lances.toml", games=2)
    moves = [one for one in found.questions if one.is_open]
    assert moves
    assert {len(one.answers) for one in moves} == {MOST}


def test_at_least_one_game_is_played_within_any_budget():
    assert occurring_questions(DUEL, budget=Budget(1e-9, None)).games == 1
