"""What odds need to know of how a ruleset's units charge."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from pilein.engine.players import Policy
from pilein.kernel.requests import Answer, Choice
from pilein.tabletop.battle import BattleState

Declared = Callable[[Any, Choice, int, int], Answer | None]


class Charging(Struct, frozen=True):
    """How units charge.

    `over` is the stable key of the clause that is next when all charges have been made. `declared` is told the state, a
    choice, a unit and an enemy: the answer by which that unit charges that enemy, and by which nobody else of its side
    declares a charge; None if the choice is about something else.
    """

    over: str
    declared: Declared

    def declaring(self, unit: int, target: int, policy: Policy) -> Policy:
        """The policy of a side whose unit charges that target as soon as it may, alone; all else `policy` answers."""

        def answer(state: BattleState, choice: Choice) -> Answer:
            declared = self.declared(state, choice, unit, target)
            return policy(state, choice) if declared is None else declared

        return answer
