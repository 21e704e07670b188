"""Both sides of a task as a PettingZoo environment, in which agents answer in turn."""

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from pilein.kernel.errors import BadInput
from pilein.lab.tasks import Task, task
from pilein.rl.encoding import SLOTS, Encoding, Observation
from pilein.rl.playing import Offer, game_of

TRIES = 1000  # games begun until one asks a question


def env(name: str | Task, *, slots: int = SLOTS, merge: bool | None = None) -> "Table":
    """Return the PettingZoo environment of a task, given directly or by name; see `Table`.

    Raises:
        UnknownRule: there is no such task.
    """
    return Table(name, slots=slots, merge=merge)


class Table(AECEnv):
    """Task for two agents, named after their sides. An action is the index of an option's row in the observation.

    The reward comes at the end: 1 for the winner and -1 for the loser, or 0 for both if there is no winner. With
    `merge`, the default in the press, options that lead to the same position are merged. Options beyond `slots` are
    dropped; `infos` count the dropped options, but at most one if options are not merged.
    """

    metadata: ClassVar[dict[str, Any]] = {"name": "pilein_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, of: str | Task, *, slots: int = SLOTS, merge: bool | None = None) -> None:
        super().__init__()
        self.task = of = task(of)
        self.render_mode = "ansi"
        self.possible_agents = [side.name for side in of.scenario.sides]
        self._game = game_of(of, slots, merge=of.scenario.press is not None if merge is None else merge)
        self._encoding = Encoding(of, slots)
        space = self._encoding.space()
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {agent: spaces.Discrete(slots) for agent in self.possible_agents}
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - as the interface has it
        """Begin a new game. The same seed gives the same games."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        for _ in range(TRIES):
            self._game.begin(self._rng)
            if self._game.offer is not None:
                break
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, int]] = {agent: {} for agent in self.agents}
        self._look()

    def observe(self, agent: str) -> Observation:
        """Return a moment of the game as an agent sees it. Only the agent that must answer has options."""
        asked, side = self._game.asked, self.possible_agents.index(agent)
        return self._encoding.encoded(self._game, side, is_asked=asked is not None and asked.side == side)

    def step(self, action: int | None) -> None:
        """Answer the pending question by the index of an option.

        Raises:
            BadInput: there is no such option.
        """
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0
        offer = self._game.offer
        assert offer is not None, "a question waits"
        self._game.answer(answer_of(offer, action))
        self._clear_rewards()
        if self._game.offer is None:
            lead = self._game.lead()
            self.rewards = dict(zip(self.possible_agents, (lead, -lead), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._look()
        self._accumulate_rewards()

    def render(self) -> str:
        """Return the agent, the text of its question and the number of options."""
        offer = self._game.offer
        if offer is None:
            return "the game is over"
        return f"{self.agent_selection}: {offer.choice.words} ({len(offer.answers)} options)"

    def close(self) -> None:
        """Do nothing, because the environment holds no window and no process."""

    def _look(self) -> None:
        offer = self._game.offer
        if offer is not None:
            self.agent_selection = self.possible_agents[offer.choice.side]
            self.infos[self.agent_selection] = {"dropped": offer.dropped}


def answer_of(offer: Offer, action: Any) -> Any:  # noqa: ANN401 - a whole number; an answer
    """Return the answer at an option's index. Raises BadInput if there is no such option."""
    if action is None or not 0 <= int(action) < len(offer.answers):
        remedy = f"take an action from 0 to {len(offer.answers) - 1}, as the action mask shows"
        raise BadInput(f"the action {action} is not the index of an option", key="action", remedy=remedy)
    return offer.answers[int(action)]
