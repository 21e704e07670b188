"""One side of a task as a Gymnasium environment, in which a policy plays the other side."""

from typing import Any, ClassVar

import gymnasium
from gymnasium import spaces

from pilein.kernel.requests import Policy
from pilein.lab.tasks import Task, task
from pilein.rl.encoding import SLOTS, Encoding, Observation
from pilein.rl.one_side import OneSide

Info = dict[str, Any]


class Solo(gymnasium.Env[Observation, int]):
    """Task for one learner, in the seat of the first side (`seat` 0) or of the second.

    The reward comes at the end: 1 for a win, -1 for a loss, and 0 otherwise. An action is the index of an option's
    row. Indices wrap around: the index after the last option means the first option again, so every action is legal.
    `info` has the `action_mask`, and the number of options `dropped` for lack of slots, at most 1 if options are not
    merged.
    """

    metadata: ClassVar[Info] = {"render_modes": ["ansi"]}

    def __init__(
        self,
        of: str | Task,
        opponent: str | Policy = "sensible",
        *,
        seat: int = 0,
        slots: int = SLOTS,
        merge: bool | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.task = task(of)
        self.render_mode = render_mode
        self._side = OneSide(self.task, opponent, seat=seat, slots=slots, merge=merge)
        self._encoding = Encoding(self.task, slots)
        self.observation_space = self._encoding.space()
        self.action_space = spaces.Discrete(slots)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Observation, Info]:
        """Begin a new game. The same seed gives the same games."""
        super().reset(seed=seed, options=options)
        self._side.begin(self.np_random)
        return self._seen()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        """Answer the pending question, and play on to the learner's next question."""
        reward = self._side.act(int(action))
        observation, info = self._seen()
        return observation, reward, self._side.is_over, False, info

    def render(self) -> str:
        """Return the text of the pending question and the number of its options."""
        offer = self._side.game.offer
        return "the game is over" if offer is None else f"{offer.choice.words} ({len(offer.answers)} options)"

    def _seen(self) -> tuple[Observation, Info]:
        observation = self._encoding.encoded(self._side.game, self._side.seat)
        return observation, {"action_mask": observation["action_mask"], "dropped": self._side.dropped}


def make(
    name: str | Task,
    opponent: str | Policy = "sensible",
    *,
    seat: int = 0,
    slots: int = SLOTS,
    merge: bool | None = None,
    render_mode: str | None = None,
) -> Solo:
    """Return the Gymnasium environment of a task, given directly or by name, with a policy as the opponent; see `Solo`.

    Raises:
        UnknownRule: there is no such task or policy.
        BadInput: the seat is invalid.
    """
    return Solo(name, opponent, seat=seat, slots=slots, merge=merge, render_mode=render_mode)
