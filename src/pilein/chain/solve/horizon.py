"""Horizon of a chain, which gives the number of phases to follow, the start of each new phase, and the length of
battles.
"""

import numpy as np
from numpy.typing import NDArray

from pilein.chain.chain import NO_NODE, Chain, Ints
from pilein.chain.model.transition_model import TO_THE_END
from pilein.chain.solve.blocks import accumulated, blocks_of
from pilein.chain.solve.spans import TAIL, UNBOUNDED, NotAbsorbed, most_steps
from pilein.tabletop.ruleset import MOST_PHASES

TRIAL = 100  # phases of unbounded play, after which hardly any play should continue
MUCH = 0.01


class Horizon:
    """Number of phases of a chain. TO_THE_END stops where the ruleset ends play, and UNBOUNDED never stops.

    If a clock counts rounds, rounds count as phases.
    """

    def __init__(self, chain: Chain, phases: int = TO_THE_END) -> None:
        self._chain = chain
        self._is_unbounded = phases == UNBOUNDED
        self.last = MOST_PHASES if self._is_unbounded else most_steps(chain, phases)
        self._parted: dict[tuple[bool, bool], tuple[Ints, Ints]] = {}
        self._nowhere: Ints = np.full(len(chain.ends), NO_NODE, dtype=np.int64)

    def after(self, phase: int) -> tuple[Ints, Ints]:
        """Return, for each end, the node where play continues after phase number `phase`, and the label of the path
        to it.
        """
        chain, is_late = self._chain, self.is_late(phase)
        onward, labels = (chain.late, chain.late_label) if is_late else (chain.onward, chain.onward_label)
        return (self._nowhere, labels) if phase == self.last else (onward, labels)

    def parted(self, phase: int) -> tuple[Ints, Ints]:
        """Return the indices of the ends at which play continues after a phase, and of the ends at which it is over."""
        is_last, is_late = phase == self.last, self.is_late(phase)
        if (is_last, is_late) not in self._parted:
            is_going = goes_on(self.after(phase)[0])
            self._parted[is_last, is_late] = is_going.nonzero()[0], (~is_going).nonzero()[0]
        return self._parted[is_last, is_late]

    def is_late(self, phase: int) -> bool:
        """Whether a phase is the last that the ruleset allows, or a later one."""
        most = self._chain.most_phases
        return most is not None and phase >= most and not self._is_unbounded

    def check(self, phase: int, going_on: float) -> None:
        """Check that an unbounded chain is absorbed soon enough. `going_on` is the probability that play continues.

        Raises:
            NotAbsorbed: the chain is not absorbed, or not soon enough.
        """
        if self._is_unbounded and (phase == self.last or (phase == TRIAL and going_on > MUCH)):
            raise NotAbsorbed


def goes_on(onward: Ints) -> NDArray[np.bool_]:
    """Mark the ends that are followed by another phase."""
    found: NDArray[np.bool_] = onward != NO_NODE
    return found


def durations(chain: Chain, never: float = 0.0) -> tuple[float, ...]:
    """Return, for each phase, the probability that play is over after it if no ruling ends play.

    The list extends until the probability that play continues, less the probability `never` that play never ends, is
    below TAIL. It has at most MOST_PHASES entries.
    """
    blocks = blocks_of(chain)
    follows = goes_on(chain.onward)
    onward = chain.onward[follows]
    mass = np.zeros(len(chain.positions))
    mass[chain.first] = 1.0
    found: list[float] = []
    while len(found) < MOST_PHASES:
        for block in blocks:
            chain.model.meter.check()
            mass = accumulated(mass, block)
        there = mass[chain.ends]
        found.append(float(there[~follows].sum()))
        if there[follows].sum() < never + TAIL:
            break
        mass = np.bincount(onward, there[follows], len(mass)).astype(np.float64, copy=False)
    return tuple(found)
