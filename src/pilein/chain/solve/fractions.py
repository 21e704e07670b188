"""Chains solved phase by phase in whole numbers. The results equal those of `floats` but are exact.

Within a phase all probabilities have one common denominator, which is large enough for every division to leave no
remainder.
"""

from fractions import Fraction
from math import gcd, lcm, prod

from pilein.chain.chain import Chain
from pilein.chain.model.transition_model import TO_THE_END
from pilein.chain.solve.by_place import NodeState, SolutionByPlace, SolverByPlace
from pilein.chain.solve.monitors import Monitor

Mass = dict[NodeState, int]


class FractionSolver(SolverByPlace[int]):
    """Solver that propagates probability through a chain from its first node, in whole numbers.

    Raises:
        PileInError: the chain has cycles within a phase.
    """

    one = 1

    def __init__(self, chain: Chain, monitor: Monitor | None = None) -> None:
        super().__init__(chain, monitor)
        self._growth = prod(lcm(*(chain.wholes[node] for node, _, _ in nodes)) for nodes in self._levels)
        self._whole = 1  # the denominator

    def solved(self, phases: int = TO_THE_END) -> SolutionByPlace:
        """Solve the given number of phases.

        0 means until no units are in contact or the ruleset's limit is reached.
        """
        self._whole = 1
        found = super().solved(phases)
        assert sum(sum(part.values()) for part in found.finished) == 1, "the chances of all outcomes do not add up to 1"
        return found

    def chance(self, amount: int) -> Fraction:
        """Convert an amount to the probability that it represents."""
        return Fraction(amount, self._whole)

    def share(self, amount: int, whole: int) -> int:
        """Return the share of an amount for a weight of 1 out of `whole`. The share is a whole number."""
        return amount // whole

    def _propagated(self, mass: Mass) -> Mass:
        """Propagate amounts through one phase to its ends, with a new denominator."""
        self._whole *= self._growth
        mass = super()._propagated({place: amount * self._growth for place, amount in mass.items()})
        shared = gcd(self._whole, *mass.values())
        self._whole //= shared
        return {place: amount // shared for place, amount in mass.items()}
