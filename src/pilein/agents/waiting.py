"""Positions that are remembered and that wait for an answer or an outcome.

While a game passes through known positions, no clause is run.
A node knows its successors. In the press, searches and learners meet the same nodes repeatedly; on a table nearly
every position is new.
"""

from collections.abc import Callable
from itertools import accumulate
from typing import Any, Generic, TypeVar, cast

from pilein.dice import Roll
from pilein.engine.lookahead import paused
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Request, is_choice
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.setup import Setup

MOST_NODES = 200_000  # remembered in the press
MOST_SEARCHED = 60_000  # by searches, for each fight
FIGHTS = 4  # whose positions are remembered at a time

Kept = TypeVar("Kept")


class Node:
    """Position that waits for an answer, for an outcome, or for the next phase."""

    __slots__ = (
        "after", "drawn", "is_kept", "offer", "outcomes", "picture", "position", "request", "sums", "usual", "worth",
    )  # fmt: skip

    def __init__(self, position: Position, request: Request | None, *, is_kept: bool = True) -> None:
        self.position = position
        self.is_kept = is_kept  # by a memory, which then has this node alone for the position
        self.request = request
        self.after: dict[Any, Node] = {}
        self.drawn: dict[int, Node] = {}  # by the index of an outcome
        self.offer: Any = None  # options, as learners see them
        self.picture: Any = None  # arrays of the position, as learners see it
        self.usual: Node | None = None  # the node after the answer of a policy that always answers in the same way
        self.worth: dict[bool, float] = {}  # to a search, by whether the game is over
        self.outcomes: list[Any] = []
        self.sums: list[int] = []
        if request is not None and not is_choice(request):
            weights = list(cast("Roll", request).weights())
            self.outcomes = [outcome for outcome, _ in weights]
            self.sums = list(accumulate(weight for _, weight in weights))


class Memory:
    """Nodes of a fight, shared by all its games in a process.

    A full memory keeps no further nodes; all other nodes are rebuilt whenever play reaches them. The memory is emptied
    only between games and searches, so that no game or search loses its place. Other games that share the memory
    play on from the nodes that they hold. `emptied` counts how often the memory has been emptied.
    """

    def __init__(self, rules: Ruleset, most: int = MOST_NODES) -> None:
        self.rules = rules
        self._most = most
        self._nodes: dict[Position, Node] = {}
        self.answers: dict[Any, Answer] = {}  # found by searches, by what was searched
        self.emptied = 0  # times

    def make_room(self) -> bool:
        """Forget everything if the memory is full. Return whether anything was forgotten."""
        if max(len(self._nodes), len(self.answers)) < self._most:
            return False
        self._nodes, self.answers = {}, {}
        self.emptied += 1
        return True

    def node(self, position: Position) -> Node:
        """Return the node at which play from a position waits next."""
        found = self._nodes.get(position)
        if found is not None:
            return found
        here, request = paused(self.rules, position)
        found = self._nodes.get(here)
        if found is None:
            found = Node(here, request, is_kept=len(self._nodes) < self._most)
            if found.is_kept:
                self._nodes[here] = found
        return found

    def after(self, node: Node, answer: Answer) -> Node:
        """Return the node after an answer or an outcome."""
        found = node.after.get(answer)
        if found is None:
            found = self.node(node.position.with_answer(answer))
            if found.is_kept:
                node.after[answer] = found
        return found

    def drawn(self, node: Node, place: int) -> Node:
        """Return the node after the outcome with this index."""
        found = node.drawn.get(place)
        if found is None:
            found = self.after(node, node.outcomes[place])
            if found.is_kept:
                node.drawn[place] = found
        return found


class LatestFights(Generic[Kept]):
    """Store of the data that bots keep about the latest fights of a process, by ruleset and set-up.

    Bots live for one game, and a tournament plays the same fight again and again.
    """

    def __init__(self, most: int = FIGHTS) -> None:
        self._most = most
        self._known: dict[tuple[int, Setup], tuple[Ruleset, Kept]] = {}  # with the rules, so none else has their number

    def get(self, rules: Ruleset, setup: Setup) -> Kept | None:
        """Return the data kept about a fight, or None if there is none."""
        found = self._known.get((id(rules), setup))
        return None if found is None else found[1]

    def keep(self, rules: Ruleset, setup: Setup, kept: Kept) -> Kept:
        """Keep data about a fight.

        The new data replaces earlier data about that fight. If there is no earlier data and the store is full, the
        new data replaces the data about the oldest fight.
        """
        key = id(rules), setup
        if key not in self._known:
            while len(self._known) >= self._most:
                del self._known[next(iter(self._known))]
        self._known[key] = rules, kept
        return kept

    def of(self, rules: Ruleset, setup: Setup, new: Callable[[], Kept]) -> Kept:
        """Return the data kept about a fight, or new data if none is kept yet."""
        found = self.get(rules, setup)
        return self.keep(rules, setup, new()) if found is None else found


SEARCHED = LatestFights[Memory]()


def memory_of(rules: Ruleset, setup: Setup) -> Memory:
    """Return the memory shared by all searches of a fight in this process, with room in it."""
    found = SEARCHED.of(rules, setup, lambda: Memory(rules, MOST_SEARCHED))
    found.make_room()
    return found
