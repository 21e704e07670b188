"""Many games of a task, played at once as a vector of Gymnasium environments."""

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from pilein.kernel.requests import Policy
from pilein.lab.arguments import whole
from pilein.lab.tasks import Task, task
from pilein.rl.encoding import PARTS, SLOTS, Encoding, Observation
from pilein.rl.one_side import OneSide
from pilein.rl.playing import memory_for
from pilein.rl.solo import make

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Info = dict[str, Any]


class Vector(gymnasium.vector.VectorEnv[Observation, NDArray[np.int64], Any]):
    """Several games played for a task in this process. They share a memory, so each position is played only once.

    Games, seeds, rewards and `info` are the same as for equally many `Solo` environments in a Gymnasium vector: a
    game that is over begins anew at the next step, whose action is ignored.
    """

    metadata: ClassVar[Info] = {"render_modes": ["ansi"], "autoreset_mode": AutoresetMode.NEXT_STEP}

    def __init__(
        self,
        of: str | Task,
        count: int,
        opponent: str | Policy = "sensible",
        *,
        seat: int = 0,
        slots: int = SLOTS,
        merge: bool | None = None,
    ) -> None:
        of = task(of)
        memory = memory_for(of)
        self.num_envs = count
        self._games = [OneSide(of, opponent, seat=seat, slots=slots, merge=merge, memory=memory) for _ in range(count)]
        self._rngs = [seeding.np_random()[0] for _ in range(count)]
        self._over: Flags = np.zeros(count, dtype=np.bool_)
        self._encoding = Encoding(of, slots)
        self.single_observation_space = self._encoding.space()
        self.single_action_space = spaces.Discrete(slots)
        self.observation_space = batch_space(self.single_observation_space, count)
        self.action_space = batch_space(self.single_action_space, count)
        parts = [self.single_observation_space[name] for name in PARTS]
        self._shapes = [((count, *(part.shape or ())), part.dtype) for part in parts]

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: Info | None = None
    ) -> tuple[Observation, Info]:
        """Begin all games anew, or those that `options["reset_mask"]` marks. The same seed gives the same games."""
        seeds = (
            [None if seed is None else seed + place for place in range(self.num_envs)]
            if (seed is None or isinstance(seed, int))
            else list(seed)
        )
        marked = (options or {}).get("reset_mask", np.ones(self.num_envs, dtype=np.bool_))
        for place in np.flatnonzero(marked):
            if seeds[place] is not None:
                self._rngs[place] = seeding.np_random(seeds[place])[0]
            self._games[place].begin(self._rngs[place])
            self._over[place] = False
        return self._seen()

    def step(self, actions: NDArray[np.int64]) -> tuple[Observation, Floats, Flags, Flags, Info]:
        """Answer the pending question of each game, and play on to the learner's next questions."""
        rewards: Floats = np.zeros(self.num_envs)
        over = self._over
        for place, (game, action) in enumerate(zip(self._games, np.asarray(actions).tolist(), strict=True)):
            if over[place]:
                game.begin(self._rngs[place])
                over[place] = False
            else:
                rewards[place] = game.act(action)
                over[place] = game.is_over
        observation, info = self._seen()
        return observation, rewards, over.copy(), np.zeros(self.num_envs, dtype=np.bool_), info

    def _seen(self) -> tuple[Observation, Info]:
        found = [np.empty(shape, dtype) for shape, dtype in self._shapes]
        dropped = np.zeros(self.num_envs, dtype=np.int64)
        for place, one in enumerate(self._games):
            for whole_array, array in zip(found, self._encoding.arrays(one.game, one.seat), strict=True):
                whole_array[place] = array
            dropped[place] = one.dropped
        observation = dict(zip(PARTS, found, strict=True))
        all_have = np.ones(self.num_envs, dtype=np.bool_)
        mask = observation["action_mask"].copy()
        info = {"action_mask": mask, "_action_mask": all_have, "dropped": dropped, "_dropped": all_have.copy()}
        return observation, info


def vector(
    name: str | Task,
    count: int,
    opponent: str = "sensible",
    *,
    seat: int = 0,
    slots: int = SLOTS,
    processes: bool | None = None,
) -> Any:  # noqa: ANN401 - a VectorEnv
    """Return a vector of `count` environments of a task, given directly or by name.

    In the press all games are played in this process, because looking up remembered positions takes less time than
    messages between processes. On a table each game is played in a separate process. `processes` overrides this choice.

    Raises:
        UnknownRule: there is no such task or policy.
        BadInput: the number or the seat is invalid.
    """
    of, number = task(name), whole(count, "count", 1)
    in_processes = of.scenario.press is None if processes is None else processes
    if not in_processes:
        return Vector(of, number, opponent, seat=seat, slots=slots)
    maker = partial(make, of.id, opponent, seat=seat, slots=slots)
    maker()  # raises any error in this process
    return gymnasium.vector.AsyncVectorEnv([maker] * number)
