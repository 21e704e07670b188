"""Games of a training task in which a learner plays one side. A policy answers for the other side."""

from numpy.random import Generator

from pilein.agents.waiting import Memory
from pilein.kernel.errors import BadInput
from pilein.kernel.requests import Policy
from pilein.lab.tasks import Task
from pilein.rl.playing import Seat, game_of

TRIES = 1000  # games begun until one asks the learner a question


class OneSide:
    """Game in which the learner has the seat of the first side (`seat` 0) or of the second.

    Games with the same settings may share a memory.
    """

    def __init__(
        self,
        of: Task,
        opponent: str | Policy,
        *,
        seat: int,
        slots: int,
        merge: bool | None,
        memory: Memory | None = None,
    ) -> None:
        if seat not in (0, 1):
            raise BadInput(
                f"the seat cannot be {seat!r}", key="seat", remedy="give 0 for the first side or 1 for the second"
            )
        self.seat = seat
        self._opponent = Seat(opponent, of, 1 - seat)
        merged = of.scenario.press is not None if merge is None else merge
        self.game = game_of(of, slots, merge=merged, memory=memory)

    def begin(self, rng: Generator) -> None:
        """Begin a new game, and play on to the learner's first question."""
        for _ in range(TRIES):
            self.game.begin(rng)
            self._play_on()
            if self.game.asked is not None:
                return

    def act(self, action: int) -> float:
        """Answer the pending question by the index of an option, play on and return the reward.

        Indices wrap around: the index after the last option means the first option again.
        """
        offer = self.game.offer
        if offer is not None:
            self.game.answer(offer.answers[action % len(offer.answers)])
            self._play_on()
        if self.game.asked is not None:
            return 0.0
        return float(-self.game.lead() if self.seat else self.game.lead())

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.game.asked is None

    @property
    def dropped(self) -> int:
        """Number of options left out for lack of slots."""
        offer = self.game.offer
        return 0 if offer is None else offer.dropped

    def _play_on(self) -> None:
        while (choice := self.game.asked) is not None and choice.side != self.seat:
            self._opponent.answer(self.game)
