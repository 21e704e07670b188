"""Positions waiting to be explored are grouped by their next clause."""

import numpy as np
import pytest

from pilein.chain.explore.frontier import Batch, Frontier
from pilein.chain.explore.lookup import joined
from pilein.chain.explore.packing import Packing
from pilein.chain.model.transition_model import TransitionModel
from pilein.chain.model.transitions import PHASE_OVER
from tests.chain import gambler

TOSS, MUTTER = (clause.key for clause in (gambler.toss, gambler.mutter))


def ints(*numbers):
    return np.array(numbers, dtype=np.int64)


@pytest.fixture
def model():
    """Return a model in which the next clause is a toss in table 0, a mutter in table 1 and no clause in table 2."""
    model = TransitionModel(gambler.rules(), (gambler.plays, gambler.plays))
    position = gambler.opened(1, 1)
    for agenda in (((TOSS,),), ((MUTTER,),), ()):
        model.encoded(type(position)(position.state, agenda))
    return model


def batch(*tables, clauses=0):
    return Batch(ints(*tables)[None, :], np.arange(len(tables)), np.zeros(len(tables), dtype=np.int64), clauses)


def test_the_frontier_returns_the_largest_group_of_positions_first_and_finished_phases_last_of_all(model):
    frontier = Frontier(model, Packing(model, 1))
    frontier.add(batch(2, 2, 2, 0, 1, 1))
    order = []
    while frontier:
        clause, those = frontier.most()
        order.append((clause, those.edge.tolist()))
    assert order == [(MUTTER, [4, 5]), (TOSS, [3]), (PHASE_OVER, [0, 1, 2])]


def test_positions_added_to_the_frontier_join_those_waiting_for_the_same_clause(model):
    frontier = Frontier(model, Packing(model, 1))
    frontier.add(batch(0, 0, clauses=3))
    frontier.add(batch(0, clauses=1))
    _, those = frontier.most()
    assert those.edge.tolist() == [0, 1, 0]
    assert those.clauses == 3
    assert not frontier


def test_an_empty_batch_leaves_the_frontier_unchanged(model):
    frontier = Frontier(model, Packing(model, 1))
    frontier.add(batch())
    assert not frontier


def test_labels_of_successive_transitions_are_joined_in_order(model):
    one, other = model.label(("one",)), model.label(("other",))
    both = joined(model, ints(0, one, 0, one, one), ints(0, 0, other, other, other))
    assert [model.labels[label] for label in both.tolist()] == [
        (),
        ("one",),
        ("other",),
        ("one", "other"),
        ("one", "other"),
    ]


def test_a_label_shared_by_all_transitions_is_joined_to_each_preceding_label(model):
    one, other = model.label(("one",)), model.label(("other",))
    assert joined(model, ints(0, one), ints(0)).tolist() == [0, one]
    both = joined(model, ints(0, one, 0), ints(other))
    assert [model.labels[label] for label in both.tolist()] == [("other",), ("one", "other"), ("other",)]
    assert joined(model, ints(0, 0), ints(other)).tolist() == [other, other]
