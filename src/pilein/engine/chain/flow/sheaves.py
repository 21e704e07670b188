"""The ways on of one layer side by side, so that what stands at their sources can flow along all of them at once."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.chain import Chain
from pilein.engine.chain.flow.layers import Ints, Layer, ranges
from pilein.kernel.errors import PileInError

Floats = NDArray[np.float64]
FEW = 3  # one of so many sources: those alone are gone from
FAINT = 1e-20  # the chance of what still goes on, or in circles within a phase, and is let go
MOST_ROUNDS = 10_000  # of such circles
ENDLESS = "this battle may go round in circles within one phase for ever: no odds can be given for it"
SAMPLE = "sample it with `pilein simulate --way games`"


class Flow(NamedTuple):
    """What flows along some ways: to which nodes, with which stories told, and how much of it."""

    targets: Ints
    stories: Ints
    amounts: Floats


class Sheaf(NamedTuple):
    """A layer laid out: its sources in order, where the ways of each begin and how many they are; then way by way."""

    nodes: Ints
    starts: Ints
    counts: Ints
    targets: Ints
    stories: Ints
    chances: Floats
    whirl: bool

    def flow(self, standing: Floats) -> Flow:
        """What flows from nodes where so much stands, by node of the chain."""
        here = standing[self.nodes]
        some = here.nonzero()[0]
        if some.size * FEW > here.size:
            return Flow(self.targets, self.stories, np.repeat(here, self.counts) * self.chances)
        counts = self.counts[some]
        ways = ranges(self.starts[some], self.starts[some] + counts)
        return Flow(self.targets[ways], self.stories[ways], np.repeat(here[some], counts) * self.chances[ways])

    def having(self, which: NDArray[np.bool_]) -> "Sheaf":
        """The same with these of its ways alone; every source is kept."""
        counts = np.add.reduceat(which, self.starts, dtype=np.int64)
        starts = np.cumsum(counts) - counts
        targets, stories, chances = self.targets[which], self.stories[which], self.chances[which]
        return Sheaf(self.nodes, starts, counts, targets, stories, chances, self.whirl)


def sheaf(chain: Chain, layer: Layer) -> Sheaf:
    """A layer of a chain, laid out; its ways are in the order of their sources."""
    ways = layer.ways
    source = chain.source[ways]
    starts = np.flatnonzero(np.diff(source, prepend=-1))
    counts = np.diff(starts, append=len(ways))
    return Sheaf(source[starts], starts, counts, chain.target[ways], chain.story[ways], chain.chance[ways], layer.whirl)


def gone(mass: Floats, layer: Sheaf) -> Floats:
    """How often each node is come to, by how often it was, once the ways of a layer have been gone.

    Where they lead to each other they are gone again and again, until hardly anything is still on its way.

    Raises:
        PileInError: something always is.

    """
    if not layer.whirl:
        return mass + _coming(mass, layer)
    leaves = np.zeros(mass.size)
    leaves[layer.nodes] = 1.0
    moving = mass * leaves
    for _ in range(MOST_ROUNDS):
        coming = _coming(moving, layer)
        mass, moving = mass + coming, coming * leaves
        if moving.sum() < FAINT:
            return mass
    raise PileInError(ENDLESS, remedy=SAMPLE)


def _coming(mass: Floats, layer: Sheaf) -> Floats:
    flow = layer.flow(mass)
    coming: Floats = np.bincount(flow.targets, flow.amounts, mass.size).astype(np.float64, copy=False)
    return coming
