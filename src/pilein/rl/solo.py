"""One side of a task as a Gymnasium environment, in which a policy plays the other side.

Several environments can run in processes.
"""

from functools import partial
from typing import Any, ClassVar

import gymnasium
from gymnasium import spaces

from pilein.kernel.errors import BadInput
from pilein.kernel.requests import Policy
from pilein.lab.arguments import whole
from pilein.lab.tasks import Task, task
from pilein.rl.encoding import SLOTS, Encoding, Observation
from pilein.rl.playing import Seat, game_of

TRIES = 1000  # games begun until one asks the learner a question
Info = dict[str, Any]


class Solo(gymnasium.Env[Observation, int]):
    """Task for one learner, in the seat of the first side (`seat` 0) or of the second.

    The reward comes at the end: 1 for a win, -1 for a loss, and 0 otherwise. An action is the index of an option's
    row. An index beyond the options wraps around to the first option, so every action is legal. `info` has the
    `action_mask`, and the number of options `dropped` for lack of slots, at most 1 if options are not merged.
    """

    metadata: ClassVar[Info] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        of: Task,
        opponent: str | Policy = "sensible",
        *,
        seat: int = 0,
        slots: int = SLOTS,
        merge: bool | None = None,
        render_mode: str | None = None,
    ) -> None:
        if seat not in (0, 1):
            raise BadInput(f"{seat!r} is not a seat", key="seat", remedy="give 0 for the first side, or 1")
        self.task = of
        self.render_mode = render_mode
        self._seat = seat
        self._opponent = Seat(opponent, of, 1 - seat)
        self._game = game_of(of, slots, merge=of.scenario.press is not None if merge is None else merge)
        self._encoding = Encoding(of, slots)
        self.observation_space = self._encoding.space()
        self.action_space = spaces.Discrete(slots)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observation, Info]:
        """Begin a new game. The same seed gives the same games."""
        super().reset(seed=seed, options=options)
        for _ in range(TRIES):
            self._game.begin(self.np_random)
            self._play_on()
            if self._game.offer is not None:
                break
        return self._seen()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        """Answer the pending question, and play on to the learner's next question."""
        offer = self._game.offer
        if offer is not None:
            self._game.answer(offer.answers[int(action) % len(offer.answers)])
            self._play_on()
        is_over = self._game.offer is None
        lead = self._game.lead() * (-1 if self._seat else 1) if is_over else 0
        observation, info = self._seen()
        return observation, float(lead), is_over, False, info

    def render(self) -> str:
        """Return the text of the pending question and the number of its options."""
        offer = self._game.offer
        return "the game is over" if offer is None else f"{offer.choice.words} ({len(offer.answers)} options)"

    def _play_on(self) -> None:
        """Let the opponent answer until the learner is asked."""
        while (offer := self._game.offer) is not None and offer.choice.side != self._seat:
            self._game.answer(self._opponent.answer(self._game, offer.choice))

    def _seen(self) -> tuple[Observation, Info]:
        offer = self._game.offer
        observation = self._encoding.encoded(self._game.seen, offer, self._seat)
        dropped = 0 if offer is None else offer.dropped
        return observation, {"action_mask": observation["action_mask"], "dropped": dropped}


def make(
    name: str,
    opponent: str | Policy = "sensible",
    *,
    seat: int = 0,
    slots: int = SLOTS,
    merge: bool | None = None,
    render_mode: str | None = None,
) -> Solo:
    """Return the Gymnasium environment of a task, with a policy as the opponent; see `Solo`.

    Raises:
        UnknownRule: there is no such task or policy.
        BadInput: the seat is invalid.
    """
    return Solo(task(name), opponent, seat=seat, slots=slots, merge=merge, render_mode=render_mode)


def vector(
    name: str, count: int, opponent: str = "sensible", *, seat: int = 0, slots: int = SLOTS, processes: bool = True
) -> Any:  # noqa: ANN401 - a VectorEnv
    """Return a vector of `count` environments of a task, each in a separate process, or all in the current process.

    Raises:
        UnknownRule: there is no such task or policy.
        BadInput: the number or the seat is invalid.
    """
    makers = [partial(make, name, opponent, seat=seat, slots=slots) for _ in range(whole(count, "count", 1))]
    makers[0]()  # raises any error in this process
    return gymnasium.vector.AsyncVectorEnv(makers) if processes else gymnasium.vector.SyncVectorEnv(makers)
