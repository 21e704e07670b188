"""Expectimax over one phase, which follows every answer and roll to the end of the phase if there are not too many.

A state at the end of the phase has the worth that the tree search gives it. If the phase is too large, a tree search
answers.
"""

from functools import partial
from typing import Any

from pilein.agents.tree_search import TreeSearch, worth
from pilein.agents.waiting import FIGHTS
from pilein.chain.decide.backward_induction import BackwardInduction
from pilein.chain.decide.evaluation import Requests
from pilein.chain.decide.game_graph import DecisionNode, GameGraph, OpenModel
from pilein.chain.model.transition_model import TransitionModel
from pilein.engine.lookahead import Lookahead
from pilein.engine.policies import first
from pilein.kernel.errors import PileInError
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Choice
from pilein.tabletop.plane import Plane
from pilein.tabletop.setup import Setup

LIMIT = 8_000  # states of a phase
SLOWER = 8  # clauses on a table take this many times as long


class Expectimax:
    """Policy that gives the best answers for the current phase, or uses tree search if the phase is too large."""

    def __init__(self, limit: int = LIMIT, search: TreeSearch | None = None) -> None:
        self._limit = limit
        self._seen: Lookahead | None = None
        self._search = search or TreeSearch()

    def see(self, game: Lookahead) -> None:
        """Remember the game's position."""
        self._seen = game
        self._search.see(game)

    def __call__(self, state: Any, choice: Choice) -> Answer:  # noqa: ANN401 - the ruleset's own
        """Return the best answer for the current phase."""
        seen = self._seen
        assert seen is not None, "the game has been shown"
        begun = Position(seen.position.state, seen.position.agenda)
        fight = id(seen.rules), begun.state.setup, self._limit
        known = _latest.get(fight)
        if known is None or not known.has(seen, begun):
            try:
                known = _Solved(seen, begun, self._limit)
            except PileInError:  # too large, or too many answers to one question
                return self._search(state, choice)
            if len(_latest) >= FIGHTS:
                _latest.clear()
            _latest[fight] = known
        return known.answer(seen, begun, choice)


class _Solved:
    """Solved phase from a position onwards, with the value of every position and answer."""

    def __init__(self, seen: Lookahead, begun: Position, limit: int) -> None:
        rules = seen.rules
        model = TransitionModel(rules, (first, first))
        limit = limit // SLOWER if isinstance(begun.state.field, Plane) else limit
        self._setup, self._fixed = begun.state.setup, seen.fixed.given
        self._graph = GameGraph(OpenModel(model, (None, None), seen.fixed.answer), begun, phases=1, limit=limit)
        self._decided = BackwardInduction(self._graph, partial(worth, rules), exact=False)
        self._requests = Requests(self._graph, seen.fixed.answer)

    def has(self, seen: Lookahead, begun: Position) -> bool:
        """Whether the solved phase contains a position."""
        is_same_game = seen.rules is self._graph.model.rules and begun.state.setup == self._setup
        is_same_game = is_same_game and seen.fixed.given == self._fixed
        return is_same_game and self._graph.knows(self._graph.model.encoded(begun))

    def answer(self, seen: Lookahead, begun: Position, choice: Choice) -> Answer:
        """Return the first of the best answers to a question."""
        position = self._graph.model.encoded(begun)
        tree = self._requests.tree(position, seen.position.answers)
        if not isinstance(tree, DecisionNode):
            return first(seen.position.state, choice)
        waiting = self._requests.at(position, seen.position.answers)
        values = self._decided.worth(tree, position, 1)
        return waiting.offered[values.index(max(values) if choice.side == 0 else min(values))]


_latest: dict[tuple[int, Setup, int], _Solved] = {}  # the phase solved last, by rules, set-up and limit
