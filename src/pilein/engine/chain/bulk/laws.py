"""A chain contracted to where its phases begin: with which chance a phase begun there ends where."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.chain import Chain
from pilein.engine.chain.compiling import NOBODY

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

BLOCK = 256  # beginnings followed at a time
ROUNDS = 100_000  # most ways on within a phase that goes round in circles
LEAST = 1e-18  # chance below which a way round is let go


class Front(NamedTuple):
    """Places come to: each the row of a beginning, a node, and with which chance it is come to from there."""

    row: Ints
    node: Ints
    chance: Floats


def beginnings(chain: Chain) -> Ints:
    """The nodes where a phase can begin, in order."""
    following = np.concatenate((chain.onward, chain.late, [chain.first]))
    return np.unique(following[following != NOBODY])


def phase_laws(chain: Chain, starts: Ints) -> list[tuple[list[int], list[float]]]:
    """For each beginning the ends of its phase, by their numbers among the chain's ends, and the chances of each."""
    laws: list[tuple[list[int], list[float]]] = []
    for first in range(0, len(starts), BLOCK):
        laws += _block(chain, starts[first : first + BLOCK])
    return laws


def _block(chain: Chain, starts: Ints) -> list[tuple[list[int], list[float]]]:
    end_of = np.full(len(chain.positions), NOBODY, dtype=np.int64)
    end_of[chain.ends] = np.arange(len(chain.ends))
    starting = np.searchsorted(chain.source, np.arange(len(chain.positions) + 1))
    front = Front(np.arange(len(starts)), starts, np.ones(len(starts)))
    arrived: list[Front] = []
    for _ in range(ROUNDS):
        is_end = end_of[front.node] != NOBODY
        arrived.append(_only(front, is_end))
        if is_end.all():
            break
        front = _merged(_gone_on(chain, _only(front, ~is_end), starting), len(chain.positions))
    rows, nodes, chances = (np.concatenate(parts) for parts in zip(*arrived, strict=True))
    whole = _merged(Front(rows, end_of[nodes], chances), len(chain.ends))
    cuts = np.searchsorted(whole.row, np.arange(1, len(starts)))
    parts = zip(np.split(whole.node, cuts), np.split(whole.chance, cuts), strict=True)
    return [(ends.tolist(), (chances / chances.sum()).tolist()) for ends, chances in parts]


def _gone_on(chain: Chain, front: Front, starting: Ints) -> Front:
    """Every way on from every place."""
    counts = starting[front.node + 1] - starting[front.node]
    before = np.concatenate(([0], np.cumsum(counts)[:-1]))
    ways = np.arange(int(counts.sum())) + np.repeat(starting[front.node] - before, counts)
    chance = np.repeat(front.chance, counts) * chain.chance[ways]
    reached = Front(np.repeat(front.row, counts), chain.target[ways], chance)
    goes_round = any(layer.whirl for layer in chain.layers)
    return _only(reached, chance > LEAST) if goes_round else reached


def _only(front: Front, wanted: NDArray[np.bool_]) -> Front:
    return Front(front.row[wanted], front.node[wanted], front.chance[wanted])


def _merged(front: Front, width: int) -> Front:
    """Equal places as one, in the order of their rows."""
    keys, inverse = np.unique(front.row * width + front.node, return_inverse=True)
    chances = np.asarray(np.bincount(inverse, front.chance, len(keys)), dtype=np.float64)
    return Front(keys // width, keys % width, chances)
