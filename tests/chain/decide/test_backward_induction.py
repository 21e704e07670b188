"""Backward induction finds the best answers of two players, in agreement with known results and hand calculations."""

from fractions import Fraction
from functools import cache

import pytest

from pilein.chain.decide.backward_induction import BackwardInduction
from pilein.chain.decide.game_graph import GameGraph, OpenModel
from pilein.chain.model.transition_model import TransitionModel
from pilein.chain.solve.fractions import FractionSolver
from pilein.kernel.errors import BadInput, PileInError, TooManyPositions
from tests.chain.gambler import opened
from tests.chain.stakes import guess, ponder, rules, stake

THIRD = Fraction(1, 3)


def lead(game):
    one, other = game.field.coins
    return (not other) - (not one)


def modest(_state, _choice):
    return 1


def four(_state, _choice):
    return 4


def decided(one, other, clause=stake, *, phases=0, limit=None, players=(None, None), exact=True):
    model = OpenModel(TransitionModel(rules(limit), (modest, modest)), players)
    graph = GameGraph(model, opened(one, other, clause), phases=phases, limit=1000)
    return BackwardInduction(graph, lead, exact=exact)


@cache
def by_hand(one, other, phases):
    """Return the value of this game, found by a separate backward induction. A stake is won if the die shows 5
    or more.
    """
    if not (one and other and phases):
        return Fraction((not other) - (not one))
    return max(
        THIRD * by_hand(one + much, other - much, phases - 1)
        + 2 * THIRD * by_hand(one - much, other + much, phases - 1)
        for much in range(1, min(one, other) + 1)
    )


def test_a_single_phase_of_the_gambling_game_with_two_coins_per_player_has_the_value_zero():
    assert decided(2, 2, phases=1).value == 0


def test_a_gambler_with_one_of_the_four_coins_wins_only_by_winning_two_tosses():
    """Each toss is won with probability 1/3. Staking everything twice therefore wins all four coins with probability
    1/9, and otherwise the gambler loses everything.
    """
    assert decided(1, 3, limit=10).value == Fraction(1, 9) - Fraction(8, 9)


@pytest.mark.parametrize("phases", [1, 2, 3, 6])
@pytest.mark.parametrize("coins", [(2, 2), (3, 3), (5, 2)])
def test_values_found_by_backward_induction_match_those_computed_by_hand(coins, phases):
    assert decided(*coins, phases=phases).value == by_hand(*coins, phases)
    assert decided(*coins, phases=phases, exact=False).value == pytest.approx(float(by_hand(*coins, phases)))


@pytest.mark.parametrize("phases", [1, 3, 6])
def test_the_chain_of_best_answers_has_the_value_found_by_backward_induction(phases):
    found = decided(3, 3, phases=phases)
    chain = found.chain()
    leads = chain.read(lead)
    stepped = FractionSolver(chain).solved(phases)
    assert sum(leads[place] * chance for (place, _), chance in stepped.at_the_end.items()) == found.value


def test_backward_induction_asks_no_questions_of_a_side_that_follows_a_policy():
    found = decided(2, 2, phases=1, players=(None, four))
    assert {asked.question.side for asked in found.decisions()} == {0}
    assert decided(2, 2, limit=4, players=(modest, None)).value < decided(2, 2, limit=4, players=(modest, four)).value


def test_backward_induction_gives_the_value_of_every_answer_to_a_question():
    """Each player has two coins. A stake of 2 coins ends the game at once, and a stake of 1 coin leaves the player who
    lost it with one last coin to stake in the second phase.
    """
    asked = list(decided(2, 2, phases=2).decisions())
    much = next(one for one in asked if one.question.words == "how much?")
    need = next(one for one in asked if one.question.words == "what must it show?")
    assert much.chance == 1
    assert much.question.answers == ("1", "2")
    assert much.values == (Fraction(1, 9) - Fraction(4, 9), THIRD - 2 * THIRD)
    assert need.question.answers[need.best] == "5"


def test_backward_induction_refuses_a_question_with_too_many_answers():
    with pytest.raises(
        BadInput, match="ST-03: 'which number\\?' has more than 200 possible answers, too many to find the best one"
    ):
        decided(1, 1, guess)


def test_backward_induction_refuses_a_phase_that_may_cycle_forever():
    with pytest.raises(PileInError, match="can cycle within one phase"):
        decided(1, 1, ponder)


def test_backward_induction_refuses_a_game_without_a_last_phase():
    with pytest.raises(BadInput, match="give a number of phases"):
        decided(2, 2)


def test_backward_induction_refuses_a_game_with_too_many_positions():
    model = OpenModel(TransitionModel(rules(20), (modest, modest)), (None, None))
    with pytest.raises(TooManyPositions):
        GameGraph(model, opened(9, 9, stake), phases=0, limit=10)
