"""Sparse blocks, which hold the transitions of one phase in layers and propagate probability along many at once."""

from collections import deque
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pilein.chain.chain import Chain, Floats, Ints
from pilein.chain.layers import Layer, ranges
from pilein.kernel.errors import PileInError
from pilein.kernel.remedies import Remedy

SOME = 3  # if fewer than one source in this many has probability, only those sources are propagated
PERIOD = 2  # phases after which the same sources have probability again, because players take turns
NEGLIGIBLE = 1e-20  # smaller probabilities of unfinished play, or in cycles within a phase, are dropped
MOST_ROUNDS = 10_000  # rounds of such cycles
NO_LABELS: Ints = np.zeros(0, dtype=np.int64)
ENDLESS = "this battle can cycle endlessly within one phase, so it has no exact odds"
SAMPLE = Remedy("sample the battle with `pilein simulate --way games`", on_page="sample the battle instead")


class Propagated(NamedTuple):
    """Probability on its way along transitions, given by the transitions' target nodes, labels and amounts."""

    targets: Ints
    labels: Ints
    amounts: Floats


class Selection(NamedTuple):
    """Transitions from some sources of a block. `nodes` is the node that each transition leaves."""

    sources: Ints
    nodes: Ints
    targets: Ints
    chances: Floats


@dataclass
class SparseBlock:
    """Layer laid out in arrays.

    It lists the sources in order, each with the first index and the number of its transitions. Targets, labels and
    probabilities of the transitions follow. `selections` holds the transitions from sets of sources that have
    probability repeatedly, by the number of sources in the set.
    """

    nodes: Ints
    starts: Ints
    counts: Ints
    targets: Ints
    labels: Ints
    chances: Floats
    is_cyclic: bool
    selections: dict[int, deque[Selection]] = field(default_factory=dict)

    def propagate(self, mass: Floats, *, is_labelled: bool = True) -> Propagated:
        """Propagate probability from the sources, where `mass` is the probability at each node of the chain.

        The labels are left out unless `is_labelled` is set.
        """
        here = mass.take(self.nodes)
        many = int(np.count_nonzero(here))
        if not is_labelled:
            if many in self.selections:
                selection = self._selected(here, many)
                amounts = mass.take(selection.nodes)
                amounts *= selection.chances
                return Propagated(selection.targets, NO_LABELS, amounts)
            self.selections[many] = deque(maxlen=PERIOD)
        if many * SOME > len(here):
            amounts = here.repeat(self.counts)
            amounts *= self.chances
            return Propagated(self.targets, self.labels, amounts)
        some = places_of(here)
        places = self._leaving(some)
        amounts = here.take(some).repeat(self.counts.take(some))
        amounts *= self.chances.take(places)
        return Propagated(self.targets.take(places), self.labels.take(places) if is_labelled else NO_LABELS, amounts)

    def _selected(self, here: Floats, many: int) -> Selection:
        """Return the transitions from the sources that have probability, of which there are `many`.

        The results for the latest sets of that many sources are remembered.
        """
        for known in self.selections[many]:
            if np.count_nonzero(here.take(known.sources)) == many:
                return known
        some = places_of(here)
        places, nodes = self._leaving(some), self.nodes.take(some).repeat(self.counts.take(some))
        found = Selection(some, nodes, self.targets.take(places), self.chances.take(places))
        self.selections[many].append(found)
        return found

    def _leaving(self, some: Ints) -> Ints:
        """Return the indices of the transitions from the given sources."""
        starts = self.starts.take(some)
        return ranges(starts, starts + self.counts.take(some))

    def only(self, which: NDArray[np.bool_]) -> "SparseBlock":
        """Return the block with only the transitions that a mask selects. Every source is kept."""
        counts = np.add.reduceat(which, self.starts, dtype=np.int64)
        starts = np.cumsum(counts) - counts
        targets, labels, chances = self.targets[which], self.labels[which], self.chances[which]
        return SparseBlock(self.nodes, starts, counts, targets, labels, chances, self.is_cyclic)


def places_of(amounts: Floats) -> Ints:
    """Return the indices of the amounts that are not 0. numpy finds them several times as fast in a boolean array."""
    found: Ints = (amounts != 0).nonzero()[0]
    return found


def blocks_of(chain: Chain) -> list[SparseBlock]:
    """Lay out a chain's layers in arrays, each after all layers that lead to it."""
    return [_block(chain, layer) for layer in chain.layers]


def _block(chain: Chain, layer: Layer) -> SparseBlock:
    places = layer.transitions
    source = chain.source.take(places)
    starts = np.diff(source, prepend=-1).nonzero()[0]
    counts = np.diff(starts, append=len(places))
    targets, labels, chances = chain.target.take(places), chain.label.take(places), chain.chance.take(places)
    return SparseBlock(source.take(starts), starts, counts, targets, labels, chances, layer.is_cyclic)


def accumulated(mass: Floats, block: SparseBlock) -> Floats:
    """Return the visits of each node after the transitions in a block, given the visits before them.

    Transitions that form cycles are repeated until hardly any probability remains in flight.

    Raises:
        PileInError: the probability in flight never vanishes.
    """
    if not block.is_cyclic:
        return mass + _coming(mass, block)
    inside = np.zeros(mass.size)
    inside[block.nodes] = 1.0
    moving = mass * inside
    for _ in range(MOST_ROUNDS):
        coming = _coming(moving, block)
        mass, moving = mass + coming, coming * inside
        if moving.sum() < NEGLIGIBLE:
            return mass
    raise PileInError(ENDLESS, remedy=SAMPLE)


def _coming(mass: Floats, block: SparseBlock) -> Floats:
    found = block.propagate(mass, is_labelled=False)
    coming: Floats = np.bincount(found.targets, found.amounts, mass.size).astype(np.float64, copy=False)
    return coming
