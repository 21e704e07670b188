"""Hitting probabilities in floats: the probability that a label of a given kind ever occurs.

Play is not followed beyond the first hit.
"""

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pilein.chain.chain import Chain, Floats
from pilein.chain.solve.blocks import NEGLIGIBLE, SparseBlock, accumulated, blocks_of
from pilein.chain.solve.horizon import Horizon, goes_on

Bools = NDArray[np.bool_]


class HittingProbability:
    """Probability that a label of a given kind ever occurs in a chain, over a number of phases."""

    def __init__(self, chain: Chain, phases: int) -> None:
        self._chain = chain
        self._horizon = Horizon(chain, phases)
        self._known: dict[bytes, float] = {}

    def of(self, targets: Bools) -> float:
        """Return the probability that at least one target label occurs. `targets` marks labels by number.

        Raises:
            NotAbsorbed: an unbounded chain is not absorbed, and no target has occurred.
        """
        key = np.packbits(targets).tobytes()
        if key not in self._known:
            self._known[key] = 1.0 if targets[self._chain.prologue] else self._hit(targets)
        return self._known[key]

    def is_last(self, targets: Bools) -> bool:
        """Whether no transition follows a target label, so that target labels occur at most once."""
        chain = self._chain
        if targets[chain.prologue] or targets[chain.onward_label].any() or targets[chain.late_label].any():
            return False
        return bool(self._is_absorbing[chain.target[targets[chain.label]]].all())

    @cached_property
    def _is_absorbing(self) -> Bools:
        """Mark the nodes without successors."""
        chain = self._chain
        found = np.zeros(len(chain.positions), dtype=np.bool_)
        found[chain.ends[~(goes_on(chain.onward) | goes_on(chain.late))]] = True
        return found

    @cached_property
    def _blocks(self) -> list[SparseBlock]:
        return blocks_of(self._chain)

    def _hit(self, targets: Bools) -> float:
        chain = self._chain
        parted = [self._parted(block, targets) for block in self._blocks]
        mass = np.zeros(len(chain.positions))
        mass[chain.first] = 1.0
        found = 0.0
        for phase in range(1, self._horizon.last + 1):
            for hitting, rest in parted:
                mass = accumulated(mass, rest)
                found += float((mass[rest.nodes] * hitting).sum())
            mass, hit = self._next_phase(mass[chain.ends], targets, phase)
            found += hit
            if mass.sum() < NEGLIGIBLE:
                break
        return found

    def _next_phase(self, there: Floats, targets: Bools, phase: int) -> tuple[Floats, float]:
        """Move probability from ends to the next phase's start. Also returns the probability that has hit a target."""
        onward, labels = self._horizon.after(phase)
        is_going = goes_on(onward) & (there > 0)
        hits = targets[labels] & is_going
        going = (is_going & ~hits).nonzero()[0]
        self._horizon.check(phase, float(there[going].sum()))
        mass: Floats = np.bincount(onward[going], there[going], len(self._chain.positions)).astype(
            np.float64, copy=False
        )
        return mass, float(there[hits].sum())

    def _parted(self, block: SparseBlock, targets: Bools) -> tuple[Floats, SparseBlock]:
        """Return each source's probability of hitting a target immediately, and the block's remaining transitions."""
        hits = targets[block.labels]
        hitting = np.add.reduceat(np.where(hits, block.chances, 0.0), block.starts)
        return hitting, block.only(~(hits | self._is_absorbing[block.targets]))
