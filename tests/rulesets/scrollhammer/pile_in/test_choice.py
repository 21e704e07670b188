"""SH-PI: the question of which model piles in next and where it ends."""

import pytest

from pilein.geometry.shapes import Place
from pilein.geometry.ticks import ticks
from pilein.rulesets.scrollhammer.pile_in.choice import PileIn
from pilein.rulesets.scrollhammer.pile_in.places import Mover
from tests.rulesets.scrollhammer.builder import GUARD, IMP, U
from tests.rulesets.scrollhammer.pile_ins import asked, fight, two_apart, why_not


@pytest.mark.clause("SH-PI-05")
def test_any_place_that_fulfils_the_duty_to_pile_in_is_a_legal_answer():
    choice = asked(two_apart(1.5))
    assert isinstance(choice, PileIn)
    assert next(choice.candidates())[0] == 'model 1 to touch an enemy, 1.50"'
    assert why_not(choice, 1, 12.5, 11.5) is None
    assert why_not(choice, 1, 12.0, 11.5) is None
    assert why_not(choice, 1, 11.5, 12.0) is None
    assert why_not(choice, 1, 12.5, 11.4) == "it must end touching an enemy that no friend touches"
    assert why_not(choice, 1, 11.0, 11.0) == "it must end touching an enemy that no friend touches"
    assert "overlap" in why_not(choice, 1, 12.5, 11.7) or "touching" in why_not(choice, 1, 12.5, 11.7)
    assert why_not(choice, 1, 12.5, 13.5) == "there the model would be out of coherency"
    assert why_not(choice, 0, 12.5, 11.5) == "model 0 is not one of the models that may move now: (1,)"
    assert "whole numbers" in choice.why_not((1, 2))
    assert "facing" in choice.why_not((1, ticks(12.5), ticks(11.5), 36000))


def test_all_pile_in_places_offered_are_legal_and_no_two_are_the_same():
    own = U("red", 0, [(GUARD, 4)], at=[(10, 10), (12.5, 10), (14, 10), (15, 9)])
    foes = U("blue", 1, [(IMP, 3)], at=[(10, 11, 180), (12.5, 12, 180), (14, 12.5, 180)])
    choice = asked(fight(own, foes))
    offered = [answer for _, answer in choice.candidates()]
    assert len(offered) == len(set(offered)) > 3
    assert [reason for answer in offered if (reason := choice.why_not(answer))] == []


def test_repeating_a_clause_asks_the_same_pile_in_question_with_the_same_offers():
    choices = [asked(two_apart(1.5)), asked(two_apart(1.5))]
    assert choices[0].stage == choices[1].stage
    assert list(choices[0].candidates()) == list(choices[1].candidates())


@pytest.mark.parametrize(
    ("x", "y", "reason"),
    [
        (12.5, -0.4, "there the model would leave the table"),
        (12.5, 2.2, "there the model would overlap model 3 of blue"),
        (14.5, 2, "there the model would touch model 4 of others, an enemy outside this combat"),
        (11.3, 3, "there the model would stand on impassable ground"),
        (12.5, 1.5, None),
    ],
)
def test_the_refusal_of_a_pile_in_place_without_room_gives_the_specific_reason(x, y, reason):
    own = U("red", 0, [(GUARD, 2)], at=[(10, 1), (12.5, 1)])
    foes = U("blue", 1, [(IMP, 2)], at=[(10, 2, 180), (12.5, 2.5, 180)])
    others = U("others", 1, [(IMP, 1)], at=[(14.5, 3, 180)])
    crag = ("impassable", [(11.1, 2.9), (11.5, 2.9), (11.5, 3.1), (11.1, 3.1)])
    choice = asked(fight(own, foes, others, fighting=(0, 1), grounds=[crag]))
    assert Mover(choice.battle, choice.stage, 1).move.why_broken(Place(ticks(x), ticks(y))) == reason


@pytest.mark.clause("SH-PI-09", "SH-MV-03")
@pytest.mark.parametrize("kind", ["dangerous", "difficult"])
def test_no_model_may_pile_in_beside_an_enemy_to_avoid_ground_on_the_shortest_route(kind):
    """The shortest path leads straight ahead over the edge of a strip of ground, and the path to x = 12.9 crosses that
    strip too.
    """
    strip = [(12.9, 10.6), (13.4, 10.6), (13.4, 10.8), (12.9, 10.8)]
    choice = asked(two_apart(1.5, grounds=[(kind, strip)]), dice=[2] if kind == "dangerous" else [])
    assert why_not(choice, 1, 12.5, 11.5) is None
    assert why_not(choice, 1, 12.9, 11.5) is None
    assert why_not(choice, 1, 11.6, 11.5) == "it may not avoid terrain by a longer path"
    assert [reason for _, answer in choice.candidates() if (reason := choice.why_not(answer))] == []
    assert why_not(asked(two_apart(1.5, grounds=[("open", strip)])), 1, 11.6, 11.5) is None
