"""Expectimax search, which follows every answer and roll to the end of the game or of the phase, unless there are too
many of them.

If the rest of the game can be solved, the player aims for the game's result. Otherwise the rest of the phase is
solved, and the worth of a state at the end of the phase is judged as in the tree search. If the phase is too large as
well, a tree search answers.
"""

from collections.abc import Hashable
from contextlib import suppress
from functools import partial
from typing import Any

from pilein.agents.tree_search import TreeSearch, worth
from pilein.agents.waiting import LatestFights
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

LIMIT = 8_000  # states of a phase
SLOWER = 8  # clauses on a table take this many times as long


class Expectimax:
    """Policy that gives the best answers for the game or the current phase, or uses tree search if both are
    too large.

    It also uses tree search if an earlier answer to the same clause was legal but not among those offered, because
    the solution does not cover such answers.
    """

    def __init__(self, limit: int = LIMIT, search: TreeSearch | None = None) -> None:
        self._limit = limit
        self._seen: Lookahead | None = None
        self._search = search or TreeSearch()

    def see(self, game: Lookahead) -> None:
        """Remember the game's position."""
        self._seen = game
        self._search.see(game)

    def __call__(self, state: Any, choice: Choice) -> Answer:  # noqa: ANN401 - the ruleset's own
        """Return the best answer."""
        seen = self._seen
        assert seen is not None, "the game has been shown"
        fight = SOLVED.of(seen.rules, seen.position.state.setup, dict[Hashable, _Fight])
        asked = self._limit, seen.phases, seen.battle, seen.fixed.given
        if asked not in fight:
            fight[asked] = _Fight(seen, self._limit)
        solved = fight[asked].solved(seen)
        found = None if solved is None else solved.answer(seen, choice)
        return self._search(state, choice) if found is None else found


class _Fight:
    """A fight that is solved as a whole from its opening or, if the whole is too large, phase by phase."""

    def __init__(self, seen: Lookahead, limit: int) -> None:
        """Solve the fight from its opening if that is possible within `limit` states."""
        self._limit = limit
        self._whole: _Solved | None = None
        self._phase: _Solved | None = None
        opening = _opening(seen)
        if opening is not None:
            with suppress(PileInError):  # too large, endless, or too many answers to one question
                self._whole = _Solved(seen, opening, seen.phases, limit)

    def solved(self, seen: Lookahead) -> "_Solved | None":
        """Return the solved game or phase that a position belongs to, or None if the phase is too large."""
        if self._whole is not None and self._whole.has(seen):
            return self._whole
        if self._phase is None or not self._phase.has(seen):
            try:
                self._phase = _Solved(seen, _unanswered(seen), 1, self._limit)
            except PileInError:
                return None
        return self._phase


class _Solved:
    """A game or phase that is solved from a position onwards, with the value of every position and answer."""

    def __init__(self, seen: Lookahead, begun: Position, phases: int, limit: int) -> None:
        """Solve the given number of phases from a position, or all phases if `phases` is 0."""
        rules, model = seen.rules, TransitionModel(seen.rules, (first, first))
        limit = limit // SLOWER if isinstance(begun.state.field, Plane) else limit
        self._is_whole = phases != 1 or _is_last(seen)
        self._first = 1 if phases != 1 else seen.phase
        self._graph = GameGraph(OpenModel(model, (None, None), seen.fixed.answer), begun, phases=phases, limit=limit)
        judged = partial(worth, rules, is_over=self._is_whole)
        self._decided = BackwardInduction(self._graph, judged, exact=False)
        self._requests = Requests(self._graph, seen.fixed.answer)

    def has(self, seen: Lookahead) -> bool:
        """Whether the solution covers a position."""
        if self._is_whole != (_is_last(seen) or self._graph.phases != 1):
            return False
        is_in_time = 1 <= self._number(seen) <= self._graph.last
        return is_in_time and self._graph.knows(self._graph.model.encoded(_unanswered(seen)))

    def answer(self, seen: Lookahead, choice: Choice) -> Answer | None:
        """Return the first of the best answers to a question.

        Returns None if an earlier answer to the same clause was not among those offered, because no value is then
        known.
        """
        position = self._graph.model.encoded(_unanswered(seen))
        try:
            tree = self._requests.tree(position, seen.position.answers)
        except LookupError:
            return None
        if not isinstance(tree, DecisionNode):
            return first(seen.position.state, choice)
        waiting = self._requests.at(position, seen.position.answers)
        values = self._decided.worth(tree, position, self._number(seen))
        return waiting.offered[values.index(max(values) if choice.side == 0 else min(values))]

    def _number(self, seen: Lookahead) -> int:
        """Return the number of the position's phase among the phases solved."""
        return seen.phase - self._first + 1 if self._is_whole else 1


def _opening(seen: Lookahead) -> Position | None:
    """Return the opening of a game, or None if it is a battle or its scenario is not known."""
    if seen.battle or seen.scenario is None:
        return None
    opening = seen.rules.opened(seen.scenario)
    return opening if opening.state.setup == seen.position.state.setup else None


def _is_last(seen: Lookahead) -> bool:
    """Whether the game ends with the current phase."""
    return seen.phase == seen.phases and not seen.battle


def _unanswered(seen: Lookahead) -> Position:
    """Return the position before the clause that asks the question."""
    return Position(seen.position.state, seen.position.agenda)


SOLVED = LatestFights[dict[Hashable, _Fight]]()
