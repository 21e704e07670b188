"""The horizon: for how many phases a chain is followed, where the next one begins, and how long battles last."""

from fractions import Fraction

from pilein.chain.chain import NO_NODE, Chain, Ints
from pilein.chain.model.transition_model import TO_THE_END
from pilein.chain.numeric import NDArray, np
from pilein.chain.solve.blocks import accumulated, blocks_of
from pilein.dice.weights import added
from pilein.tabletop.ruleset import MOST_PHASES

Exact = Fraction | float
UNBOUNDED = -1  # phases: until nothing can change any more, whatever a ruling says
TRIAL = 100  # phases without bound, after which hardly anything should go on
MUCH = 0.01
TAIL = 1e-9  # the probability of durations that are left out


class NotAbsorbed(Exception):  # noqa: N818 - it says what has been found out
    """Too much never ends, or takes too long, to follow it phase by phase."""


class Horizon:
    """A number of phases of a chain: TO_THE_END stops where the ruleset does, UNBOUNDED does not.

    If a clock counts rounds, these count as phases.
    """

    def __init__(self, chain: Chain, phases: int = TO_THE_END) -> None:
        self._chain = chain
        self._is_unbounded = phases == UNBOUNDED
        self.last = MOST_PHASES if self._is_unbounded else most_steps(chain, phases)
        self._nowhere: Ints = np.full(len(chain.ends), NO_NODE, dtype=np.int64)

    def after(self, phase: int) -> tuple[Ints, Ints]:
        """For each end, the node of the next phase after phase number `phase`, and the label on the way."""
        chain, is_late = self._chain, self.is_late(phase)
        onward, labels = (chain.late, chain.late_label) if is_late else (chain.onward, chain.onward_label)
        return (self._nowhere, labels) if phase == self.last else (onward, labels)

    def is_late(self, phase: int) -> bool:
        """Whether that phase is the last that the ruleset allows, or would come after it."""
        most = self._chain.most_phases
        return most is not None and phase >= most and not self._is_unbounded

    def check(self, phase: int, going_on: float) -> None:
        """Check that a chain without bound is absorbed soon enough: `going_on` is the probability that it is not yet.

        Raises:
            NotAbsorbed: it is not, or not soon enough.

        """
        if self._is_unbounded and (phase == self.last or (phase == TRIAL and going_on > MUCH)):
            raise NotAbsorbed


def goes_on(onward: Ints) -> NDArray[np.bool_]:
    """At which ends a next phase follows."""
    found: NDArray[np.bool_] = onward != NO_NODE
    return found


def most_steps(chain: Chain, phases: int) -> int:
    """The greatest number of phases played when `phases` are wanted (0: to the end).

    If a clock counts rounds: the number of rounds in its one phase, plus one for the end.
    """
    if phases and not chain.is_clocked:
        return phases
    return MOST_PHASES if chain.most_phases is None else chain.most_phases + 1


def durations(chain: Chain, never: float = 0.0) -> tuple[float, ...]:
    """The probability that play is over after each phase from the first, if no ruling ends it.

    They extend until all but TAIL is over, apart from what is over `never`; at most MOST_PHASES.
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


def without_tail(chances: tuple[Exact, ...]) -> tuple[Exact, ...]:
    """The probabilities of lasting one phase, two, and so on, up to what leaves less than TAIL."""
    left, kept = float(added(chances)), 0
    while kept < len(chances) and left >= TAIL:
        left -= float(chances[kept])
        kept += 1
    return chances[:kept]
