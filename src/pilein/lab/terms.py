"""Terms under which variants of one fight are solved, and a function that solves the variants one after another."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import TypeVar

from msgspec import Struct

from pilein.engine.budget import Meter
from pilein.engine.fixed import FixedAnswers
from pilein.kernel.requests import Policy
from pilein.lab.assumptions import Basis, basis
from pilein.lab.fixed import Fixed, both_with_fixed, fixed_answers
from pilein.lab.limits import Limit, Phases, budget_of, phases_of
from pilein.lab.policies import Policies, policies_of, sides_of
from pilein.lab.scenarios import Given, Scenario, scenario_of
from pilein.lab.worker_pool import Progress

Variant = TypeVar("Variant")
Result = TypeVar("Result")


class Terms(Struct, frozen=True, dict=True):
    """Terms of a question: the unchanged fight, policies, phases (0 to play to the end), fixed answers and limits."""

    scenario: Scenario
    policy: Policies
    phases: int
    exact: bool
    fixed: FixedAnswers
    meter: Meter

    @cached_property
    def policies(self) -> tuple[Policy, Policy]:
        """Policies of both sides. A fixed answer takes precedence over the policy's own answer."""
        scenario = self.scenario
        return both_with_fixed(self.fixed, policies_of(self.policy, scenario.ruleset, sides_of(scenario)))

    def basis(self, phases: str = "") -> Basis:
        """Return the answer's assumptions and hints about likely mistakes. `phases` describes the phases if given."""
        return basis(self.scenario, self.policy, self.fixed, phases=phases or self.phases)


def terms_of(
    scenario: Given,
    policy: Policies,
    rulings: Mapping[str, str] | None,
    fixed: Fixed,
    budget: Limit,
    *,
    phases: Phases = "end",
    exact: bool = False,
) -> Terms:
    """Check the terms of a question and start its clock. Raises as `odds` does."""
    found, span = scenario_of(scenario, rulings), phases_of(phases)
    return Terms(found, policy, span, exact, fixed_answers(fixed, found), budget_of(budget).started())


def in_turn(
    wanted: Sequence[Variant],
    solve: Callable[[Variant], Result],
    progress: Progress | None,
    *stops: type[BaseException],
) -> tuple[list[Result], BaseException | None]:
    """Solve variants in order until one of `stops` is raised. Return the results so far, and that exception or None.

    An exception from the first variant is passed on.
    """
    found: list[Result] = []
    try:
        for one in wanted:
            found.append(solve(one))
            if progress:
                progress(len(found), len(wanted))
    except stops as stop:
        if not found:
            raise
        return found, stop
    return found, None
