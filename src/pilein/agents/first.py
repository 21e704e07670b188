"""The policy that takes the first answer offered."""

from pilein.kernel.requests import Answer, Choice
from pilein.tabletop.battle import BattleState


def first(_state: BattleState, choice: Choice) -> Answer:
    """The first candidate of a choice; the same in the same state, so a chain may use it."""
    return next(choice.candidates())[1]
