"""Sparse blocks propagate the same probability whether or not the same sources have had probability before."""

import numpy as np
import pytest

from pilein.chain.explore.compiler import compiled
from pilein.chain.solve.blocks import PERIOD, blocks_of
from tests.chain import gambler


@pytest.fixture
def block():
    """Return a block of a fight over many coins, which has many sources."""
    chain = compiled(gambler.rules(gambler.toss, None), gambler.opened(9, 9), (gambler.plays, gambler.plays))
    return max(blocks_of(chain), key=lambda one: len(one.nodes)), len(chain.positions)


def coming(block, mass, *, is_labelled):
    found = block.propagate(mass, is_labelled=is_labelled)
    return np.bincount(found.targets, found.amounts, len(mass)).tolist()


def test_the_same_sources_propagate_the_same_probability_each_time(block):
    block, nodes = block
    chances = np.random.default_rng(5)
    for share in (0.2, 0.8):
        sources = [block.nodes[chances.random(len(block.nodes)) < share] for _ in range(PERIOD + 1)]
        for _ in range(3):
            for some in sources:
                mass = np.zeros(nodes)
                mass[some] = chances.random(len(some))
                assert coming(block, mass, is_labelled=False) == coming(block, mass, is_labelled=True)


def test_an_equal_number_of_other_sources_does_not_propagate_the_probability_of_earlier_sources(block):
    block, nodes = block
    for source in (*block.nodes, *block.nodes[::-1]):
        mass = np.zeros(nodes)
        mass[source] = 1.0
        assert coming(block, mass, is_labelled=False) == coming(block, mass, is_labelled=True)


def test_a_block_keeps_the_transitions_of_only_the_latest_selections(block):
    block, nodes = block
    for source in block.nodes:
        mass = np.zeros(nodes)
        mass[source] = 1.0
        block.propagate(mass, is_labelled=False)
    assert {number: len(kept) for number, kept in block.selections.items()} == {1: min(PERIOD, len(block.nodes) - 1)}
