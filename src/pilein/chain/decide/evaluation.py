"""Evaluate policies in a game graph: compute a battle's value if one side or both sides answer by a policy.

A side without a policy gives its best answers against the other. Policies may answer at random (`Mixed`). Policies
that ask for the game are shown each position with its phase.
"""

from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from math import fsum
from typing import Any, NamedTuple, cast

from pilein.chain.decide.backward_induction import Value, Values, contracted
from pilein.chain.decide.game_graph import ChanceNode, DecisionNode, GameGraph, Players, Settled, Tree
from pilein.chain.model.transitions import Transition
from pilein.dice import Roll
from pilein.engine.lookahead import Lookahead, show
from pilein.engine.players import Mixed
from pilein.kernel.errors import IllegalAnswer
from pilein.kernel.position import Position, run
from pilein.kernel.requests import Answer, Pending, Request, Several, answered, is_choice, is_same

Path = tuple[Answer, ...]  # answers of one clause, so far
Weights = tuple[tuple[int | None, int, int], ...]  # index of an answer, or a position it leads to; weight
Seen = Callable[[Position, int], Lookahead]  # the game in a position of a phase


class Waiting(NamedTuple):
    """Request at which a clause branches, with the answers before it and the answer to which each branch belongs."""

    path: Path
    request: Request
    offered: tuple[Answer, ...]


class Requests:
    """Requests in the clauses of a game graph, found by running the clauses again."""

    def __init__(self, graph: GameGraph, settled: Settled) -> None:
        self._graph = graph
        self._settled = settled
        self._known: dict[tuple[int, Path], Waiting] = {}

    def at(self, position: int, path: Path) -> Waiting:
        """Return the next request that branches in a position's clause, after the answers of a path."""
        found = self._known.get((position, path))
        if found is None:
            found = self._known[position, path] = self._found(position, path)
        return found

    def position(self, position: int, path: Path) -> Position:
        """Return a numbered position, with the answers of a path given to its clause."""
        return Position(self._graph.state(position), self._graph.model.table(position).agenda, path)

    def _found(self, position: int, path: Path) -> Waiting:
        rules = self._graph.model.rules
        while True:
            here = self.position(position, path)
            setup = here.state.setup
            try:
                run(rules.find, setup.readings, here, struck=setup.struck)
            except Pending as pending:
                request = pending.request
            else:
                raise AssertionError("the clause ends without a further request")
            if not is_choice(request):
                roll = cast("Roll", request)
                return Waiting(path, request, tuple(outcome for outcome, _ in roll.weights()))
            fixed = self._settled(request)
            offered = tuple(answer for _, answer in request.candidates()) if fixed is None else fixed
            if len(offered) > 1:
                return Waiting(path, request, offered)
            path = (*path, offered[0])

    def after(self, position: int, path: Path) -> int | None:
        """Return the position after a clause that was given the answers of a path, or None if the clause asks for
        further answers or if play never reaches the position.
        """
        rules, here = self._graph.model.rules, self.position(position, path)
        setup = here.state.setup
        try:
            ran = run(rules.find, setup.readings, here, struck=setup.struck)
        except Pending:
            return None
        found = self._graph.model.encoded(ran.position)
        return found if self._graph.knows(found) else None

    def tree(self, position: int, path: Path) -> Tree:
        """Return the outcomes of a position's clause that remain after the given answers."""
        tree, done = self._graph.trees[position], 0
        while not isinstance(tree, Transition):
            waiting = self.at(position, path[:done])
            done = len(waiting.path) + 1
            if done > len(path):
                return tree
            tree = tree.branches[place_of(path[done - 1], waiting)]
        return tree


def place_of(answer: Answer, waiting: Waiting) -> int:
    """Return the index of an answer among those offered.

    The order of the parts of an answer is ignored unless the request says that it matters.

    Raises:
        LookupError: the answer is not offered.
    """
    for place, one in enumerate(waiting.offered):
        if is_same(answer, one):
            return place
    asked = waiting.request
    if isinstance(asked, Several) and not asked.is_ordered and isinstance(answer, tuple):
        for place, one in enumerate(waiting.offered):
            if sorted(map(repr, one)) == sorted(map(repr, answer)):
                return place
    raise LookupError(f"the answer {answer!r} is not among those offered")


class Evaluation:
    """Value of a battle to the first side with the given players. A side without a policy gives the best answers.

    `terminal` is the value of a state when play is over. If a policy gives an answer that is not among those
    offered, IllegalAnswer is raised, because such an answer has no branch in the graph.
    """

    def __init__(
        self,
        graph: GameGraph,
        requests: Requests,
        terminal: Callable[[Any], float],
        players: Players,
        seen: Seen,
        *,
        exact: bool,
    ) -> None:
        self._graph = graph
        self._requests = requests
        self._players = players
        self._seen = seen
        self._exact = exact
        self._answers: dict[tuple[int, Path, int], Weights] = {}
        self._branching, self._reached = contracted(graph)
        self._asks = {position: _asks(graph.trees.get(position), players) for position in self._branching}
        number: Callable[[float], Value] = Fraction if exact else float
        terminals: Values = {end: number(terminal(graph.state(end))) for end in graph.onward}
        later: Values = {}
        for phase in range(graph.last, 0, -1):
            later = self._phase(phase, later, terminals)
        self.value: Value = later[self._reached(graph.first)]

    def _phase(self, phase: int, later: Values, terminals: Values) -> Values:
        graph, values = self._graph, Values()
        for position in self._branching:
            graph.model.meter.check()
            tree = graph.trees.get(position)
            if tree is None:
                after = graph.after(position, phase)
                values[position] = terminals[position] if after is None else later[self._reached(after)]
            else:
                path = () if self._asks[position] else None
                values[position] = self._tree(tree, position, values, phase, path)
        return values

    def _tree(self, tree: Tree, position: int, values: Values, phase: int, path: Path | None) -> Value:
        """Return the value of an outcome tree.

        `path` are the answers given before the tree, or None if no policy is asked in this clause.
        """
        if isinstance(tree, Transition):
            return values[self._reached(tree.target(position))]
        waiting = None if path is None else self._requests.at(position, path)
        worth = tuple(
            self._tree(branch, position, values, phase, waiting and (*waiting.path, waiting.offered[place]))
            for place, branch in enumerate(tree.branches)
        )
        if isinstance(tree, ChanceNode):
            return self._mean(list(zip(tree.weights, worth, strict=True)))
        side = tree.question.side
        if self._players[side] is None:
            return max(worth) if side == 0 else min(worth)
        assert waiting is not None, "a policy is asked"
        weights = self._weights(position, waiting, phase, side)
        return self._mean(
            [(weight, values[goal] if place is None else worth[place]) for place, goal, weight in weights]
        )

    def _mean(self, parts: list[tuple[int, Value]]) -> Value:
        whole = sum(weight for weight, _ in parts)
        weighted = (weight * value for weight, value in parts)
        return Fraction(sum(weighted)) / whole if self._exact else fsum(weighted) / whole

    def _weights(self, position: int, waiting: Waiting, phase: int, side: int) -> Weights:
        """Return a policy's answers with their weights.

        An offered answer is given by its index, any other answer by the position that it leads to.
        """
        policy = self._players[side]
        searches = hasattr(policy, "see")
        key = (position, waiting.path, phase if searches else 0)
        found = self._answers.get(key)
        if found is None:
            assert policy is not None, "a policy is asked"
            assert is_choice(waiting.request), "a choice is put to a side"
            here = self._requests.position(position, waiting.path)
            show(policy, lambda: self._seen(here, phase))
            answer = policy(here.state, waiting.request)
            mixed = answer.answers if isinstance(answer, Mixed) else ((answer, 1),)
            found = self._answers[key] = tuple((*self._led(position, waiting, one), weight) for one, weight in mixed)
        return found

    def _led(self, position: int, waiting: Waiting, answer: Answer) -> tuple[int | None, int]:
        """Return the index of an answer, or the position that it leads to if the answer is legal but not offered."""
        choice = waiting.request
        assert is_choice(choice), "a choice is put to a side"
        with suppress(LookupError):
            return place_of(answer, waiting), 0
        found = self._requests.after(position, (*waiting.path, answered(choice, answer)))
        if found is None:
            raise IllegalAnswer(choice, answer, "it is not one of the answers offered", choice.clause)
        return None, self._reached(found)


def _asks(tree: Tree | None, players: Players) -> bool:
    """Whether a clause puts a question to a side that has a policy."""
    if tree is None or isinstance(tree, Transition):
        return False
    if isinstance(tree, DecisionNode) and players[tree.question.side] is not None:
        return True
    return any(_asks(branch, players) for branch in tree.branches)
