from itertools import islice

import pytest

from pilein.geometry.ticks import INCH
from pilein.placement.contact import contacts, nearest_contact
from pilein.placement.question import Purpose, Question, why_no_move
from pilein.placement.rules import Body, Rule, no_words
from tests.placement.tables import MOVER, Table, crowded, goals_by_gap, goals_on, move_on, soaked

DUTY = "it must touch the goal"


class Touching(Question, frozen=True):
    """A question in which the mover must touch the goal of the table."""

    table: Table
    movers: tuple[int, ...] = (MOVER,)
    may_stay: bool = True

    def purpose(self, model: int) -> Purpose:
        move, near = move_on(self.table), goals_by_gap(self.table)
        duty = Rule([Body(goal, target) for goal, target in goals_on(self.table)], no_words, is_inside=True)
        return Purpose(
            (move,),
            DUTY,
            "to touch the goal",
            nearest_contact(move, near),
            lambda: contacts(move, near),
            lambda: duty,
            self.may_stay,
        )


def asked(seed: int, *, may_stay: bool = True) -> Touching:
    return Touching(0, "X-01", "where to?", crowded(seed), may_stay=may_stay)


def reached(*, may_stay: bool = True) -> Touching:
    """Return the first of the random questions in which the mover has a place to go to."""
    questions = (asked(seed, may_stay=may_stay) for seed in range(99))
    return next(one for one in questions if one.purpose(MOVER).best is not None)


@pytest.mark.parametrize("seed", [*range(12), *soaked(range(12, 312))])
def test_every_place_offered_is_allowed_and_has_a_path(seed: int) -> None:
    question = asked(seed)
    offered = list(question.candidates())
    assert offered
    for _, answer in offered:
        assert question.why_not(answer) is None
        assert question.way(answer).place == Question.way(question, answer).place
    best = question.purpose(MOVER).best
    assert best is None or offered[0][1] == (MOVER, best.place.x, best.place.y, best.place.facing)


def test_a_model_that_must_move_may_not_stay() -> None:
    question = reached(may_stay=False)
    start = question.table.mover[1]
    staying = (MOVER, start.x, start.y, start.facing)
    assert question.why_not(staying) == DUTY
    assert staying not in [answer for _, answer in question.candidates()]
    free = reached()
    assert free.why_not(staying) is None
    assert free.way(staying).route.length == 0


def test_a_place_that_fails_the_duty_of_its_move_is_refused_and_the_duty_is_named() -> None:
    question = reached()
    move = move_on(question.table)
    start = move.start
    free = (start.x + step * INCH // 8 for step in range(1, 40))
    x = next(x for x in free if move.certified(start.__class__(x, start.y, start.facing)))
    assert question.why_not((MOVER, x, start.y, start.facing)) == DUTY


def test_an_answer_to_a_placement_is_refused_unless_it_consists_of_a_model_a_position_and_a_facing() -> None:
    assert why_no_move(None, (1,)) == "the answer must be a model, x, y and facing, all as whole numbers"
    assert why_no_move((1, 2, 3, 4.0), (1,)) == "the answer must be a model, x, y and facing, all as whole numbers"
    assert "not one of the models" in (why_no_move((2, 0, 0, 0), (1,)) or "")
    assert "a facing must be from 0" in (why_no_move((1, 0, 0, 36000), (1,)) or "")
    assert why_no_move((1, 0, 0, 0), (1,)) is None


def test_a_placement_offers_at_most_eight_places() -> None:
    for seed in range(12):
        question = asked(seed)
        assert len(list(islice(question.candidates(), 20))) <= 8
