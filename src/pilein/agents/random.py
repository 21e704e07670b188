"""The policy that takes any answer offered, on dice of its own."""

from itertools import islice

from pilein.engine.sources import Dice
from pilein.kernel.requests import Answer, Choice
from pilein.tabletop.battle import BattleState

MOST = 24  # candidates looked at: some choices have millions, and places on a table cost time


class Random:
    """Takes one of the first 24 candidates. What it takes hangs on its seed and the moment alone.

    `moment` is set by the game before each question, so that a game taken back goes the same way again.
    """

    def __init__(self, seed: int, side: int = 0) -> None:
        self.moment = 0
        self._stream = (seed * 2 + side + 1) << 32

    def __call__(self, _state: BattleState, choice: Choice) -> Answer:
        """One of the candidates, each equally likely."""
        offered = [answer for _, answer in islice(choice.candidates(), MOST)]
        return offered[Dice(self._stream + self.moment).die(len(offered)) - 1]
