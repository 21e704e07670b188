"""The number of rounds counted by a clock is not part of a position, even in a search for best answers."""

from functools import partial

import pytest

from pilein.chain.decide.backward_induction import BackwardInduction
from pilein.chain.decide.game_graph import GameGraph, OpenModel
from pilein.chain.model.transition_model import TransitionModel
from pilein.engine.policies import first
from pilein.lab.questions import label
from pilein.lab.result import lead_in
from tests.chain.test_explore_clock import RULES, WITHOUT, law_of, opening
from tests.rulesets.warstrike.builder import TROOPER, changed

WEAK = changed(TROOPER, WS=2)


def decided(position, rules, *, exact=True):
    model = TransitionModel(rules, (first, first), label(rules), clock=rules.clock(position))
    graph = GameGraph(OpenModel(model, (None, None)), position, phases=1, limit=500_000)
    return BackwardInduction(graph, partial(lead_in, rules), exact=exact), len(graph.order)


@pytest.mark.parametrize(("models", "limit"), [((1, 1), 1), ((1, 1), 3)])
def test_backward_induction_gives_the_same_results_whether_rounds_are_counted_by_a_clock_or_in_positions(models, limit):
    position = opening(foe=WEAK, models=models, limit=limit)
    (one, _), (other, _) = decided(position, RULES), decided(position, WITHOUT)
    assert one.value == other.value
    assert law_of(one.chain()) == law_of(other.chain())
    asked, again = ({}, {})
    for found, counted in ((one, asked), (other, again)):
        for decision in found.decisions():
            key = decision.question.words
            counted[key] = counted.get(key, 0) + decision.chance
    assert asked == again


def test_the_number_of_clocked_positions_does_not_grow_with_the_round_limit():
    (_, few), (_, many) = decided(opening(limit=2), RULES), decided(opening(limit=4), RULES, exact=False)
    assert few == many


def test_the_chain_of_best_answers_in_a_clocked_battle_has_only_positions_that_were_searched():
    found, positions = decided(opening(limit=2), RULES, exact=False)
    chain = found.chain()
    assert len(chain.positions) <= positions
    assert chain.is_clocked
