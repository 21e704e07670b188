"""Remembered positions that wait for an answer or an outcome. Games through known positions run no clause.

A node knows its successors. In the press, searches and learners meet the same nodes repeatedly; on a table nearly
every position is new.
"""

from itertools import accumulate
from typing import Any, cast

from pilein.dice import Roll
from pilein.engine.lookahead import paused
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Request, is_choice
from pilein.tabletop.ruleset import Ruleset
from pilein.tabletop.setup import Setup

MOST_NODES = 200_000  # remembered in the press
MOST_SEARCHED = 60_000  # by searches, for each fight
FIGHTS = 4  # whose positions are remembered at a time


class Node:
    """Position that waits for an answer, for an outcome, or for the next phase."""

    __slots__ = ("after", "drawn", "offer", "outcomes", "position", "request", "sums", "usual", "worth")

    def __init__(self, position: Position, request: Request | None) -> None:
        self.position = position
        self.request = request
        self.after: dict[Any, Node] = {}
        self.drawn: dict[int, Node] = {}  # by the index of an outcome
        self.offer: Any = None  # options, as learners see them
        self.usual: Node | None = None  # the node after the answer of the sensible policy
        self.worth: float | None = None  # to a search
        self.outcomes: list[Any] = []
        self.sums: list[int] = []
        if request is not None and not is_choice(request):
            weights = list(cast("Roll", request).weights())
            self.outcomes = [outcome for outcome, _ in weights]
            self.sums = list(accumulate(weight for _, weight in weights))


class Memory:
    """Nodes of a fight, shared by all its games in a process."""

    def __init__(self, rules: Ruleset, most: int = MOST_NODES) -> None:
        self.rules = rules
        self._most = most
        self._nodes: dict[Position, Node] = {}
        self.answers: dict[Any, Answer] = {}  # found by searches, by what was searched

    def make_room(self) -> bool:
        """Forget everything if too much is remembered. Return whether anything was forgotten."""
        if max(len(self._nodes), len(self.answers)) <= self._most:
            return False
        self._nodes, self.answers = {}, {}
        return True

    def node(self, position: Position) -> Node:
        """Return the node at which play from a position waits next."""
        found = self._nodes.get(position)
        if found is not None:
            return found
        here, request = paused(self.rules, position)
        found = self._nodes.get(here)
        if found is None:
            found = self._nodes[here] = Node(here, request)
        return found

    def after(self, node: Node, answer: Answer) -> Node:
        """Return the node after an answer or an outcome."""
        found = node.after.get(answer)
        if found is None:
            found = node.after[answer] = self.node(node.position.with_answer(answer))
        return found

    def drawn(self, node: Node, place: int) -> Node:
        """Return the node after the outcome with this index."""
        found = node.drawn.get(place)
        if found is None:
            found = node.drawn[place] = self.after(node, node.outcomes[place])
        return found


_known: dict[tuple[int, Setup], Memory] = {}


def memory_of(rules: Ruleset, setup: Setup) -> Memory:
    """Return the memory shared by all searches of a fight in this process. Only the latest fights have one."""
    key = id(rules), setup  # the memory holds the rules, so no others have their number
    found = _known.get(key)
    if found is None:
        while len(_known) >= FIGHTS:
            del _known[next(iter(_known))]
        found = _known[key] = Memory(rules, MOST_SEARCHED)
    found.make_room()
    return found
