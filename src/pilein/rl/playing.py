"""Games of a training task, played one question at a time for learners.

Games have no log, and recurring positions are cached. A position that waits for an answer or an outcome is a node, and
each node knows its successors. When a game passes through positions that are already known, no clause is run again.
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
from pilein.tabletop.ruleset import following

MOST_ON_A_TABLE = 2_000  # each holds places and geometry
SEEDS = 2**31
OVER = "over"


class Offer:
    """Question with the answers that are offered. If options are merged, each answer leads to a different position."""

    def __init__(self, choice: Choice, answers: list[Answer], dropped: int) -> None:
        self.choice = choice
        self.answers = answers
        self.dropped = dropped
        self.rows: Any = None  # rows of the options, set by a learner


class Picture:
    """Arrays that show a position to learners. The encoding fills them in when they are first needed."""

    __slots__ = ("moments", "options", "position")

    def __init__(self) -> None:
        self.position: Any = None
        self.options: Any = None
        self.moments: dict[tuple[int, int], Any] = {}  # by phase and observing side


class Playing(Protocol):
    """Protocol for a game that is played for a task. The game gives a question and takes its answer."""

    @property
    def asked(self) -> Choice | None:
        """Pending question, or None if the game is over."""

    @property
    def offer(self) -> Offer | None:
        """Pending question with its options, or None if the game is over."""

    @property
    def seen(self) -> Lookahead:
        """Current state of the game, without the dice."""

    @property
    def state(self) -> Any:  # noqa: ANN401 - the ruleset's own
        """Current state in the ruleset's own form."""

    @property
    def phase(self) -> int:
        """Number of the current phase."""

    @property
    def picture(self) -> Picture:
        """Picture of the current position."""

    def begin(self, rng: Generator) -> None:
        """Begin a new game with dice from the given generator."""

    def answer(self, answer: Answer) -> None:
        """Answer the question and play to the next question."""

    def reply(self, policy: Policy) -> None:
        """Let a deterministic policy answer the question, and play to the next question."""

    def lead(self) -> int:
        """Return the lead of the first side: 1, 0 or -1."""


class RememberedGame:
    """Game that is played for a task other than a battle. Positions are cached."""

    def __init__(self, task: Task, slots: int, *, merge: bool, memory: Memory | None = None) -> None:
        """Begin a game. Games with the same task, slots, merging and opponent may share a memory."""
        self._rules = ruleset_named(task.scenario.ruleset)
        self._task = task
        self._slots = slots
        self._merge = merge
        self._phases = phases_of(task.phases)
        self._opening = self._rules.opened(task.scenario)
        self._memory = memory_for(task) if memory is None else memory
        self._emptied = self._memory.emptied
        self._rng: Any = None
        self._phase = 1
        self._first = self.node = self._memory.node(self._opening)

    def begin(self, rng: Generator) -> None:
        """Begin a new game with dice from the given generator."""
        self._rng, self._phase = rng, 1
        self._memory.make_room()
        if self._emptied != self._memory.emptied:
            self._emptied, self._first = self._memory.emptied, self._memory.node(self._opening)
        self.node = self._played_on(self._first)

    @property
    def asked(self) -> Choice | None:
        """Pending question, or None if the game is over."""
        return cast("Choice | None", self.node.request)

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

    @property
    def state(self) -> Any:  # noqa: ANN401 - the ruleset's own
        """Current state in the ruleset's own form."""
        return self.node.position.state

    @property
    def phase(self) -> int:
        """Number of the current phase."""
        return self._phase

    @property
    def picture(self) -> Picture:
        """Picture of the current position."""
        node = self.node
        if node.picture is None:
            node.picture = Picture()
        found: Picture = node.picture
        return found

    def answer(self, answer: Answer) -> None:
        """Answer the question and play to the next question."""
        self.node = self._played_on(self._memory.after(self.node, answer))

    def reply(self, policy: Policy) -> None:
        """Let a deterministic policy answer the question, and play to the next question."""
        node = self.node
        after = node.usual
        if after is None:
            after = self._memory.after(node, policy(node.position.state, cast("Choice", node.request)))
            if after.is_kept:
                node.usual = after
        self.node = self._played_on(after)

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
        """Return the options to offer, in the order of the question, up to the number of slots.

        If options are merged, an option that leads to the same position as an earlier option is left out. If they
        are not merged, the search stops at the first option beyond the slots, because on a table the search is slow.
        """
        answers: list[Answer] = []
        met: dict[int, Node] = {}  # by identity: held here, so that no other node has the same one
        dropped = 0
        most = 4 * self._slots if self._merge else self._slots + 1
        for _, answer in islice(choice.candidates(), most):
            if self._merge:
                successor = self._memory.after(node, answer)
                if id(successor) in met:
                    continue
                met[id(successor)] = successor
            if len(answers) < self._slots:
                answers.append(answer)
            else:
                dropped += 1
        return Offer(choice, answers, dropped)


class BattleGame:
    """Game that is played by the engine for a task that is a battle of many turns."""

    def __init__(self, task: Task, slots: int) -> None:
        self._task = task
        self._slots = slots
        self._rules = ruleset_named(task.scenario.ruleset)
        self._game = self._new(0)
        self._offer: Offer | None = None
        self._picture = Picture()

    def _new(self, seed: int) -> Game:
        return Game(self._rules, self._task.scenario, seed=seed, battle=True)

    def begin(self, rng: Generator) -> None:
        """Begin a new game with dice from the given generator."""
        self._game = self._new(int(rng.integers(SEEDS)))
        self._play_on()

    @property
    def asked(self) -> Choice | None:
        """Pending question, or None if the game is over."""
        return None if self._offer is None else self._offer.choice

    @property
    def offer(self) -> Offer | None:
        """Pending question with its options, or None if the game is over."""
        return self._offer

    @property
    def seen(self) -> Lookahead:
        """Current state of the game, without the dice."""
        return self._game.lookahead

    @property
    def state(self) -> Any:  # noqa: ANN401 - the ruleset's own
        """Current state in the ruleset's own form."""
        return self._game.state

    @property
    def phase(self) -> int:
        """Number of the current phase."""
        return self._game.lookahead.phase

    @property
    def picture(self) -> Picture:
        """Picture of the current position."""
        return self._picture

    def answer(self, answer: Answer) -> None:
        """Answer the question and play to the next question."""
        self._game.answer(answer)
        self._play_on()

    def reply(self, policy: Policy) -> None:
        """Let a deterministic policy answer the question, and play to the next question."""
        if self._offer is not None:
            self.answer(policy(self._game.state, self._offer.choice))

    def lead(self) -> int:
        """Return the lead of the first side: 1, 0 or -1."""
        return result_of(self._game).lead

    def _play_on(self) -> None:
        self._game.run()
        choice = self._game.pending
        answers = [] if choice is None else [answer for _, answer in islice(choice.candidates(), self._slots)]
        self._offer = None if choice is None else Offer(choice, answers, 0)
        self._picture = Picture()


def game_of(task: Task, slots: int, *, merge: bool, memory: Memory | None = None) -> RememberedGame | BattleGame:
    """Return a new game for a task. If the task is a battle, the engine plays the game."""
    return BattleGame(task, slots) if task.battle else RememberedGame(task, slots, merge=merge, memory=memory)


def memory_for(task: Task) -> Memory:
    """Return an empty memory for the games that are played for a task."""
    most = MOST_ON_A_TABLE if task.scenario.press is None else MOST_NODES
    return Memory(ruleset_named(task.scenario.ruleset), most)


class Seat:
    """Policy that answers for one side in a game that is played for a task."""

    def __init__(self, policy: str | Policy, task: Task, side: int) -> None:
        self._policy = named(policy, task.scenario.ruleset, seed=side, side=side) if isinstance(policy, str) else policy
        self._see = getattr(self._policy, "see", None)
        self._is_chancy = isinstance(self._policy, Chancy)
        self._is_constant = isinstance(policy, str) and self._see is None and not self._is_chancy
        self._asked = 0

    def answer(self, game: Playing) -> None:
        """Answer the pending question of a game, and play to the next question."""
        if self._is_constant:
            game.reply(self._policy)
            return
        self._asked += 1
        if self._is_chancy:
            cast("Chancy", self._policy).moment = self._asked
        if self._see is not None:
            self._see(game.seen)
        game.answer(self._policy(game.state, cast("Choice", game.asked)))
