"""Putting the ways on of one phase in layers: a node is left only after all that lead to it have been."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
FEW = 8  # one of so many numbers: they are sorted rather than counted


class Layer(NamedTuple):
    """Ways on, by their places in the chain, that may be gone together; `whirl`: they may lead to each other."""

    ways: Ints
    whirl: bool = False


def layers_of(source: Ints, target: Ints, nodes: int) -> tuple[Layer, ...]:
    """The layers of these ways on, in order; those that go in circles are the last but for what follows them.

    `source` is sorted. Nodes are 0 to `nodes` - 1.
    """
    starts = np.searchsorted(source, np.arange(nodes + 1))
    coming = np.bincount(target, minlength=nodes)
    ready = np.flatnonzero((coming == 0) & (starts[1:] > starts[:-1]))
    found, gone = [], np.zeros(nodes, dtype=bool)
    while ready.size:
        ways = ranges(starts[ready], starts[ready + 1])
        found.append(Layer(ways))
        gone[ready] = True
        reached, times = _counted(target[ways], nodes)
        coming[reached] -= times
        open_now = reached[coming[reached] == 0]
        ready = open_now[starts[open_now + 1] > starts[open_now]]
    left = np.flatnonzero(~gone[source])
    return (*found, Layer(left, whirl=True)) if left.size else tuple(found)


def _counted(numbers: Ints, nodes: int) -> tuple[Ints, Ints]:
    """Which of the numbers below `nodes` are there, and how often."""
    if numbers.size * FEW < nodes:
        return np.unique(numbers, return_counts=True)
    often = np.bincount(numbers, minlength=nodes)
    found = often.nonzero()[0]
    return found, often[found]


def ranges(starts: Ints, stops: Ints) -> Ints:
    """All whole numbers from each start up to its stop, one range after the other."""
    lengths = stops - starts
    offsets = np.repeat(starts - np.concatenate(([0], np.cumsum(lengths)[:-1])), lengths)
    found: Ints = np.arange(int(lengths.sum()), dtype=np.int64) + offsets
    return found
