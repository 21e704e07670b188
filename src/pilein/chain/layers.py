"""Layers of transitions as arrays.

The transitions of a layer are taken together, and layers are in topological order.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
SORTED = 8  # if fewer than one node in this many is reached, node numbers are sorted rather than counted


class Layer(NamedTuple):
    """Transitions, by index in the chain, that can be taken together. If `is_cyclic`, they may form cycles."""

    transitions: Ints
    is_cyclic: bool = False


def layers_of(source: Ints, target: Ints, nodes: int) -> tuple[Layer, ...]:
    """Sort transitions into layers in topological order. From the first cycle on, all transitions form one last layer.

    `source` is sorted. Nodes are numbered from 0 to `nodes` - 1.
    """
    starts = np.concatenate(([0], np.bincount(source, minlength=nodes).cumsum()))
    coming = np.bincount(target, minlength=nodes)
    ready = ((coming == 0) & (starts[1:] > starts[:-1])).nonzero()[0]
    found, done = [], np.zeros(nodes, dtype=bool)
    while ready.size:
        places = ranges(starts.take(ready), starts.take(ready + 1))
        found.append(Layer(places))
        done[ready] = True
        reached, times = _counted(target.take(places), nodes)
        left = coming.take(reached) - times
        coming[reached] = left
        free = reached[left == 0]
        ready = free[starts.take(free + 1) > starts.take(free)]
    left = (~done.take(source)).nonzero()[0]
    return (*found, Layer(left, is_cyclic=True)) if left.size else tuple(found)


def _counted(numbers: Ints, nodes: int) -> tuple[Ints, Ints]:
    """Return the distinct numbers below `nodes` with their counts."""
    if numbers.size * SORTED < nodes:
        return np.unique(numbers, return_counts=True)
    often = np.bincount(numbers, minlength=nodes)
    found = often.nonzero()[0]
    return found, often.take(found)


def ranges(starts: Ints, stops: Ints) -> Ints:
    """Return all whole numbers from each start up to its stop, one range after another."""
    lengths = stops - starts
    offsets = np.repeat(starts - np.concatenate(([0], np.cumsum(lengths)[:-1])), lengths)
    found: Ints = np.arange(int(lengths.sum()), dtype=np.int64) + offsets
    return found
