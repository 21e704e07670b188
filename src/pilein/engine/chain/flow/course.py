"""How the phases of a chain follow each other: for how long, and where the next one begins."""

import numpy as np
from numpy.typing import NDArray

from pilein.engine.chain.chain import Chain
from pilein.engine.chain.compiling import NOBODY
from pilein.engine.chain.flow.layers import Ints
from pilein.engine.chain.veiled.text import TO_THE_END
from pilein.tabletop.ruleset import MOST_PHASES

FOR_EVER = -1
TRIAL = 100  # phases of play for ever, after which hardly anything should go on
MUCH = 0.01


class NeverEnding(Exception):  # noqa: N818 - it says what has been found out
    """So much goes on for ever, or nearly so, that it is no use to play it phase by phase."""


class Course:
    """So many phases of a chain: TO_THE_END stops where the ruleset does, FOR_EVER does not.

    Where a clock counts rounds these stand for phases.
    """

    def __init__(self, chain: Chain, phases: int = TO_THE_END) -> None:
        self._chain = chain
        self._is_for_ever = phases == FOR_EVER
        self.last = MOST_PHASES if self._is_for_ever else most_steps(chain, phases)
        self._nowhere: Ints = np.full(len(chain.ends), NOBODY, dtype=np.int64)

    def after(self, phase: int) -> tuple[Ints, Ints]:
        """For each end, where the next phase begins after phase number `phase`, and what is told on the way."""
        chain, is_late = self._chain, self.is_late(phase)
        onward, stories = (chain.late, chain.late_story) if is_late else (chain.onward, chain.onward_story)
        return (self._nowhere, stories) if phase == self.last else (onward, stories)

    def is_late(self, phase: int) -> bool:
        """Whether that phase is the last that the ruleset allows, or would come after it."""
        most = self._chain.most_phases
        return most is not None and phase >= most and not self._is_for_ever

    def check(self, phase: int, going_on: float) -> None:
        """See that play for ever comes to an end: so much goes on after a phase.

        Raises:
            NeverEnding: it does not, or not soon enough.

        """
        if self._is_for_ever and (phase == self.last or (phase == TRIAL and going_on > MUCH)):
            raise NeverEnding


def goes_on(onward: Ints) -> NDArray[np.bool_]:
    """At which ends a next phase follows."""
    found: NDArray[np.bool_] = onward != NOBODY
    return found


def most_steps(chain: Chain, phases: int) -> int:
    """How many phases of a battle are played at most, where so many are wanted (0: to the end).

    Where a clock counts rounds: how many rounds of its one phase, and what comes after the last.
    """
    if phases and not chain.is_clocked:
        return phases
    return MOST_PHASES if chain.most_phases is None else chain.most_phases + 1
