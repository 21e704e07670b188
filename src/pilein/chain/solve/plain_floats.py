"""Small chains solved phase by phase in Python floats, without numpy. The results are the same as in `floats`."""

from math import fsum

from pilein.chain.model.transition_model import TO_THE_END
from pilein.chain.solve.by_place import NodeState, SolutionByPlace, SolverByPlace

NEGLIGIBLE = 1e-20  # smaller probabilities of unfinished play are dropped
SLACK = 1e-12  # tolerance of the sum of all probabilities


class PlainFloatSolver(SolverByPlace[float]):
    """Solver that propagates probability through a chain from its first node, in floats, place by place.

    Raises:
        PileInError: the chain has cycles within a phase.
    """

    one = 1.0

    def solved(self, phases: int = TO_THE_END) -> SolutionByPlace:
        """Solve the given number of phases.

        0 means until no units are in contact or the ruleset's limit is reached.
        """
        found = super().solved(phases)
        whole = fsum(chance for part in found.finished for chance in part.values())
        assert abs(whole - 1) <= SLACK, f"the chances of all ends add up to {whole!r}"
        return found

    def chance(self, amount: float) -> float:
        """Return the amount unchanged, since it is already a probability."""
        return amount

    def share(self, amount: float, whole: int) -> float:
        """Return the share of an amount for a weight of 1 out of `whole`."""
        return amount / whole

    def is_nothing(self, mass: dict[NodeState, float]) -> bool:
        """Whether the remaining amount is negligible."""
        return sum(mass.values()) < NEGLIGIBLE
