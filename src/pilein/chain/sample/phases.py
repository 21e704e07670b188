"""Walks phase by phase. A chain contracted to the starts and ends of phases takes one draw per phase."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pilein.chain.chain import NO_NODE, Chain, Floats, Ints
from pilein.chain.model.transition_model import TO_THE_END
from pilein.chain.sample.drawing import OVER, Words, alias_table, drawn, picked, streams
from pilein.chain.solve.spans import most_steps

BLOCK = 256  # first nodes followed at a time
ROUNDS = 100_000  # most transitions within a phase with cycles
LEAST = 1e-18  # probability below which a path through cycles is dropped
CHUNK = 1 << 13  # fights at a time, so that all working data fits in the processor's cache


class Contracted(NamedTuple):
    """A contracted chain to be walked, with the slots of all distributions, the row where fights begin, and the row
    after each end.

    From phase `most` on, `late` replaces `onward`. No phase follows phase `last`.
    """

    slots: Words
    first: np.uint64
    onward: Words
    late: Words
    most: int
    last: int


class Walks(NamedTuple):
    """The end of each fight, given by its index among the chain's ends, and the fight's number of phases."""

    ends: NDArray[np.int32]
    phases: NDArray[np.int16]


def contracted(chain: Chain, phases: int = TO_THE_END) -> Contracted:
    """Contract a chain for a number of phases, where 0 means until no units are in contact."""
    starts = phase_starts(chain)
    table = alias_table(phase_distributions(chain, starts))
    row_of = np.full(len(chain.positions) + 1, OVER, dtype=np.uint64)
    row_of[starts] = table.rows
    last = most_steps(chain, phases)
    most = last if chain.most_phases is None else chain.most_phases
    # NO_NODE, -1, is the last entry of row_of: nothing follows
    return Contracted(table.slots, row_of[chain.first], row_of[chain.onward], row_of[chain.late], most, last)


def walk(chain: Contracted, key: np.uint64, first: int, count: int) -> Walks:
    """Walk `count` fights in numpy, beginning with fight number `first`."""
    walks = Walks(np.empty(count, dtype=np.int32), np.empty(count, dtype=np.int16))
    for begin in range(0, count, CHUNK):
        many = min(CHUNK, count - begin)
        part = slice(begin, begin + many)
        _walk_chunk(chain, streams(key, first + begin, many), walks.ends[part], walks.phases[part])
    return walks


def _walk_chunk(chain: Contracted, begun: Words, ends: NDArray[np.int32], phases: NDArray[np.int16]) -> None:
    rows = np.full(len(begun), chain.first, dtype=np.uint64)
    places = np.arange(len(begun))
    for phase in range(1, chain.last + 1):
        reached = picked(chain.slots, rows, drawn(begun, phase))
        ends[places], phases[places] = reached, phase
        if phase == chain.last:
            return
        rows = (chain.late if phase >= chain.most else chain.onward).take(reached)
        going = np.flatnonzero(rows != OVER)
        if not going.size:
            return
        rows, begun, places = rows[going], begun[going], places[going]


# --- distributions of a phase ----------------------------------------------------------------------------------


class Reached(NamedTuple):
    """Nodes reached, each with the row of the first node of the phase, the number of the node reached, and the
    probability of reaching it.
    """

    row: Ints
    node: Ints
    chance: Floats

    def only(self, wanted: NDArray[np.bool_]) -> "Reached":
        """Return the nodes that a mask selects."""
        return Reached(self.row[wanted], self.node[wanted], self.chance[wanted])


def phase_starts(chain: Chain) -> Ints:
    """Return the nodes where a phase can begin, in order."""
    following = np.concatenate((chain.onward, chain.late, [chain.first]))
    return np.unique(following[following != NO_NODE])


def phase_distributions(chain: Chain, starts: Ints) -> list[tuple[list[int], list[float]]]:
    """Return, for each first node, the ends of its phase (by index among the chain's ends) and their probabilities."""
    found: list[tuple[list[int], list[float]]] = []
    for first in range(0, len(starts), BLOCK):
        found += _block(chain, starts[first : first + BLOCK])
    return found


def _block(chain: Chain, starts: Ints) -> list[tuple[list[int], list[float]]]:
    reached = Reached(np.arange(len(starts)), starts, np.ones(len(starts)))
    arrived: list[Reached] = []
    for _ in range(ROUNDS):
        is_end = chain.end_of[reached.node] != NO_NODE
        arrived.append(reached.only(is_end))
        if is_end.all():
            break
        reached = _merged(_stepped(chain, reached.only(~is_end)), len(chain.positions))
    rows, nodes, chances = (np.concatenate(parts) for parts in zip(*arrived, strict=True))
    whole = _merged(Reached(rows, chain.end_of[nodes], chances), len(chain.ends))
    cuts = np.searchsorted(whole.row, np.arange(1, len(starts)))
    parts = zip(np.split(whole.node, cuts), np.split(whole.chance, cuts), strict=True)
    return [(ends.tolist(), (chances / chances.sum()).tolist()) for ends, chances in parts]


def _stepped(chain: Chain, reached: Reached) -> Reached:
    """Follow every transition from all nodes reached."""
    starts = chain.starts
    counts = starts[reached.node + 1] - starts[reached.node]
    before = np.concatenate(([0], np.cumsum(counts)[:-1]))
    places = np.arange(int(counts.sum())) + np.repeat(starts[reached.node] - before, counts)
    chance = np.repeat(reached.chance, counts) * chain.chance[places]
    found = Reached(np.repeat(reached.row, counts), chain.target[places], chance)
    is_cyclic = any(layer.is_cyclic for layer in chain.layers)
    return found.only(chance > LEAST) if is_cyclic else found


def _merged(reached: Reached, width: int) -> Reached:
    """Merge nodes that have been reached several times, in row order."""
    keys, inverse = np.unique(reached.row * width + reached.node, return_inverse=True)
    chances = np.asarray(np.bincount(inverse, reached.chance, len(keys)), dtype=np.float64)
    return Reached(keys // width, keys % width, chances)
