"""Monte Carlo search, which judges an answer by playing games from it, with the search's own dice.

In a tree search the games grow a tree of positions, and in positions met before, answers that did well are tried
more often. In a flat search each answer to the question is tried equally often. Rolls are drawn at random, so every
outcome has its proper chance.
"""

import time
from itertools import islice
from math import log, sqrt
from random import Random
from typing import Any

from pilein.engine.lookahead import Lookahead, Playout
from pilein.engine.policies import MOST, first
from pilein.kernel.position import Position
from pilein.kernel.requests import Answer, Choice, is_same
from pilein.lab.result import lead_in
from pilein.tabletop.battle import BattleState
from pilein.tabletop.plane import Plane
from pilein.tabletop.ruleset import Ruleset, following

EXPLORATION = 0.7
PLAYOUTS = 200
PHASES_ON_A_TABLE = 1  # phases looked ahead where models have places
PHASES_IN_THE_PRESS = 12
NEVER = float("inf")
UNDECIDED = 0.8  # worth of a lead of all models to none, where neither side has won yet


def worth(rules: Ruleset, state: BattleState) -> float:
    """Return the worth of a state to the first side: 1 for a win, -1 for a loss, and otherwise the lead in models."""
    lead = lead_in(rules, state)
    if lead:
        return float(lead)
    one, other = (_left(rules, state, side) for side in (0, 1))
    return UNDECIDED * (one - other)


def _left(rules: Ruleset, state: BattleState, side: int) -> float:
    """Return the share of a side's models that are left in units that are not beaten."""
    setup, left, of = state.setup, 0, 0
    for unit in setup.units_of(side):
        of += len(setup.units[unit].models)
        if rules.fate(state, unit) not in rules.beaten:
            left += rules.left(state, unit)
    return left / of if of else 0.0


class _Node:
    """Position in the tree, with its answers, the number of games through each answer, and the sum of their worth."""

    __slots__ = ("answers", "games", "side", "worth")

    def __init__(self, side: int, answers: list[Answer]) -> None:
        self.side = side
        self.answers = answers
        self.games = [0] * len(answers)
        self.worth = [0.0] * len(answers)

    def promising(self) -> int:
        """Return the index of the answer to try. Each answer is tried once, then upper confidence bounds decide."""
        if 0 in self.games:
            return self.games.index(0)
        sign = -1 if self.side else 1
        spread = EXPLORATION * sqrt(log(sum(self.games)))
        bounds = (
            sign * total / games + spread / sqrt(games) for games, total in zip(self.games, self.worth, strict=True)
        )
        return max(enumerate(bounds), key=lambda one: one[1])[0]

    def rarest(self) -> int:
        """Return the index of the answer tried least often."""
        return self.games.index(min(self.games))

    def best(self) -> int:
        """Return the index of the answer tried most often. Ties go to the answer with the greatest mean worth."""
        sign = -1 if self.side else 1
        ranks = ((games, sign * total / max(1, games)) for games, total in zip(self.games, self.worth, strict=True))
        return max(enumerate(ranks), key=lambda one: one[1])[0]

    def richest(self) -> int:
        """Return the index of the answer with the greatest mean worth."""
        sign = -1 if self.side else 1
        means = (sign * total / max(1, games) for games, total in zip(self.games, self.worth, strict=True))
        return max(enumerate(means), key=lambda one: one[1])[0]


class TreeSearch:
    """Policy that searches by a given number of playouts, or for a number of seconds.

    It gives the same answer in the same position, unless it searches for a number of seconds. `is_flat` selects a
    flat search.
    """

    def __init__(self, playouts: int = PLAYOUTS, seconds: float = NEVER, *, is_flat: bool = False) -> None:
        self._playouts = playouts
        self._seconds = seconds
        self._is_flat = is_flat
        self._seen: Lookahead | None = None

    def see(self, game: Lookahead) -> None:
        """Remember the game's position."""
        self._seen = game

    def __call__(self, _state: Any, choice: Choice) -> Answer:  # noqa: ANN401 - the ruleset's own
        """Return the answer through which most playouts went."""
        assert self._seen is not None, "the game has been shown"
        search = _Search(self._seen, choice, is_flat=self._is_flat)
        if len(search.root.answers) > 1:
            end = time.monotonic() + self._seconds
            done = 0
            while done < self._playouts and (done < len(search.root.answers) or time.monotonic() < end):
                search.play()
                done += 1
        return search.answer()


class _Search:
    """Single search, with a tree of positions and the games played through it."""

    def __init__(self, seen: Lookahead, choice: Choice, *, is_flat: bool) -> None:
        self._seen = seen
        self._rng = Random(0)  # noqa: S311 - the search must give the same answer each time
        self._is_flat = is_flat
        self._usual = seen.rules.policy or first
        self._tree: dict[Position, _Node] = {}
        self.root = self._tree[seen.position] = self._node(seen.position, choice)
        self._path: list[tuple[_Node, int]] = []
        self._is_in_tree = True
        on_table = isinstance(seen.position.state.field, Plane)
        self._last = seen.phase + (PHASES_ON_A_TABLE if on_table else PHASES_IN_THE_PRESS) - 1
        self._playout = Playout(seen.rules, self._answered, self._die, seen.fixed)

    def play(self) -> None:
        """Play one game from the position, and add its worth to the tree."""
        self._path, self._is_in_tree = [], True
        found = worth(self._seen.rules, self._played())
        for node, place in self._path:
            node.games[place] += 1
            node.worth[place] += found

    def answer(self) -> Answer:
        """Return the best answer found so far."""
        return self.root.answers[self.root.richest() if self._is_flat else self.root.best()]

    def _played(self) -> Any:  # noqa: ANN401 - a state
        seen, phase = self._seen, self._seen.phase
        end = self._playout.one_phase(seen.position)
        while phase < self._last:
            after = following(seen.rules, end, phase, seen.phases)
            if after is None:
                break
            end, phase = self._playout.one_phase(after), phase + 1
        return end.state

    def _die(self, sides: int) -> int:
        return self._rng.randrange(sides) + 1

    def _answered(self, position: Position, choice: Choice) -> Answer:
        if not self._is_in_tree:
            return self._usual(position.state, choice)
        node = self._tree.get(position)
        if self._is_flat and node is not self.root:
            self._is_in_tree = False
            return self._usual(position.state, choice)
        if node is None:
            node = self._tree[position] = self._node(position, choice)
            self._is_in_tree = False  # play on without the tree, which has grown by one position
        place = node.rarest() if self._is_flat else node.promising()
        self._path.append((node, place))
        return node.answers[place]

    def _node(self, position: Position, choice: Choice) -> _Node:
        """Return the node of a new position. The sensible policy's answer is tried first."""
        usual = self._usual(position.state, choice)
        offered = [answer for _, answer in islice(choice.candidates(), MOST)]
        return _Node(choice.side, [usual, *(one for one in offered if not is_same(one, usual))])
