"""Games of a task for learners, played question by question, without logs and with a cache of recurring positions.

A position that waits for an answer or an outcome is a node, and a node knows its successors. Games that pass through
positions met before run no clause again.
"""

from bisect import bisect_right
from itertools import islice
from typing import Any, Protocol, cast

from numpy.random import Generator

from pilein.agents.waiting import MOST_NODES, Memory, Node
from pilein.engine.game import Game
from pilein.engine.lookahead import Lookahead
from pilein.engine.players import Chancy
from pilein.engine.policies import named
from pilein.engine.rulesets import ruleset_named
from pilein.kernel.requests import Answer, Choice, Policy
from pilein.lab.limits import phases_of
from pilein.lab.result import lead_in, result_of
from pilein.lab.tasks import Task
from pilein.tabletop.plane import Plane
from pilein.tabletop.ruleset import following

MOST_ON_A_TABLE = 2_000  # each holds places and geometry
SEEDS = 2**31
OVER = "over"


class Offer:
    """Question with those of its options that lead to different positions, each as an answer with its label."""

    def __init__(self, choice: Choice, answers: list[Answer], dropped: int) -> None:
        self.choice = choice
        self.answers = answers
        self.dropped = dropped
        self.rows: Any = None  # arrays of the options, set by the encoding
        self.seen: Any = None  # arrays of the position, set by the encoding


class Playing(Protocol):
    """Game of a task, with its pending question and a method to answer it."""

    @property
    def offer(self) -> Offer | None:
        """Pending question with its options, or None if the game is over."""

    @property
    def seen(self) -> Lookahead:
        """Current state of the game, without the dice."""

    def begin(self, rng: Generator) -> None:
        """Begin a new game with dice from the given generator."""

    def answer(self, answer: Answer) -> None:
        """Answer the question and play to the next question."""

    def lead(self) -> int:
        """Return the lead of the first side: 1, 0 or -1."""


class RememberedGame:
    """Game of a task that is not a battle. Positions are cached."""

    def __init__(self, task: Task, slots: int, *, merge: bool) -> None:
        self._rules = ruleset_named(task.scenario.ruleset)
        self._task = task
        self._slots = slots
        self._merge = merge
        self._phases = phases_of(task.phases)
        self._opening = self._rules.opened(task.scenario)
        on_table = isinstance(self._opening.state.field, Plane)
        self._memory = Memory(self._rules, MOST_ON_A_TABLE if on_table else MOST_NODES)
        self._rng: Any = None
        self._phase = 1
        self._first = self.node = self._memory.node(self._opening)

    def begin(self, rng: Generator) -> None:
        """Begin a new game with dice from the given generator."""
        self._rng, self._phase = rng, 1
        if self._memory.make_room():
            self._first = self._memory.node(self._opening)
        self.node = self._played_on(self._first)

    @property
    def offer(self) -> Offer | None:
        """Pending question with its options, or None if the game is over."""
        node = self.node
        if node.request is None:
            return None
        if node.offer is None:
            node.offer = self._offered(node, cast("Choice", node.request))
        offer: Offer = node.offer
        return offer

    @property
    def seen(self) -> Lookahead:
        """Current state of the game, without the dice."""
        return Lookahead(self._rules, self._task.scenario, self.node.position, self._phase, self._phases)

    def answer(self, answer: Answer) -> None:
        """Answer the question and play to the next question."""
        self.node = self._played_on(self._memory.after(self.node, answer))

    def lead(self) -> int:
        """Return the lead of the first side: 1, 0 or -1."""
        return lead_in(self._rules, self.node.position.state)

    def _played_on(self, node: Node) -> Node:
        """Return the next node that holds a question, or the last node of the game."""
        while True:
            if node.sums:
                place = bisect_right(node.sums, int(self._rng.random() * node.sums[-1]))
                node = self._memory.drawn(node, place)
            elif node.request is not None:
                return node
            else:
                begun = self._next_phase(node)
                if begun is None:
                    return node
                node, self._phase = begun, self._phase + 1

    def _next_phase(self, node: Node) -> Node | None:
        key = (OVER, self._phase)
        if key not in node.after:
            after = following(self._rules, node.position, self._phase, self._phases)
            if after is None:
                return None
            begun = self._memory.node(after)
            if not begun.is_kept:
                return begun
            node.after[key] = begun
        return node.after[key]

    def _offered(self, node: Node, choice: Choice) -> Offer:
        """Return the first options.

        If options are merged, an option that leads to the same position as an earlier one is left out. If not,
        only one option beyond the slots is looked for, because on a table every option is found by a slow search.
        """
        answers: list[Answer] = []
        met: set[int] = set()
        dropped = 0
        most = 4 * self._slots if self._merge else self._slots + 1
        for _, answer in islice(choice.candidates(), most):
            if self._merge:
                successor = id(self._memory.after(node, answer))
                if successor in met:
                    continue
                met.add(successor)
            if len(answers) < self._slots:
                answers.append(answer)
            else:
                dropped += 1
        return Offer(choice, answers, dropped)


class BattleGame:
    """Game of a task that is a battle of many turns, played by the engine."""

    def __init__(self, task: Task, slots: int) -> None:
        self._task = task
        self._slots = slots
        self._rules = ruleset_named(task.scenario.ruleset)
        self._game = self._new(0)
        self._offer: Offer | None = None

    def _new(self, seed: int) -> Game:
        return Game(self._rules, self._task.scenario, seed=seed, battle=True)

    def begin(self, rng: Generator) -> None:
        """Begin a new game with dice from the given generator."""
        self._game = self._new(int(rng.integers(SEEDS)))
        self._play_on()

    @property
    def offer(self) -> Offer | None:
        """Pending question with its options, or None if the game is over."""
        return self._offer

    @property
    def seen(self) -> Lookahead:
        """Current state of the game, without the dice."""
        return self._game.lookahead

    def answer(self, answer: Answer) -> None:
        """Answer the question and play to the next question."""
        self._game.answer(answer)
        self._play_on()

    def lead(self) -> int:
        """Return the lead of the first side: 1, 0 or -1."""
        return result_of(self._game).lead

    def _play_on(self) -> None:
        self._game.run()
        choice = self._game.pending
        answers = [] if choice is None else [answer for _, answer in islice(choice.candidates(), self._slots)]
        self._offer = None if choice is None else Offer(choice, answers, 0)


def game_of(task: Task, slots: int, *, merge: bool) -> RememberedGame | BattleGame:
    """Return a new game of a task, played by the engine if it is a battle."""
    return BattleGame(task, slots) if task.battle else RememberedGame(task, slots, merge=merge)


class Seat:
    """Policy that answers for one side in a game of a task."""

    def __init__(self, policy: str | Policy, task: Task, side: int) -> None:
        self._policy = named(policy, task.scenario.ruleset, seed=side, side=side) if isinstance(policy, str) else policy
        self._asked = 0

    def answer(self, game: RememberedGame | BattleGame, choice: Choice) -> Answer:
        """Return the policy's answer to the pending question of the game."""
        self._asked += 1
        if isinstance(self._policy, Chancy):
            self._policy.moment = self._asked
        seen = game.seen
        see = getattr(self._policy, "see", None)
        if see is not None:
            see(seen)
        return self._policy(seen.position.state, choice)
