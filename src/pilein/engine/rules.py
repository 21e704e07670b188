"""What a driver needs to know of a ruleset, so that it need not know the ruleset."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from pilein.kernel.position import Position
from pilein.kernel.ruleset import Rulebook
from pilein.tabletop.scenario import Scenario


def no_further_phase(_state: Any) -> Position | None:  # noqa: ANN401 - the ruleset's own
    """What follows a phase where a ruleset plays one phase alone."""
    return None


class Rules(Struct, frozen=True):
    """A ruleset at work: its clauses, how it opens a scenario, and what it plays after a phase.

    `following` gives None where no combat is left; `opened` raises BadScenario where the ruleset cannot play it.
    """

    rulebook: Rulebook
    opened: Callable[[Scenario], Position]
    following: Callable[[Any], Position | None] = no_further_phase
